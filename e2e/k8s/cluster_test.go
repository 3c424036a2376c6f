//go:build k8s

package k8s

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// cluster is the cluster under test, by the programs that an operator uses.
type cluster struct {
	whole    *testing.T // the test that all parts belong to
	database *database  // nil: somebody else's
}

func newCluster(t *testing.T) *cluster {
	c := &cluster{whole: t}
	c.kubectl(t, "create", "namespace", *namespace)
	t.Cleanup(func() { _, _ = c.tryKubectl(t, "", "delete", "namespace", *namespace, "--wait=false") }) // the cluster may be gone
	c.kubectl(t, "label", "namespace", *namespace, "pod-security.kubernetes.io/enforce=restricted")
	return c
}

// mustBeOurs skips a test that takes the machine, if the cluster is somebody else's.
func (c *cluster) mustBeOurs(t *testing.T) {
	t.Helper()
	if *machine == "" {
		t.Skip("this takes the machine of the cluster itself: run \"make e2e-k8s\"")
	}
}

// kubectl runs kubectl in the release's namespace and returns its output.
func (c *cluster) kubectl(t *testing.T, arguments ...string) string {
	t.Helper()
	return c.kubectlWith(t, "", arguments...)
}

// kubectlWith is kubectl with standard input.
func (c *cluster) kubectlWith(t *testing.T, input string, arguments ...string) string {
	t.Helper()
	output, err := c.tryKubectl(t, input, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

func (c *cluster) tryKubectl(t *testing.T, input string, arguments ...string) (string, error) {
	return run(t, input, *kubectlBin, append([]string{"--kubeconfig", *kubeconfig, "-n", *namespace}, arguments...)...)
}

func (c *cluster) helm(t *testing.T, arguments ...string) (string, error) {
	return run(t, "", *helmBin, append([]string{"--kubeconfig", *kubeconfig, "-n", *namespace}, arguments...)...)
}

// machine runs a command of the program that made the cluster.
func (c *cluster) machine(t *testing.T, arguments ...string) {
	t.Helper()
	if _, err := run(t, "", *machine, arguments...); err != nil {
		t.Fatal(err)
	}
}

// commandTimeout is more than any command takes: a roll-out of one deployment, an upgrade with a migration.
const commandTimeout = 5 * time.Minute

func run(t *testing.T, input, name string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), commandTimeout)
	defer cancel()
	command := exec.CommandContext(ctx, name, arguments...)
	command.Stdin = strings.NewReader(input)
	output, err := command.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", filepath.Base(name), strings.Join(arguments, " "), err, bytes.TrimSpace(exit.Stderr))
	}
	return string(output), err
}

// pod is what the tests want to know of a pod.
type pod struct {
	Metadata struct {
		Name              string            `json:"name"`
		UID               string            `json:"uid"`
		Labels            map[string]string `json:"labels"`
		DeletionTimestamp *time.Time        `json:"deletionTimestamp"`
	} `json:"metadata"`
	Spec struct {
		NodeName string `json:"nodeName"`
	} `json:"spec"`
	Status struct {
		Conditions []struct{ Type, Status string } `json:"conditions"`
	} `json:"status"`
}

func (p pod) ready() bool {
	for _, condition := range p.Status.Conditions {
		if condition.Type == "Ready" {
			return condition.Status == "True"
		}
	}
	return false
}

// podsOf returns the pods of one program that are not being deleted.
func (c *cluster) podsOf(t *testing.T, program string) []pod {
	t.Helper()
	var list struct {
		Items []pod `json:"items"`
	}
	c.get(t, &list, "pods", "-l", "app.kubernetes.io/component="+program)
	pods := list.Items[:0]
	for _, pod := range list.Items {
		if pod.Metadata.DeletionTimestamp == nil {
			pods = append(pods, pod)
		}
	}
	return pods
}

// get decodes objects of the cluster.
func (c *cluster) get(t *testing.T, into any, arguments ...string) {
	t.Helper()
	output := c.kubectl(t, append([]string{"get", "-o", "json"}, arguments...)...)
	if err := json.Unmarshal([]byte(output), into); err != nil {
		t.Fatalf("kubectl get %v: %v", arguments, err)
	}
}

// proxied gets a path of a pod through the API server, which works with every cluster.
func (c *cluster) proxied(t *testing.T, pod, port, path string) string {
	t.Helper()
	return c.kubectl(t, "get", "--raw", fmt.Sprintf("/api/v1/namespaces/%s/pods/%s:%s/proxy%s", *namespace, pod, port, path))
}

// deployment returns the name of the deployment of a program.
func deployment(program string) string { return "deployment/" + release + "-" + program }

// awaitRollout waits until a deployment is as it should be.
func (c *cluster) awaitRollout(t *testing.T, program string) {
	t.Helper()
	c.kubectl(t, "rollout", "status", deployment(program), "--timeout=180s")
}

// awaitAll waits until every deployment is.
func (c *cluster) awaitAll(t *testing.T) {
	t.Helper()
	for _, program := range programs {
		c.awaitRollout(t, program)
	}
}

// eventually looks twice a second whether something has come about, and returns how long that took.
func eventually(t *testing.T, what string, timeout time.Duration, done func() bool) time.Duration {
	t.Helper()
	began := time.Now()
	ticker := time.NewTicker(500 * time.Millisecond)
	defer ticker.Stop()
	for !done() {
		if time.Since(began) > timeout {
			t.Fatalf("not within %v: %s", timeout, what)
		}
		<-ticker.C
	}
	return time.Since(began)
}

// programs are the deployments, in the order in which they are restarted.
var programs = []string{
	"registry-svc", "users-svc", "tasks-svc", "masjid-svc", "hadith-svc", "skills-svc", "chat-svc", "audit-svc", "gateway",
}

// repository is the folder of the repository's file.
func repository(t *testing.T, path string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(folder, "..", "..", path)
}
