//go:build k8s

package k8s

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	shareBound = 15 * time.Second
	// fair is the part of an equal share that counts as a share: calls are spread evenly, but not in turn.
	fair = 0.5
)

// testScale doubles the replicas of two services at once, and waits for the new ones to be called as the old ones are.
func testScale(t *testing.T, c *cluster) {
	scaled := []string{"tasks-svc", "masjid-svc"}
	old := map[string]bool{}
	for _, pod := range c.podsOf(t, scaled...) {
		old[pod.Metadata.Name] = true
	}
	scale := func(replicas string) {
		c.kubectl(t, slices.Concat([]string{"scale", "--replicas=" + replicas}, deployments(scaled))...)
	}
	t.Cleanup(func() {
		scale("2")
		c.awaitRollout(t, scaled...)
		c.awaitGone(t, scaled...)
	})
	r := c.during(t, 0, func() {
		scale("4")
		t.Run("at once", func(t *testing.T) {
			for _, program := range scaled {
				t.Run(program, func(t *testing.T) {
					t.Parallel()
					c.testShare(t, program, old)
				})
			}
		})
	})
	measured.add("2 to 4 replicas of "+strings.Join(scaled, " and of ")+", at once", calls(r), "0 failed")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
	}
}

// testShare waits until the new pods of a program are ready and called.
func (c *cluster) testShare(t *testing.T, program string, old map[string]bool) {
	c.awaitRollout(t, program)
	took, shares := c.awaitShare(t, program, old)
	measured.add("2 to 4 replicas of "+program, "the new ones have their share "+seconds(took)+" after they are ready: "+shares, "within 15 s")
	if took > shareBound {
		t.Errorf("the new replicas had their share after %v", took)
	}
}

// awaitShare waits until each new pod gets its share of the calls in two seconds, and returns how long that took and
// what the shares were.
func (c *cluster) awaitShare(t *testing.T, program string, old map[string]bool) (time.Duration, string) {
	t.Helper()
	pods := c.podsOf(t, program)
	began := time.Now()
	before, at := c.callsOf(t, pods), time.Now()
	var shares []string
	eventually(t, "the new pods get their share", time.Minute, func() bool {
		if time.Since(at) < 2*time.Second {
			return false
		}
		now := c.callsOf(t, pods)
		total := 0.0
		for i := range pods {
			total += now[i] - before[i]
		}
		shares = shares[:0]
		enough := total > 0
		for i, pod := range pods {
			share := (now[i] - before[i]) / total
			shares = append(shares, fmt.Sprintf("%.0f %%", 100*share))
			if !old[pod.Metadata.Name] && share < fair/float64(len(pods)) {
				enough = false
			}
		}
		before, at = now, time.Now()
		return enough
	})
	return time.Since(began), strings.Join(shares, ", ")
}

// callsOf returns how many calls each pod has answered, by its own metrics, without those about its health.
func (c *cluster) callsOf(t *testing.T, pods []pod) []float64 {
	t.Helper()
	counts := make([]float64, len(pods))
	for i, pod := range pods {
		lines := bufio.NewScanner(strings.NewReader(c.proxied(t, pod.Metadata.Name, "8081", "/metrics")))
		for lines.Scan() {
			line := lines.Text()
			if !strings.HasPrefix(line, "rpc_server_call_duration_seconds_count{") || strings.Contains(line, "grpc.health") {
				continue
			}
			value, err := strconv.ParseFloat(line[strings.LastIndexByte(line, ' ')+1:], 64)
			if err != nil {
				t.Fatalf("%s: %q: %v", pod.Metadata.Name, line, err)
			}
			counts[i] += value
		}
	}
	return counts
}
