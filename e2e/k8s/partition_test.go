//go:build k8s

package k8s

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

const (
	partitionBound = 5 * time.Second
	partitionTime  = 30 * time.Second
)

// testPartition cuts a node off, with a replica of everything on it. Nobody is told: packets are lost.
func testPartition(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	c.otherNode(t)
	c.spread(t)
	c.nextInterval(t)
	r := c.during(t, partitionTime, func() { c.machine(t, "cut", "2") })
	failing := r.Failing(func(report.Kind) bool { return true })
	measured.add("a node is cut off for "+seconds(partitionTime), calls(r)+", for "+seconds(failing), "over within 5 s")
	if failing > partitionBound {
		t.Errorf("calls failed for %v, and no more than %v is promised", failing, partitionBound)
	}
	back := c.during(t, 10*time.Second, func() {
		c.machine(t, "join", "2")
		c.awaitAll(t)
	})
	measured.add("the node is back", calls(back), "0 failed")
	if back.Failed() > 0 {
		t.Errorf("%d of %d calls failed when the node came back", back.Failed(), back.Calls())
	}
}
