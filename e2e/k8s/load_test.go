//go:build k8s

package k8s

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

// loadPod makes calls from within the cluster, where services and ingresses are. It runs beside the control plane, on a
// node that no test takes away.
const loadPod = `
apiVersion: v1
kind: Pod
metadata:
  name: load
  labels: {app: load}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  terminationGracePeriodSeconds: 1
  nodeSelector: {kubernetes.io/hostname: %[1]s}
  securityContext: {runAsNonRoot: true, runAsUser: 65532, runAsGroup: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}
  containers:
    - name: load
      image: %[2]s/salaatflow/load:%[3]s
      imagePullPolicy: IfNotPresent
      args:
        - --gateway=http://%[4]s-gateway-headless:8080
        - --registry=%[4]s-registry-svc-headless:9000
        - --credential-file=/credential/credential
        - --tls-cert=/tls/tls.crt
        - --tls-key=/tls/tls.key
        - --tls-ca=/tls/ca.crt
      ports: [{containerPort: 8080}]
      readinessProbe: {httpGet: {path: /healthz, port: 8080}, periodSeconds: 1}
      securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
      resources: {requests: {cpu: 10m, memory: 32Mi}, limits: {memory: 256Mi}}
      volumeMounts: [{name: credential, mountPath: /credential, readOnly: true}, {name: tls, mountPath: /tls, readOnly: true}]
  volumes:
    - {name: credential, secret: {secretName: salaatflow-credential, defaultMode: 0440}}
    - {name: tls, secret: {secretName: %[4]s-load-tls, defaultMode: 0440}}
`

func loadManifest(node string) string { return fmt.Sprintf(loadPod, node, *registry, *tag, release) }

// startLoad starts the load, and waits until every kind of call has been answered.
func (c *cluster) startLoad(t *testing.T) {
	t.Helper()
	c.kubectlWith(t, loadManifest(c.safeNode(t)), "apply", "-f", "-")
	c.kubectl(t, "wait", "--for=condition=Ready", "pod/load", "--timeout=120s")
	eventually(t, "every kind of call is answered", time.Minute, func() bool {
		r := c.load(t, "/so-far")
		for _, kind := range r.Kinds {
			if kind.Calls-kind.Failed == 0 {
				logFailures(t, r)
				return false
			}
		}
		return true
	})
	c.nextInterval(t)
}

// safeNode returns the node that stays as it is: the one of a control plane, or else the first.
func (c *cluster) safeNode(t *testing.T) string {
	t.Helper()
	return c.nodes(t)[0]
}

func (c *cluster) nodes(t *testing.T) []string {
	t.Helper()
	var list struct {
		Items []struct {
			Metadata struct {
				Name string `json:"name"`
			} `json:"metadata"`
		} `json:"items"`
	}
	c.get(t, &list, "nodes")
	var names []string
	for _, node := range list.Items {
		names = append(names, node.Metadata.Name)
	}
	return names
}

// nextInterval returns how the calls went since it was called last.
func (c *cluster) nextInterval(t *testing.T) report.Report {
	t.Helper()
	return c.load(t, "/next")
}

func (c *cluster) load(t *testing.T, path string) report.Report {
	t.Helper()
	var r report.Report
	if err := json.Unmarshal([]byte(c.proxied(t, "load", "8080", path)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// during returns how the calls went while something happened, and for so long after it.
func (c *cluster) during(t *testing.T, after time.Duration, do func()) report.Report {
	t.Helper()
	c.nextInterval(t)
	do()
	c.settle(t, after)
	r := c.nextInterval(t)
	logFailures(t, r)
	return r
}

// settle lets the load go on for a while: what a failure leads to may come late.
func (c *cluster) settle(t *testing.T, d time.Duration) {
	t.Helper()
	c.load(t, "/so-far?after="+d.String())
}
