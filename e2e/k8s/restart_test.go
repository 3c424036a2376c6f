//go:build k8s

package k8s

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// together are programs that are restarted at the same time, as an upgrade does it: all of a group are new before the next one begins.
var together = [][]string{
	{"registry-svc"}, {"users-svc", "tasks-svc", "masjid-svc"}, {"hadith-svc", "skills-svc", "chat-svc", "audit-svc"}, {"gateway"},
}

// testRollingRestart restarts every deployment, registry and gateway too. The next group begins while the old pods of the one before
// drain, and every call counts, from the first restart until the last pod has gone.
func testRollingRestart(t *testing.T, c *cluster) {
	c.nextInterval(t)
	for _, group := range together {
		names := strings.Join(group, ", ")
		t.Run(names, func(t *testing.T) {
			began := time.Now()
			c.restart(t, group)
			c.awaitRollout(t, group...)
			c.judgeRestart(t, "rolling restart of "+names+", "+seconds(time.Since(began)))
		})
	}
	t.Run("the old pods end", func(t *testing.T) {
		began := time.Now()
		c.awaitGone(t, programs...)
		c.settle(t, 2*time.Second)
		c.judgeRestart(t, "the last of the old pods end, "+seconds(time.Since(began)))
	})
}

func (c *cluster) restart(t *testing.T, programs []string) {
	t.Helper()
	c.kubectl(t, slices.Concat([]string{"rollout", "restart"}, deployments(programs))...)
}

// judgeRestart fails the test if a call failed since the interval began, and begins another.
func (c *cluster) judgeRestart(t *testing.T, what string) {
	t.Helper()
	r := c.nextInterval(t)
	logFailures(t, r)
	measured.add(what, calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
	}
}

// awaitGone waits until the last pod of programs that was told to end has ended.
func (c *cluster) awaitGone(t *testing.T, programs ...string) {
	t.Helper()
	wait := []string{"wait", "--for=delete", "--timeout=120s"}
	for _, pod := range c.allPodsOf(t, programs) {
		if pod.ending() {
			wait = append(wait, "pod/"+pod.Metadata.Name)
		}
	}
	if len(wait) > 3 {
		c.kubectl(t, wait...)
	}
}
