package openapi_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/openapi"
)

// What is shown comes from whoever registered a tool, so it must not become HTML or code; and what stands in the page is not run.
var (
	elsewhere = regexp.MustCompile(`(?i)https?://|@import|url\(`)
	evaluates = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(`)
	inline    = regexp.MustCompile(`(?i)<style|<script>|<script[^>]*>[^<]| on[a-z]+=| style=|javascript:`)
)

func docs(t *testing.T, path string) *httptest.ResponseRecorder {
	t.Helper()
	recorder := httptest.NewRecorder()
	openapi.DocsPage().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
	return recorder
}

func TestDocsPageStandsAlone(t *testing.T) {
	for path, contentType := range map[string]string{
		"/docs": "text/html; charset=utf-8", "/docs/script.js": "text/javascript; charset=utf-8",
		"/docs/style.css": "text/css; charset=utf-8",
	} {
		got := docs(t, path)
		if got.Code != http.StatusOK || got.Header().Get("Content-Type") != contentType {
			t.Errorf("%s: %d %s", path, got.Code, got.Header().Get("Content-Type"))
		}
		if found := elsewhere.FindString(got.Body.String()); found != "" {
			t.Errorf("%s asks for something from elsewhere: %s", path, found)
		}
		if found := evaluates.FindString(got.Body.String()); found != "" {
			t.Errorf("%s turns text into HTML or code: %s", path, found)
		}
	}
	if got := docs(t, "/docs/other.js"); got.Code != http.StatusNotFound {
		t.Errorf("another file: %d", got.Code)
	}
}

// A browser runs what the policy allows: the page's own files, and nothing that stands in the page.
func TestDocsPageHasNoScriptOrStyleInIt(t *testing.T) {
	got := docs(t, "/docs")
	policy := got.Header().Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'none'; connect-src 'self'; script-src 'self'; style-src 'self';", "frame-ancestors 'none'"} {
		if !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %s", policy, want)
		}
	}
	if strings.Contains(policy, "unsafe") {
		t.Errorf("policy %q allows what stands in the page", policy)
	}
	if found := inline.FindString(got.Body.String()); found != "" {
		t.Errorf("in the page stands %s", found)
	}
}
