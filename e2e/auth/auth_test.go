//go:build auth

package auth

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
)

// audience is what the provider's tokens are meant for.
const audience = "salaatflow"

// gate is a platform whose callers sign in at a provider.
type gate struct {
	*harness.Platform
	provider *provider
}

func start(t *testing.T) gate {
	t.Helper()
	p := startProvider(t)
	return gate{startPlatform(t, p.issuer), p}
}

func startPlatform(t *testing.T, issuer string) *harness.Platform {
	t.Helper()
	return harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.SignIn.Issuer, c.SignIn.Audience = "oidc", []string{issuer}, []string{audience}
	}})
}

// signIn returns an access token for a user.
func (g gate) signIn(t *testing.T, name string, scopes ...string) string {
	t.Helper()
	return g.provider.signIn(t, name, g.URL, scopes...)
}

// answer is a response, read.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// challenge returns the WWW-Authenticate header.
func (a answer) challenge() string { return a.header.Get("WWW-Authenticate") }

// object returns the body as a JSON object.
func (a answer) object(t *testing.T) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal(a.body, &object); err != nil {
		t.Fatalf("%s: %v", a.body, err)
	}
	return object
}

// call sends a request with a token, if there is one, and headers given as name, value.
func (g gate) call(t *testing.T, method, path, token, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, g.URL+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	for pair := range slices.Chunk(headers, 2) {
		request.Header.Set(pair[0], pair[1])
	}
	response, err := g.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, content}
}

func TestWhoSignsInCallsByEveryEdge(t *testing.T) {
	g := start(t)
	t.Run("nobody is told how to sign in", func(t *testing.T) { unknownCaller(t, g) })
	t.Run("the metadata says what is needed", func(t *testing.T) { metadata(t, g) })
	t.Run("REST, tool calls and the chat", func(t *testing.T) { edges(t, g) })
	t.Run("two people are two users", func(t *testing.T) { twoPeople(t, g) })
	t.Run("what else names a caller means nothing", func(t *testing.T) { otherNames(t, g) })
	t.Run("a token of few scopes", func(t *testing.T) { fewScopes(t, g) })
	t.Run("an administrator", func(t *testing.T) { administrator(t, g) })
	t.Run("an MCP client signs in by itself", func(t *testing.T) { mcpClient(t, g) })
	t.Run("an MCP client asks for more", func(t *testing.T) { mcpStepUp(t, g) })
	t.Run("the provider is killed", func(t *testing.T) { providerKilled(t, g) })
}

func unknownCaller(t *testing.T, g gate) {
	metadata := `resource_metadata="` + g.URL + `/.well-known/oauth-protected-resource"`
	for _, path := range []string{"/api/v1/tasks", "/api/v1/users/me"} {
		got := g.call(t, http.MethodGet, path, "", "")
		if got.status != http.StatusUnauthorized || !strings.Contains(got.challenge(), metadata) ||
			!strings.Contains(got.challenge(), `scope="`) || strings.Contains(got.challenge(), "error=") {
			t.Errorf("%s: %d, %s", path, got.status, got.challenge())
		}
	}
	got := g.call(t, http.MethodPost, "/api/v1/tools/add_task", "", `{"title":"Read"}`)
	if got.status != http.StatusUnauthorized || got.object(t)["error"] != "AUTH_REQUIRED" ||
		!strings.Contains(got.challenge(), `scope="tasks:write"`) || !strings.Contains(got.challenge(), metadata) {
		t.Errorf("a tool call: %d, %s, %s", got.status, got.challenge(), got.body)
	}
	for _, wrong := range []string{"nonsense", "a.b.c", "sft_nonsense"} {
		got := g.call(t, http.MethodGet, "/api/v1/tasks", wrong, "")
		if got.status != http.StatusUnauthorized || !strings.Contains(got.challenge(), `error="invalid_token"`) {
			t.Errorf("the token %s: %d, %s", wrong, got.status, got.challenge())
		}
	}
	if got := g.call(t, http.MethodGet, "/api/v1/masjids?limit=1", "", ""); got.status != http.StatusOK {
		t.Errorf("what anybody may read: %d, %s", got.status, got.body)
	}
}

func metadata(t *testing.T, g gate) {
	for path, resource := range map[string]string{"": g.URL, "/mcp": g.URL + "/mcp"} {
		got := g.call(t, http.MethodGet, "/.well-known/oauth-protected-resource"+path, "", "")
		said := got.object(t)
		if got.status != http.StatusOK || said["resource"] != resource {
			t.Errorf("%s: %d, %s", path, got.status, got.body)
		}
		if servers, _ := said["authorization_servers"].([]any); len(servers) != 1 || servers[0] != g.provider.issuer {
			t.Errorf("%s: the authorization servers are %v", path, said["authorization_servers"])
		}
		scopes, _ := said["scopes_supported"].([]any)
		for _, scope := range []string{"tasks:read", "tasks:write", "chat", "users:read"} {
			if !slices.Contains(scopes, any(scope)) {
				t.Errorf("%s: the scopes %v have no %s", path, scopes, scope)
			}
		}
	}
}

func edges(t *testing.T, g gate) {
	token := g.signIn(t, "aisha", "tasks:read", "tasks:write", "chat", "users:read")
	made := g.call(t, http.MethodPost, "/api/v1/tasks", token, `{"title":"Read Quran"}`)
	if made.status != http.StatusCreated {
		t.Fatalf("REST: %d, %s, %s", made.status, made.body, made.challenge())
	}
	if got := g.call(t, http.MethodPost, "/api/v1/tools/add_task", token, `{"title":"Give charity"}`); got.object(t)["success"] != true {
		t.Errorf("a tool call: %s", got.body)
	}
	got := g.call(t, http.MethodPost, "/api/v1/chat", token, `{"message":"add a task to call my mother"}`)
	if said := got.object(t); got.status != http.StatusOK || said["tool"] != "create_task" || said["success"] != true {
		t.Errorf("the chat: %d, %s", got.status, got.body)
	}
	var tasks []map[string]any
	if err := json.Unmarshal(g.call(t, http.MethodGet, "/api/v1/tasks", token, "").body, &tasks); err != nil || len(tasks) != 3 {
		t.Errorf("the tasks are %v, %v; want the three that were made", tasks, err)
	}
}

func twoPeople(t *testing.T, g gate) {
	numbers := map[any]bool{}
	for _, name := range []string{"bilal", "khadija", "bilal"} {
		me := g.call(t, http.MethodGet, "/api/v1/users/me", g.signIn(t, name, "users:read", "tasks:read"), "").object(t)
		numbers[me["id"]] = true
	}
	if len(numbers) != 2 {
		t.Errorf("two people are the users %v", numbers)
	}
	if got := g.call(t, http.MethodGet, "/api/v1/tasks", g.signIn(t, "khadija", "tasks:read"), ""); string(got.body) != "[]" {
		t.Errorf("khadija has %s, which she did not make", got.body)
	}
}

func otherNames(t *testing.T, g gate) {
	token := g.signIn(t, "umar", "tasks:read", "tasks:write")
	const list, asUser, forged = "/api/v1/tools/list_tasks", "X-User-ID", "Grpc-Metadata-X-User-Id"
	for name, c := range map[string]struct {
		token, path, body string
		headers           []string
		want              int
	}{
		"a header alone":                    {"", list, `{}`, []string{asUser, "1"}, http.StatusUnauthorized},
		"a header alone, where anybody may": {"", "/api/v1/tools/list_masjids", `{}`, []string{asUser, "1"}, http.StatusUnauthorized},
		"an argument alone":                 {"", list, `{"user_id":1}`, nil, http.StatusUnauthorized},
		"a query alone":                     {"", list + "?user_id=1", `{}`, nil, http.StatusUnauthorized},
		"a role alone":                      {"", list, `{}`, []string{"X-User-Role", "admin"}, http.StatusUnauthorized},
		"another in a header":               {token, list, `{}`, []string{asUser, "1"}, http.StatusForbidden},
		"another in an argument":            {token, list, `{"user_id":1}`, nil, http.StatusForbidden},
		"another in a query":                {token, list + "?user_id=1", `{}`, nil, http.StatusForbidden},
		"metadata of gRPC":                  {"", list, `{}`, []string{forged, "1"}, http.StatusUnauthorized},
	} {
		if got := g.call(t, http.MethodPost, c.path, c.token, c.body, c.headers...); got.status != c.want {
			t.Errorf("%s: %d, %s; want %d", name, got.status, got.body, c.want)
		}
	}
	chat := g.call(t, http.MethodPost, "/api/v1/chat", token, `{"message":"show my tasks","user_id":1}`)
	if chat.status != http.StatusForbidden {
		t.Errorf("another in a chat: %d, %s", chat.status, chat.body)
	}
}

func fewScopes(t *testing.T, g gate) {
	token := g.signIn(t, "zainab", "tasks:read", "chat")
	if got := g.call(t, http.MethodGet, "/api/v1/tasks", token, ""); got.status != http.StatusOK {
		t.Errorf("what the scope allows: %d, %s", got.status, got.body)
	}
	for path, body := range map[string]string{"/api/v1/tasks": `{"title":"x"}`, "/api/v1/tools/create_task": `{"title":"x"}`} {
		got := g.call(t, http.MethodPost, path, token, body)
		if got.status != http.StatusForbidden || got.object(t)["error"] != "FORBIDDEN" ||
			!strings.Contains(got.challenge(), `error="insufficient_scope"`) || !strings.Contains(got.challenge(), `scope="tasks:write"`) {
			t.Errorf("%s: %d, %s, %s", path, got.status, got.challenge(), got.body)
		}
	}
	got := g.call(t, http.MethodPost, "/api/v1/chat", token, `{"message":"add a task to call my mother"}`)
	if said := got.object(t); got.status != http.StatusForbidden || said["success"] != false || said["error"] != "FORBIDDEN" {
		t.Errorf("the chat does what the token may not: %d, %s", got.status, got.body)
	}
}

func administrator(t *testing.T, g gate) {
	admin := g.call(t, http.MethodPut, "/api/v1/hadith/daily/2026-11-22", g.signIn(t, "admin", "hadith:write"), `{}`)
	user := g.call(t, http.MethodPut, "/api/v1/hadith/daily/2026-11-22", g.signIn(t, "umar", "hadith:write"), `{}`)
	if user.status != http.StatusForbidden || admin.status == http.StatusForbidden || admin.status == http.StatusUnauthorized {
		t.Errorf("an admin call: an admin gets %d %s, a user %d %s", admin.status, admin.body, user.status, user.body)
	}
}

func providerKilled(t *testing.T, g gate) {
	token, another := g.signIn(t, "aisha", "tasks:read"), g.signIn(t, "aisha", "tasks:read")
	if got := g.call(t, http.MethodGet, "/api/v1/tasks", token, ""); got.status != http.StatusOK {
		t.Fatalf("before: %d, %s", got.status, got.body)
	}
	g.provider.kill()
	for name, token := range map[string]string{"a token that was used": token, "a token that was not": another} {
		if got := g.call(t, http.MethodGet, "/api/v1/tasks", token, ""); got.status != http.StatusOK {
			t.Errorf("%s: %d, %s", name, got.status, got.body)
		}
	}
	late := gate{startPlatform(t, g.provider.issuer), g.provider}
	got := late.call(t, http.MethodGet, "/api/v1/tasks", token, "")
	if got.status != http.StatusUnauthorized || !strings.Contains(got.challenge(), "cannot be asked now") {
		t.Errorf("a gateway that started while the provider was away: %d, %s", got.status, got.challenge())
	}
	if got := late.call(t, http.MethodGet, "/api/v1/masjids?limit=1", "", ""); got.status != http.StatusOK {
		t.Errorf("what anybody may read, there: %d, %s", got.status, got.body)
	}
}
