//go:build k8s

package k8s

import (
	"testing"
	"time"
)

// testRollingRestart restarts every deployment, registry and gateway too, one after the other.
func testRollingRestart(t *testing.T, c *cluster) {
	for _, program := range programs {
		t.Run(program, func(t *testing.T) {
			began := time.Now()
			r := c.during(t, 2*time.Second, func() {
				c.kubectl(t, "rollout", "restart", deployment(program))
				c.awaitRollout(t, program)
				c.awaitGone(t, program)
			})
			measured.add("rolling restart of "+program+", "+seconds(time.Since(began)), calls(r), "0 failed")
			if r.Failed() > 0 {
				t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
			}
		})
	}
}

// awaitGone waits until the last pod that was told to end has ended.
func (c *cluster) awaitGone(t *testing.T, program string) {
	t.Helper()
	eventually(t, "the old pods end", 2*time.Minute, func() bool {
		var list struct {
			Items []pod `json:"items"`
		}
		c.get(t, &list, "pods", "-l", "app.kubernetes.io/component="+program)
		for _, pod := range list.Items {
			if pod.Metadata.DeletionTimestamp != nil {
				return false
			}
		}
		return true
	})
}
