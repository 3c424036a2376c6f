//go:build k8s

package k8s

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

// killBound is the promise: after this time, nothing tells that an instance has died.
const killBound = time.Second

// testKill kills a pod each of a group of programs as the kernel does, without a word to anybody.
func testKill(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	for _, group := range together {
		names := strings.Join(group, ", ")
		t.Run(names, func(t *testing.T) {
			victims := c.victims(t, group)
			// A call that the death made hang has failed two seconds after it.
			r := c.during(t, killBound+2*time.Second, func() { c.machine(t, slices.Concat([]string{"kill"}, victims)...) })
			c.awaitRollout(t, group...)
			failing := r.Failing(func(report.Kind) bool { return true })
			measured.add("kill -9 of a pod per program, at once: "+names, calls(r)+", for "+milliseconds(failing), "under 1 s, and no read")
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

// victims returns the UIDs of a pod of each program.
func (c *cluster) victims(t *testing.T, programs []string) []string {
	t.Helper()
	var seen, victims []string
	for _, pod := range c.podsOf(t, programs...) {
		if !slices.Contains(seen, pod.program()) {
			seen, victims = append(seen, pod.program()), append(victims, pod.Metadata.UID)
		}
	}
	if len(victims) != len(programs) {
		t.Fatalf("of %v there are pods of %v only", programs, seen)
	}
	return victims
}
