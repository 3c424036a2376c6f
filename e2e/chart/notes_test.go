//go:build chart

package chart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// asObject renders a file of the chart as the text of an object, since `helm template` leaves the notes out.
const asObject = `
apiVersion: v1
kind: ConfigMap
metadata: {name: notes, labels: {app.kubernetes.io/component: notes}}
data:
  text: |
    {{- include (print .Template.BasePath "/_notes.tpl") . | nindent 4 }}
`

// notes returns what Helm tells the operator after an installation.
func notes(t *testing.T, example string) string {
	t.Helper()
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(chartFolder)); err != nil {
		t.Fatal(err)
	}
	templates := filepath.Join(folder, "templates")
	if err := os.Rename(filepath.Join(templates, "NOTES.txt"), filepath.Join(templates, "_notes.tpl")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(templates, "notes.yaml"), []byte(asObject), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := helm(t, append([]string{"template", "salaatflow", folder, "--namespace", "salaatflow"}, arguments(example)...)...)
	if err != nil {
		t.Fatal(err)
	}
	return at[string](find(t, parse(t, out), "ConfigMap", "notes"), "data", "text")
}

// The notes say what is there, how to reach it, and what is open.
func TestNotes(t *testing.T) {
	for example, want := range map[string][]string{
		"dev": {
			"salaatflow-tasks-svc: 1 replica, sqlite\n", "salaatflow-registry-svc: 1 replica, memory\n", "salaatflow-gateway: 1 replica\n",
			"The CronJob salaatflow-certs runs at \"23 3 * * *\"", "create job renew-certificates --from=cronjob/salaatflow-certs\n",
			"kubectl --namespace salaatflow port-forward deployment/salaatflow-gateway 8080:8080\n", "X-User-ID",
		},
		"production": {
			"salaatflow-tasks-svc: 2 replicas, postgresql\n", "salaatflow-gateway: 2 replicas\n",
			"http://salaatflow-gateway.salaatflow.svc:80.", "port-forward service/salaatflow-gateway 8080:80\n",
		},
		"init-container": {"WARNING: tls.mode is none", "Name a Secret in rounds.existingSecret"},
		"everything":     {"cert-manager renews", "platform-tasks-svc: 2 to 10 replicas, postgresql\n", "platform-gateway.salaatflow.svc:8000."},
	} {
		got := notes(t, example)
		for _, part := range want {
			if !strings.Contains(got, part) {
				t.Errorf("%s: the notes lack %q:\n%s", example, part, got)
			}
		}
		if example != "init-container" && strings.Contains(got, "WARNING") {
			t.Errorf("%s: the notes warn:\n%s", example, got)
		}
		if example != "init-container" && strings.Contains(got, "rounds.existingSecret") {
			t.Errorf("%s: the notes want a key of rounds, which there is, or one gateway alone:\n%s", example, got)
		}
	}
}
