package certs_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/salaatflow/platform/salaatflow/internal/certs"
)

// A Secret says whose it is and to which release it belongs, so that whoever uninstalls finds it.
func TestASecretNamesItsRelease(t *testing.T) {
	written := map[string]json.RawMessage{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPatch || r.Header.Get("Authorization") != "Bearer token" {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		var body struct{ Metadata json.RawMessage }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		written[r.URL.Path] = body.Metadata
	}))
	t.Cleanup(server.Close)
	token := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(token, []byte("token"), 0o600); err != nil {
		t.Fatal(err)
	}
	for release, want := range map[string]string{
		"live": `{"name":"p-ca-tls","labels":{"app.kubernetes.io/instance":"live",` +
			`"app.kubernetes.io/managed-by":"salaatflow-certs","app.kubernetes.io/part-of":"salaatflow"},` +
			`"annotations":{"argocd.argoproj.io/compare-options":"IgnoreExtraneous","argocd.argoproj.io/sync-options":"Prune=false"}}`,
		"": `{"name":"p-ca-tls","labels":{"app.kubernetes.io/managed-by":"salaatflow-certs","app.kubernetes.io/part-of":"salaatflow"}}`,
	} {
		secrets := &certs.Secrets{Server: server.URL, Client: server.Client(), TokenFile: token, Namespace: "n", Prefix: "p", Release: release}
		if err := secrets.Save(t.Context(), "ca", map[string][]byte{"ca.crt": []byte("x")}); err != nil {
			t.Fatal(err)
		}
		if got := string(written["/api/v1/namespaces/n/secrets/p-ca-tls"]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
