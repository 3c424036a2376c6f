package policy

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
)

// everything is every scope that the tests need.
const everything = "tasks:read tasks:write chat users:read users:write skills:read audit:read"

// start boots a platform with a policy file, whose path it returns. Callers sign in at the providers; without any it is
// development, where a call names its user.
func start(t *testing.T, rules string, providers ...provider) (gate, string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "policy.yaml")
	write(t, file, rules)
	return gate{harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Policy.File = file
		for _, p := range providers {
			c.Auth, c.SignIn.Audience = "oidc", []string{audience}
			c.SignIn.Issuer = append(c.SignIn.Issuer, p.URL)
		}
	}})}, file
}

// write puts a file in the place of another in one step, as a deployment does.
func write(t *testing.T, file, text string) {
	t.Helper()
	must(t, os.WriteFile(file+".new", []byte(text), 0o600))
	must(t, os.Rename(file+".new", file))
}

// gate is a platform with a policy.
type gate struct{ *harness.Platform }

// answer is a response, read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// object returns the body as a JSON object.
func (a answer) object(t *testing.T) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal(a.body, &object); err != nil {
		t.Fatalf("%d %s: %v", a.status, a.body, err)
	}
	return object
}

// call sends a request. Who is "" for an anonymous caller, the number of a user in development, else a token.
func (g gate) call(t *testing.T, who, method, path, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, g.URL+path, bytes.NewReader([]byte(body)))
	must(t, err)
	switch {
	case who == "":
	case len(who) <= 10:
		request.Header.Set("X-User-ID", who)
	default:
		request.Header.Set("Authorization", "Bearer "+who)
	}
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := g.HTTP.Do(request)
	must(t, err)
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	must(t, err)
	return answer{response.StatusCode, response.Header, content}
}
