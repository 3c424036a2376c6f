//go:build k8s

package k8s

import (
	"strings"
	"testing"
	"time"
)

const (
	awayTime      = 30 * time.Second
	recoveryBound = 5 * time.Second
)

// testDatabaseAway crashes PostgreSQL for half a minute. What needs it says so with 503, what does not goes on, and
// afterwards everything works again without anybody's doing.
func testDatabaseAway(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	restarts := c.restarts(t)
	away := c.during(t, awayTime, func() { c.database.stop(t) })
	for _, kind := range away.Kinds {
		if !kind.NeedsDatabase && kind.Failed > 0 {
			t.Errorf("%s: %d of %d calls failed, which need no database", kind.Name, kind.Failed, kind.Calls)
		}
		for text := range kind.Failures {
			if !strings.HasPrefix(text, "HTTP 503") && !strings.Contains(text, "NETWORK_ERROR") {
				t.Errorf("%s: failed with %s; 503, which tells callers to try again, is promised", kind.Name, text)
			}
		}
	}
	measured.add("PostgreSQL away for "+seconds(awayTime), calls(away), "what needs no database goes on, the rest is 503")

	back := c.during(t, recoveryBound+5*time.Second, func() { c.database.start(t) })
	var last time.Duration
	for _, kind := range back.Kinds {
		if kind.Failed > 0 {
			last = max(last, kind.LastFailure)
		}
	}
	measured.add("PostgreSQL is back", "the last call failed after "+seconds(last), "by itself, within 5 s")
	if last > recoveryBound {
		t.Errorf("calls failed until %v after the start of the database; %v is promised", last, recoveryBound)
	}
	if now := c.restarts(t); now != restarts {
		t.Errorf("pods were restarted: %d times before, %d after; a restart mends no database", restarts, now)
	}
}

// restarts counts how often containers of the release have been restarted.
func (c *cluster) restarts(t *testing.T) int {
	t.Helper()
	var list struct {
		Items []struct {
			Status struct {
				ContainerStatuses []struct {
					RestartCount int `json:"restartCount"`
				} `json:"containerStatuses"`
			} `json:"status"`
		} `json:"items"`
	}
	c.get(t, &list, "pods", "-l", "app.kubernetes.io/instance="+release)
	restarts := 0
	for _, pod := range list.Items {
		for _, container := range pod.Status.ContainerStatuses {
			restarts += container.RestartCount
		}
	}
	return restarts
}
