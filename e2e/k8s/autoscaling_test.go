//go:build k8s

package k8s

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// testAutoscaling gives masjid-svc an autoscaler instead of a number of replicas, and calls it more than two can answer
// within what they ask for.
func testAutoscaling(t *testing.T, c *cluster) {
	const program = "masjid-svc"
	fixed := append([]string{"upgrade", release, chart(t), "--wait", "--timeout=4m"}, chartArguments(t)...)
	autoscaled := append(slices.Clip(fixed),
		"--set", "services.masjid.autoscaling.enabled=true", "--set", "services.masjid.autoscaling.maxReplicas=4",
		"--set", "services.masjid.resources.requests.cpu=40m")
	if _, err := c.helm(autoscaled...); err != nil {
		t.Fatal(err)
	}
	// An autoscaler mends what is too few, but needs 15 seconds for that.
	if replicas := c.kubectl(t, "get", deployment(program), "-o", "jsonpath={.spec.replicas}"); replicas == "1" {
		t.Error("the upgrade that brings the autoscaler leaves one pod")
	}
	t.Cleanup(func() {
		if _, err := c.helm(fixed...); err != nil {
			t.Error(err)
		}
	})
	hpa := release + "-" + program
	eventually(t, "the autoscaler knows how busy the pods are", 90*time.Second, func() bool {
		return c.kubectl(t, "get", "hpa", hpa, "-o", "jsonpath={.status.currentMetrics[0].resource.current.averageUtilization}") != ""
	})
	began := time.Now()
	c.kubectlWith(t, busyPod(t, c), "apply", "-f", "-")
	t.Cleanup(func() { c.kubectl(t, "delete", "pod", "busy", "--ignore-not-found") })
	r := c.during(t, 0, func() {
		eventually(t, "more replicas are ready", 2*time.Minute, func() bool { return len(c.readyPodsOf(t, program)) > 2 })
	})
	up := time.Since(began)
	c.kubectl(t, "delete", "pod", "busy")
	began = time.Now()
	eventually(t, "there are fewer replicas again", 5*time.Minute, func() bool { return len(c.podsOf(t, program)) == 2 })
	measured.add("autoscaling of "+program+" under three hundred calls a second more", "a third replica is ready after "+seconds(up)+
		", two are left "+seconds(time.Since(began))+" after it; "+calls(r), "reacts")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed", r.Failed(), r.Calls())
	}
}

// busyPod is a second load: three hundred calls a second that masjid-svc answers.
func busyPod(t *testing.T, c *cluster) string {
	t.Helper()
	text := loadManifest(c.safeNode(t))
	text = strings.Replace(text, "name: load\n  labels: {app: load}", "name: busy\n  labels: {app: busy}", 1)
	return strings.Replace(text, "args:\n", "args:\n        - --every=3ms\n        - --only=REST, prayer times\n", 1)
}

func (c *cluster) readyPodsOf(t *testing.T, program string) []pod {
	t.Helper()
	var ready []pod
	for _, pod := range c.podsOf(t, program) {
		if pod.ready() {
			ready = append(ready, pod)
		}
	}
	return ready
}
