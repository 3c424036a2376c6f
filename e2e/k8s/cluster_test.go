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
	"slices"
	"strings"
	"testing"
	"time"
)

// cluster is the cluster under test, by the programs that an operator uses.
type cluster struct {
	database *database // nil: somebody else's
	folder   string    // of files that last as long as the release
	atEnd    []func()
}

// theRelease is the cluster with the release in it; nil before the first test. It stays unusable if that could not install it.
var (
	theRelease *cluster
	isUsable   bool
)

// installed returns the cluster with the release in it, under load.
func installed(t *testing.T) *cluster {
	t.Helper()
	if *kubeconfig == "" {
		t.Fatal("-kubeconfig: name the cluster, or run \"make e2e-k8s\", which brings one up")
	}
	if *machine == "" && (*databaseURL == "" || *redisURL == "") {
		t.Fatal("-database-url, -redis-url: name what somebody else's cluster is to use")
	}
	if theRelease == nil {
		theRelease = newCluster(t)
		theRelease.install(t)
		theRelease.startLoad(t)
		isUsable = true
	}
	if !isUsable {
		t.Fatal("nothing is installed, so nothing can be tested")
	}
	return theRelease
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	c := &cluster{}
	if err := c.makeFolder(); err != nil {
		t.Fatal(err)
	}
	c.kubectl(t, "create", "namespace", *namespace)
	c.finally(func() {
		patience := "--timeout=120s"
		if *machine != "" { // the cluster goes too
			patience = "--wait=false"
		}
		_, _ = run("", *kubectlBin, "--kubeconfig", *kubeconfig, "delete", "namespace", *namespace, patience) // the cluster may be gone
	})
	c.kubectl(t, "label", "namespace", *namespace, "pod-security.kubernetes.io/enforce=restricted")
	return c
}

// makeFolder makes a folder that outlives the test which installs the release.
func (c *cluster) makeFolder() (err error) {
	c.folder, err = os.MkdirTemp("", "salaatflow-k8s-")
	c.finally(func() { _ = os.RemoveAll(c.folder) }) // it is of no use to anybody, and in the way of nobody
	return err
}

// finally has something done after the last test.
func (c *cluster) finally(do func()) { c.atEnd = append(c.atEnd, do) }

func (c *cluster) end() {
	for _, do := range slices.Backward(c.atEnd) {
		do()
	}
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
	output, err := c.tryKubectl(input, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

func (c *cluster) tryKubectl(input string, arguments ...string) (string, error) {
	return run(input, *kubectlBin, append([]string{"--kubeconfig", *kubeconfig, "-n", *namespace}, arguments...)...)
}

func (c *cluster) helm(arguments ...string) (string, error) {
	return run("", *helmBin, append([]string{"--kubeconfig", *kubeconfig, "-n", *namespace}, arguments...)...)
}

// machine runs a command of the program that made the cluster.
func (c *cluster) machine(t *testing.T, arguments ...string) {
	t.Helper()
	if _, err := run("", *machine, arguments...); err != nil {
		t.Fatal(err)
	}
}

// commandTimeout is more than any command takes: a roll-out of one deployment, an upgrade with a migration.
const commandTimeout = 5 * time.Minute

func run(input, name string, arguments ...string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), commandTimeout)
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

// program returns which program a pod is of.
func (p pod) program() string { return p.Metadata.Labels["app.kubernetes.io/component"] }

func (p pod) ending() bool { return p.Metadata.DeletionTimestamp != nil }

// podsOf returns the pods of programs that are not being deleted.
func (c *cluster) podsOf(t *testing.T, programs ...string) []pod {
	t.Helper()
	return slices.DeleteFunc(c.allPodsOf(t, programs), pod.ending)
}

// allPodsOf returns the pods of programs, those too that are being deleted.
func (c *cluster) allPodsOf(t *testing.T, programs []string) []pod {
	t.Helper()
	var list struct {
		Items []pod `json:"items"`
	}
	selector := "app.kubernetes.io/instance=" + release + ",app.kubernetes.io/component in (" + strings.Join(programs, ",") + ")"
	c.get(t, &list, "pods", "-l", selector)
	return list.Items
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

func deployments(programs []string) []string {
	names := make([]string, len(programs))
	for i, program := range programs {
		names[i] = deployment(program)
	}
	return names
}

// awaitRollout waits until the deployments of programs are as they should be.
func (c *cluster) awaitRollout(t *testing.T, programs ...string) {
	t.Helper()
	c.kubectl(t, slices.Concat([]string{"rollout", "status", "--timeout=180s"}, deployments(programs))...)
}

// awaitAll waits until every deployment is.
func (c *cluster) awaitAll(t *testing.T) {
	t.Helper()
	c.awaitRollout(t, programs...)
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
