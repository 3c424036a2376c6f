//go:build k8s

package k8s

import (
	"slices"
	"testing"
	"time"
)

// otherNode returns the node that tests take away.
func (c *cluster) otherNode(t *testing.T) string {
	t.Helper()
	nodes := c.nodes(t)
	if len(nodes) < 2 {
		t.Skip("the cluster has one node only")
	}
	return nodes[1]
}

// spread restarts the deployments whose pods are all on one node, so that each has a pod on either.
func (c *cluster) spread(t *testing.T) {
	t.Helper()
	on, apart := map[string]string{}, map[string]bool{}
	for _, pod := range c.podsOf(t, programs...) {
		if node, seen := on[pod.program()]; seen && node != pod.Spec.NodeName {
			apart[pod.program()] = true
		}
		on[pod.program()] = pod.Spec.NodeName
	}
	gathered := slices.DeleteFunc(slices.Clone(programs), func(program string) bool { return apart[program] })
	if len(gathered) == 0 {
		return
	}
	c.restart(t, gathered)
	c.awaitRollout(t, gathered...)
	c.awaitGone(t, gathered...)
}

// testDrain empties a node, as before its maintenance. The disruption budgets take one pod of each program at a time.
func testDrain(t *testing.T, c *cluster) {
	node := c.otherNode(t)
	t.Cleanup(func() { c.kubectl(t, "uncordon", node) })
	began := time.Now()
	r := c.during(t, 2*time.Second, func() {
		c.kubectl(t, "drain", node, "--ignore-daemonsets", "--delete-emptydir-data", "--timeout=240s")
		c.awaitAll(t)
	})
	measured.add("drain of a node, "+seconds(time.Since(began)), calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
	}
}
