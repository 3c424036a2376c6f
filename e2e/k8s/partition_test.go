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
	cut := c.during(t, partitionTime, func() { c.machine(t, "cut", "2") })
	c.judgePartition(t, "a node is cut off for "+seconds(partitionTime), cut)
	// A gateway on that node is called again at once, and takes a moment to reach the instances on the others.
	back := c.during(t, 10*time.Second, func() {
		c.machine(t, "join", "2")
		c.awaitAll(t)
	})
	c.judgePartition(t, "the node is back", back)
}

// judgePartition fails the test if calls failed later than is promised: from the moment on that the node went or came.
func (c *cluster) judgePartition(t *testing.T, what string, r report.Report) {
	t.Helper()
	var last time.Duration
	for _, kind := range r.Kinds {
		if kind.Failed > 0 {
			last = max(last, kind.LastFailure)
		}
	}
	measured.add(what, calls(r)+", the last one after "+seconds(last), "over within 5 s")
	if last > partitionBound {
		t.Errorf("%s: a call failed after %v, and none after %v is promised", what, last, partitionBound)
	}
}
