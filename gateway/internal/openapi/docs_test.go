package openapi_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/internal/openapi"
)

func TestDocsPageStandsAlone(t *testing.T) {
	recorder := httptest.NewRecorder()
	openapi.DocsPage().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs", nil))
	page := recorder.Body.String()
	if recorder.Code != http.StatusOK || recorder.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%d %s", recorder.Code, recorder.Header().Get("Content-Type"))
	}
	if found := regexp.MustCompile(`(?i)https?://|src=|@import|url\(`).FindString(page); found != "" {
		t.Errorf("the page asks for something from elsewhere: %s", found)
	}
	// What is shown comes from whoever registered a tool.
	if found := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(`).FindString(page); found != "" {
		t.Errorf("the page turns text into HTML or code: %s", found)
	}
}

// A browser runs the page's script and applies its style only if the policy names their hashes.
func TestDocsPagePolicyNamesItsOwnParts(t *testing.T) {
	recorder := httptest.NewRecorder()
	openapi.DocsPage().ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs", nil))
	policy := recorder.Header().Get("Content-Security-Policy")
	for _, tag := range []string{"script", "style"} {
		_, rest, ok := strings.Cut(recorder.Body.String(), "<"+tag+">")
		part, _, closed := strings.Cut(rest, "</"+tag+">")
		if !ok || !closed {
			t.Fatalf("no %s on the page", tag)
		}
		sum := sha256.Sum256([]byte(part))
		if want := tag + "-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(policy, want) {
			t.Errorf("policy %q lacks %s", policy, want)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; connect-src 'self';") {
		t.Errorf("policy %q allows more than the page needs", policy)
	}
}
