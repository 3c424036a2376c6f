//go:build k8s

package k8s

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"os/exec"
	"slices"
	"strings"
	"sync"
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
	fewest := c.fewest(t, program)
	r := c.during(t, 2*time.Second, func() {
		if _, err := c.helm(autoscaled...); err != nil {
			t.Fatal(err)
		}
	})
	t.Cleanup(func() {
		if _, err := c.helm("rollback", release, "--wait", "--timeout=4m"); err != nil {
			t.Error(err)
		}
	})
	// An autoscaler mends what is too few, but needs 15 seconds for that.
	if wanted, ready := fewest(); wanted < 2 || ready < 2 {
		t.Errorf("while the autoscaler comes there are to be %d pods, and %d are ready, of 2 before", wanted, ready)
	}
	measured.add("an autoscaler for "+program+" is switched on", calls(r), "0 failed, never fewer pods")
	if r.Failed() > 0 {
		t.Errorf("%d of %d calls failed when it was switched on", r.Failed(), r.Calls())
	}
	hpa := release + "-" + program
	eventually(t, "the autoscaler knows how busy the pods are", 90*time.Second, func() bool {
		return c.kubectl(t, "get", "hpa", hpa, "-o", "jsonpath={.status.currentMetrics[0].resource.current.averageUtilization}") != ""
	})
	began := time.Now()
	c.kubectlWith(t, busyPod(t, c), "apply", "-f", "-")
	t.Cleanup(func() { c.kubectl(t, "delete", "pod", "busy", "--ignore-not-found") })
	r = c.during(t, 0, func() {
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

// fewest follows a deployment, and returns what ends that: it says how few pods there were to be, and how few were ready.
func (c *cluster) fewest(t *testing.T, program string) (end func() (wanted, ready int)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	command := exec.CommandContext(ctx, *kubectlBin, "--kubeconfig", *kubeconfig, "-n", *namespace, "get", deployment(program), "--watch",
		"-o", `jsonpath={.spec.replicas} {.status.readyReplicas}{"\n"}`)
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	reader := bufio.NewReader(output)
	first, err := reader.ReadString('\n') // it follows from here on
	if err != nil {
		t.Error(err)
	}
	rest := make(chan string)
	go func() {
		text, _ := io.ReadAll(reader) // until it is ended
		rest <- string(text)
	}()
	end = sync.OnceValues(func() (wanted, ready int) {
		cancel()
		text := first + <-rest
		_ = command.Wait() // it was ended
		wanted, ready = math.MaxInt, math.MaxInt
		for line := range strings.Lines(text) {
			var now, up int
			_, _ = fmt.Sscan(line, &now, &up) // what is not there is none
			wanted, ready = min(wanted, now), min(ready, up)
		}
		return wanted, ready
	})
	t.Cleanup(func() { end() })
	return end
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
