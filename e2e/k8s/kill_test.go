//go:build k8s

package k8s

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

// killBound is the promise: after this time, nothing tells that an instance has died.
const killBound = time.Second

// testKill kills one pod of each program as the kernel does, without a word to anybody.
func testKill(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	for _, program := range programs {
		t.Run(program, func(t *testing.T) {
			victim := c.podsOf(t, program)[0]
			// A call that the death made hang has failed two seconds after it.
			r := c.during(t, killBound+2*time.Second, func() { c.machine(t, "kill", victim.Metadata.UID) })
			c.awaitRollout(t, program)
			failing := r.Failing(func(report.Kind) bool { return true })
			measured.add("kill -9 of a pod of "+program, calls(r)+", for "+milliseconds(failing), "under 1 s, and no read")
			if failing >= killBound {
				t.Errorf("calls failed for %v, and no more than %v is promised", failing, killBound)
			}
			for _, kind := range r.Kinds {
				if kind.Read && kind.Failed > 0 {
					t.Errorf("%s: %d reads failed: %v", kind.Name, kind.Failed, kind.Failures)
				}
			}
		})
	}
}
