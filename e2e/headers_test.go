package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/proto/toolnames"
)

// modes are the ways in which callers authenticate.
var modes = []string{"dev", "none", "oidc"}

func startIn(t *testing.T, mode string, origins ...string) *harness.Platform {
	t.Helper()
	return harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.AllowedOrigins = mode, origins
		if mode == "oidc" {
			c.SignIn.Issuer, c.SignIn.Audience = []string{harness.NewIssuer(t).URL}, []string{harness.Audience}
		}
	}})
}

func sendRaw(t *testing.T, method, url, body string, header map[string]string) *http.Response {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range header {
		request.Header.Set(name, value)
	}
	request.Host = header["Host"]
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

// Whatever is answered, a browser does no more with it than show it, and a page runs only what the gateway itself serves.
func TestEveryAnswerHasSecurityHeaders(t *testing.T) {
	inline := regexp.MustCompile(`unsafe-|sha256-|\*|http:|https:|data:|blob:`)
	platform := startIn(t, "dev")
	for _, path := range []string{
		"/", "/tasks", "/console", "/settings", "/sw.js", "/manifest.webmanifest", "/nowhere",
		"/docs", "/docs/none", "/assets/none", "/openapi.json", "/api/v1/tools", "/api/v1/tasks",
		"/api/v1/hadith/daily", "/api/v1/nowhere", "/mcp", "/api/v1/prayer-times.ics?city=Karachi",
	} {
		for _, host := range []string{"", "evil.example"} {
			response := sendRaw(t, http.MethodGet, platform.URL+path, "", map[string]string{"Host": host})
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "no-referrer",
				"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
			} {
				if got := response.Header.Values(name); len(got) != 1 || got[0] != want {
					t.Errorf("%s at %q: %s is %q, want %s", path, host, name, got, want)
				}
			}
			policy := response.Header.Values("Content-Security-Policy")
			if len(policy) != 1 || !strings.HasPrefix(policy[0], "default-src 'none'") ||
				!strings.Contains(policy[0], "frame-ancestors 'none'") || inline.MatchString(policy[0]) {
				t.Errorf("%s at %q: the policy is %q", path, host, policy)
			}
		}
	}
}

// A page of another site may not change anything, whichever way callers authenticate, unless the operator allows its origin.
func TestAPageOfAnotherSiteMayNotCall(t *testing.T) {
	requests := []struct{ method, path, body string }{
		{http.MethodPost, "/api/v1/tasks", `{"title":"x"}`},
		{http.MethodPatch, "/api/v1/users/me", `{"city":"Lahore"}`},
		{http.MethodDelete, "/api/v1/tasks/1", ""},
		{http.MethodPost, "/api/v1/users/me/tokens", `{"name":"x","scopes":["chat"]}`},
		{http.MethodPost, "/api/v1/tools/" + toolnames.CreateTask, `{"title":"x"}`},
		{http.MethodPost, "/api/v1/chat", `{"message":"hello"}`},
		{http.MethodPost, "/api/v1/intents/map", `{"intent":"create_task"}`},
		{http.MethodPost, "/mcp", `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
	}
	for _, mode := range modes {
		platform := startIn(t, mode, "https://app.example.org")
		for _, request := range requests {
			for name, header := range map[string]map[string]string{
				"by origin":         {"Origin": "https://evil.example"},
				"by the null one":   {"Origin": "null"},
				"by what it is":     {"Sec-Fetch-Site": "cross-site"},
				"of the same site":  {"Sec-Fetch-Site": "same-site"},
				"a forged allowed":  {"Origin": "https://app.example.org.evil.example"},
				"over another port": {"Origin": "https://app.example.org:444"},
			} {
				header["Content-Type"] = "text/plain" // as a form of another site may send
				response := sendRaw(t, request.method, platform.URL+request.path, request.body, header)
				if response.StatusCode != http.StatusForbidden {
					t.Errorf("%s, %s %s, %s: %s", mode, request.method, request.path, name, response.Status)
				}
			}
			for _, header := range []map[string]string{{}, {"Origin": "https://app.example.org", "Sec-Fetch-Site": "cross-site"}} {
				header["Content-Type"], header["Accept"] = "application/json", "application/json, text/event-stream"
				response := sendRaw(t, request.method, platform.URL+request.path, request.body, header)
				if response.StatusCode == http.StatusForbidden {
					t.Errorf("%s, %s %s from %q: %s", mode, request.method, request.path, header["Origin"], response.Status)
				}
			}
		}
	}
}

// The browser of an allowed page asks before it calls, and lets the page read the answer. No other page may.
func TestAPageOfAnAllowedSiteReadsTheAnswers(t *testing.T) {
	const allowed = "https://app.example.org"
	for _, mode := range modes {
		platform := startIn(t, mode, allowed)
		for _, path := range []string{"/mcp", "/api/v1/tasks", "/api/v1/tools/" + toolnames.CreateTask, "/api/v1/chat"} {
			asked := sendRaw(t, http.MethodOptions, platform.URL+path, "", map[string]string{
				"Origin": allowed, "Access-Control-Request-Method": "POST",
				"Access-Control-Request-Headers": "authorization,content-type,mcp-param-area,mcp-session-id",
			})
			granted := asked.Header
			if asked.StatusCode != http.StatusNoContent || granted.Get("Access-Control-Allow-Origin") != allowed ||
				!strings.Contains(granted.Get("Access-Control-Allow-Methods"), "POST") ||
				!strings.Contains(granted.Get("Access-Control-Allow-Headers"), "mcp-param-area") ||
				granted.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s, %s is granted %s %v", mode, path, asked.Status, granted)
			}
		}
		answered := sendRaw(t, http.MethodGet, platform.URL+"/api/v1/tools", "", map[string]string{"Origin": allowed})
		if answered.StatusCode != http.StatusOK || answered.Header.Get("Access-Control-Allow-Origin") != allowed ||
			!strings.Contains(strings.ToLower(answered.Header.Get("Access-Control-Expose-Headers")), "mcp-session-id") ||
			!strings.Contains(strings.Join(answered.Header.Values("Vary"), ","), "Origin") {
			t.Errorf("%s: the answer says %s %v", mode, answered.Status, answered.Header)
		}
		for _, method := range []string{http.MethodOptions, http.MethodGet} {
			other := sendRaw(t, method, platform.URL+"/api/v1/tools", "", map[string]string{
				"Origin": allowed + ".evil.example", "Access-Control-Request-Method": "POST",
			})
			if got := other.Header.Get("Access-Control-Allow-Origin"); got != "" {
				t.Errorf("%s, %s of another site: %q is allowed", mode, method, got)
			}
		}
	}
}

// In development a page that comes from this machine, as that of the MCP Inspector does, calls /mcp and reads the answers. It calls
// nothing else, and with another way to authenticate nothing at all.
func TestAPageOfThisMachineCallsMCPInDevelopment(t *testing.T) {
	const open = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"inspector","version":"1"}}}`
	asks := func(t *testing.T, url, origin string) (preflight, called *http.Response) {
		t.Helper()
		preflight = sendRaw(t, http.MethodOptions, url, "", map[string]string{
			"Origin": origin, "Access-Control-Request-Method": "POST", "Sec-Fetch-Site": "cross-site",
			"Access-Control-Request-Headers": "content-type,mcp-protocol-version,mcp-session-id",
		})
		called = sendRaw(t, http.MethodPost, url, open, map[string]string{
			"Origin": origin, "Sec-Fetch-Site": "cross-site", "Content-Type": "application/json",
		})
		return preflight, called
	}
	refused := func(t *testing.T, url, origin string) {
		t.Helper()
		preflight, called := asks(t, url, origin)
		if called.StatusCode != http.StatusForbidden || preflight.Header.Get("Access-Control-Allow-Origin") != "" ||
			called.Header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s from %s: %s, %v", url, origin, called.Status, preflight.Header)
		}
	}
	own := []string{"http://localhost:6274", "http://127.0.0.1:1", "https://[::1]:5173", "http://localhost"}
	for _, mode := range modes {
		platform := startIn(t, mode)
		for _, origin := range own {
			refused(t, platform.URL+"/api/v1/tasks", origin)
			refused(t, platform.URL+"/api/v1/tools/"+toolnames.CreateTask, origin)
			if mode != "dev" {
				refused(t, platform.URL+"/mcp", origin)
				continue
			}
			preflight, called := asks(t, platform.URL+"/mcp", origin)
			if got := preflight.Header.Get("Access-Control-Allow-Origin"); got != origin || preflight.StatusCode >= http.StatusBadRequest {
				t.Errorf("%s asks, and is told %s %q", origin, preflight.Status, got)
			}
			exposed := called.Header.Get("Access-Control-Expose-Headers")
			if called.StatusCode != http.StatusOK || called.Header.Get("Access-Control-Allow-Origin") != origin ||
				!strings.Contains(exposed, "Mcp-Session-Id") || !strings.Contains(exposed, "Www-Authenticate") ||
				called.Header.Get("Access-Control-Allow-Credentials") != "" {
				t.Errorf("%s calls, and gets %s %v", origin, called.Status, called.Header)
			}
		}
		for _, origin := range []string{
			"http://localhost.evil.example", "http://evil.localhost:6274", "http://localhost@evil.example", "null", "file://localhost",
			"http://192.168.0.1:6274", "http://localhost:6274/", "http://0.0.0.0:6274", "http://127.0.0.1.nip.io",
		} {
			refused(t, platform.URL+"/mcp", origin)
		}
	}
}
