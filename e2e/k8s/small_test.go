//go:build k8s

package k8s

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// small is a release as one tries the chart: on files, called through kubectl port-forward.
const small = "salaatflow-small"

// testSmall installs the development example beside the other release, with the ways that production does not go: a file on a
// volume, migrations by each pod, and network policies. A task outlives its pod, and the volume the release.
func testSmall(t *testing.T, c *cluster) {
	c.mustBeOurs(t)
	if c.database == nil {
		t.Skip("this needs a database of its own on the PostgreSQL beside the cluster")
	}
	c.provideSmall(t)
	began := time.Now()
	_, err := c.helm("install", small, chart(t), "--wait", "--timeout=3m",
		"--values", filepath.Join(chart(t), "values-dev.yaml"), "--values", repository(t, "e2e/k8s/testdata/small.yaml"),
		"--set", "image.registry="+*registry, "--set", "image.tag="+*tag)
	t.Cleanup(func() { _, _ = c.helm("uninstall", small, "--ignore-not-found") }) // it may be gone
	if err != nil {
		c.explain(t)
		t.Fatal(err)
	}
	up := time.Since(began)

	gateway := c.forward(t, "deployment/"+small+"-gateway", 8080)
	eventually(t, "a task is made", 30*time.Second, func() bool {
		status, _ := callAs(t, http.MethodPost, gateway+"/api/v1/tasks", `{"title": "Kept on a volume"}`)
		return status == http.StatusCreated
	})
	if status, body := callAs(t, http.MethodGet, gateway+"/api/v1/users/me", ""); status != http.StatusOK {
		t.Errorf("users-svc, which its pods have migrated, answers %d %s", status, body)
	}
	c.kubectl(t, "delete", "pod", "-l", "app.kubernetes.io/instance="+small+",app.kubernetes.io/component=tasks-svc")
	c.kubectl(t, "rollout", "status", "deployment/"+small+"-tasks-svc", "--timeout=60s")
	eventually(t, "the task is there in another pod", 30*time.Second, func() bool {
		_, body := callAs(t, http.MethodGet, gateway+"/api/v1/tasks", "")
		return strings.Contains(body, "Kept on a volume")
	})
	policies := len(strings.Fields(c.kubectl(t, "get", "networkpolicies", "-l", "app.kubernetes.io/instance="+small, "-o", "name")))
	if policies == 0 {
		t.Error("there are no network policies")
	}

	if _, err := c.helm("uninstall", small, "--wait"); err != nil {
		t.Fatal(err)
	}
	claim := "pvc/" + small + "-tasks-svc"
	if phase := c.kubectl(t, "get", claim, "-o", "jsonpath={.status.phase}"); phase != "Bound" {
		t.Errorf("the volume of a release that is gone is %s", phase)
	}
	c.leaveNothing(t, small, *namespace)
	measured.add("the development example with a volume, three pods that migrate, and "+fmt.Sprint(policies)+
		" network policies, which this cluster does not enforce", "up after "+seconds(up)+"; a task outlives its pod, the volume the release",
		"comes up")
}

// provideSmall makes what the small release is installed on: a database, and a volume that is a folder of the machine.
func (c *cluster) provideSmall(t *testing.T) {
	t.Helper()
	c.database.make(t, "small")
	for name, role := range map[string]string{"small-database": "app", "small-database-ddl": "owner"} {
		url := fmt.Sprintf("postgres://%s:%s@postgresql:5432/small?sslmode=disable", role, role)
		c.kubectl(t, "create", "secret", "generic", name, "--from-literal=url="+url)
	}
	c.kubectlWith(t, fmt.Sprintf(volume, t.TempDir(), c.safeNode(t)), "apply", "-f", "-")
	t.Cleanup(func() { _, _ = c.tryKubectl("", "delete", "pv", "small", "--wait=false") }) // the cluster may be gone
}

// volume is a folder of a node.
const volume = `
apiVersion: v1
kind: PersistentVolume
metadata: {name: small}
spec:
  capacity: {storage: 1Gi}
  accessModes: [ReadWriteOnce]
  persistentVolumeReclaimPolicy: Retain
  local: {path: %q}
  nodeAffinity:
    required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [%q]}]}]}
`

var forwarding = regexp.MustCompile(`127\.0\.0\.1:\d+`)

// forward forwards a port of this machine to one of a pod, as an operator does who tries the chart, and returns its URL.
func (c *cluster) forward(t *testing.T, pod string, port int) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.WithoutCancel(t.Context()))
	command := exec.CommandContext(ctx, *kubectlBin, "--kubeconfig", *kubeconfig, "-n", *namespace,
		"port-forward", pod, fmt.Sprintf(":%d", port))
	output, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		cancel()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = command.Wait() // it was ended
	})
	line, err := bufio.NewReader(output).ReadString('\n')
	address := forwarding.FindString(line)
	if err != nil || address == "" {
		t.Fatalf("kubectl port-forward says %q: %v", line, err)
	}
	return "http://" + address
}

// callAs calls the gateway as user 1 of the development example.
func callAs(t *testing.T, method, url, body string) (status int, answer string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 15*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-User-ID", "1")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err.Error()
	}
	return response.StatusCode, string(text)
}
