package challenge_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// tokens verifies "reader", who may read tasks.
type tokens struct{}

func (tokens) Verify(_ context.Context, token string) (identity.Caller, error) {
	if token == "reader" {
		return identity.Caller{UserID: 7, Role: identity.RoleUser, Scopes: identity.LimitTo("tasks:read")}, nil
	}
	return identity.Caller{}, apperr.Unauthenticated("the token is \"odd\"\r\nX: y ☪")
}

func (tokens) Known(string) (identity.Caller, bool) { return identity.Caller{}, false }

// answer returns the response to a request of a path, which needs scopes, and is refused with a status because it lacks some.
func answer(options challenge.Options, target, token string, status int, needed, missing []string) *httptest.ResponseRecorder {
	callers := authn.Authenticator{Mode: authn.OIDC, OIDC: tokens{}}
	challenges := challenge.New(options)
	refusing := challenges.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		challenge.Need(r.Context(), needed...)
		challenge.Lack(r.Context(), missing...)
		w.WriteHeader(status)
	}))
	request := httptest.NewRequest(http.MethodGet, target, nil)
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	recorder := httptest.NewRecorder()
	ctx := challenges.NewContext(authn.NewContext(request.Context(), callers.FromRequest(request)))
	refusing.ServeHTTP(recorder, request.WithContext(ctx))
	return recorder
}

func TestWhoIsRefusedLearnsHowToGoOn(t *testing.T) {
	const at = "https://api.example.org"
	for name, c := range map[string]struct {
		path, token string
		status      int
		needed      []string
		missing     []string
		want        string
	}{
		"no token": {
			"/api/v1/tasks", "", 401, []string{"tasks:read"}, nil,
			`Bearer scope="tasks:read", resource_metadata="` + at + `/.well-known/oauth-protected-resource"`,
		},
		"no token, and nothing known of the call": {
			"/x", "", 401, nil, nil, `Bearer resource_metadata="` + at + `/.well-known/oauth-protected-resource"`,
		},
		"no token over MCP": {"/mcp", "", 401, nil, nil, `Bearer resource_metadata="` + at + `/.well-known/oauth-protected-resource/mcp"`},
		"a bad token": {
			"/api/v1/tasks", "odd", 401, []string{"a", "b"}, nil,
			`Bearer error="invalid_token", error_description="the token is 'odd'??X: y ?", scope="a b", ` +
				`resource_metadata="` + at + `/.well-known/oauth-protected-resource"`,
		},
		"too few scopes": {
			"/api/v1/tasks", "reader", 403, []string{"tasks:write"}, []string{"tasks:write"},
			`Bearer error="insufficient_scope", error_description="the token needs further scopes", scope="tasks:write", ` +
				`resource_metadata="` + at + `/.well-known/oauth-protected-resource"`,
		},
		"forbidden for another reason":    {"/api/v1/tasks", "reader", 403, []string{"tasks:write"}, nil, ""},
		"forbidden, and no token":         {"/api/v1/tasks", "", 403, []string{"tasks:read"}, nil, ""},
		"a good answer":                   {"/api/v1/tasks", "reader", 200, []string{"tasks:write"}, nil, ""},
		"an answer that there is nothing": {"/api/v1/tasks", "reader", 404, []string{"tasks:write"}, nil, ""},
	} {
		options := challenge.Options{Issuers: []string{"https://id.example.org"}, PublicURL: at + "/"}
		got := answer(options, c.path, c.token, c.status, c.needed, c.missing)
		if header := got.Header().Get("WWW-Authenticate"); header != c.want || got.Code != c.status {
			t.Errorf("%s: %d\n%s, want\n%s", name, got.Code, header, c.want)
		}
	}
}

// In development nobody signs in anywhere, and an API token counts all the same.
func TestWithoutAProviderNoMetadataIsNamed(t *testing.T) {
	for name, c := range map[string]struct {
		token  string
		status int
		want   string
	}{
		"no token":    {"", 401, `Bearer scope="tasks:write"`},
		"a bad token": {"odd", 401, `Bearer error="invalid_token", error_description="the token is 'odd'??X: y ?", scope="tasks:write"`},
		"too few scopes": {
			"reader", 403, `Bearer error="insufficient_scope", error_description="the token needs further scopes", scope="tasks:write"`,
		},
	} {
		got := answer(challenge.Options{}, "/api/v1/tasks", c.token, c.status, []string{"tasks:write"}, []string{"tasks:write"})
		if header := got.Header().Get("WWW-Authenticate"); header != c.want {
			t.Errorf("%s: %s, want %s", name, header, c.want)
		}
	}
}

func TestTheGatewayNamesItselfAsItsCallerDid(t *testing.T) {
	for host, want := range map[string]string{
		"127.0.0.1:8080":            "http://127.0.0.1:8080",
		"[::1]:8080":                "http://[::1]:8080",
		"localhost":                 "http://localhost",
		"api.example.org":           "https://api.example.org",
		"api.example.org:8443":      "https://api.example.org:8443",
		"127.0.0.1.evil.example":    "https://127.0.0.1.evil.example",
		"localhost.evil.example:80": "https://localhost.evil.example:80",
		`x", realm="y`:              "",
		"a b":                       "",
		"user@host":                 "",
		"host/path":                 "",
		"":                          "",
	} {
		request := httptest.NewRequest(http.MethodGet, "/.well-known/oauth-protected-resource/mcp", nil)
		request.Host = host
		request.Header.Set("X-Forwarded-Host", "evil.example")
		request.Header.Set("X-Forwarded-Proto", "gopher")
		recorder := httptest.NewRecorder()
		serve := challenge.New(challenge.Options{
			Issuers: []string{"https://id.example.org"}, Scopes: func() []string { return []string{"chat"} },
		}).Metadata
		serve(recorder, request)
		if want == "" {
			if recorder.Code != http.StatusBadRequest {
				t.Errorf("%q: %d %s, want 400", host, recorder.Code, recorder.Body)
			}
			continue
		}
		var got map[string]any
		if err := json.Unmarshal(recorder.Body.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		wanted := map[string]any{
			"resource": want + "/mcp", "authorization_servers": []any{"https://id.example.org"}, "scopes_supported": []any{"chat"},
			"bearer_methods_supported": []any{"header"}, "resource_name": "Salaatflow", "resource_documentation": want + "/docs",
		}
		if !reflect.DeepEqual(got, wanted) || recorder.Header().Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %v, want %v", host, got, wanted)
		}
	}
}

func TestThePublicURLIsThatOfAHost(t *testing.T) {
	for _, right := range []string{
		"", "https://api.example.org", "https://api.example.org/", "https://api.example.org:8443", "http://127.0.0.1:8080",
	} {
		if err := challenge.CheckPublicURL(right); err != nil {
			t.Errorf("%s: %v", right, err)
		}
	}
	for _, wrong := range []string{
		"api.example.org", "http://api.example.org", "https://", "https://api.example.org/path", "https://api.example.org?x",
		"https://api.example.org#x", "https://user@api.example.org", "ftp://api.example.org", `https://a"b`, "https://a b",
	} {
		if err := challenge.CheckPublicURL(wrong); err == nil {
			t.Errorf("%s is taken for the URL of a host", wrong)
		}
	}
}
