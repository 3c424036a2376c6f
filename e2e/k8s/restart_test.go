//go:build k8s

package k8s

import (
	"strings"
	"testing"
	"time"
)

// together are programs that are restarted at the same time, as an upgrade does it: all of a group are new before the next one begins.
var together = [][]string{
	{"registry-svc"}, {"users-svc", "tasks-svc", "masjid-svc"}, {"hadith-svc", "skills-svc", "chat-svc", "audit-svc"}, {"gateway"},
}

// testRollingRestart restarts every deployment, registry and gateway too.
func testRollingRestart(t *testing.T, c *cluster) {
	for _, group := range together {
		names := strings.Join(group, ", ")
		t.Run(names, func(t *testing.T) {
			began := time.Now()
			r := c.during(t, 2*time.Second, func() {
				for _, program := range group {
					c.kubectl(t, "rollout", "restart", deployment(program))
				}
				for _, program := range group {
					c.awaitRollout(t, program)
					c.awaitGone(t, program)
				}
			})
			measured.add("rolling restart of "+names+", "+seconds(time.Since(began)), calls(r), "0 failed")
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
