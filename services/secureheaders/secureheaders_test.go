package secureheaders_test

import (
	"crypto/tls"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/salaatflow/platform/services/secureheaders"
)

func TestEachResponseKeepsABrowserFromDoingMoreWithIt(t *testing.T) {
	handler := secureheaders.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page" {
			w.Header().Set("Content-Security-Policy", "default-src 'self'")
			w.Header().Add("Referrer-Policy", "origin")
		}
	}))
	get := func(path string, secure bool) http.Header {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		if secure {
			request.TLS = new(tls.ConnectionState)
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder.Header()
	}
	if got := get("/page", false).Get("Content-Security-Policy"); got != "default-src 'self'" {
		t.Errorf("a page's own policy became %q", got)
	}
	want := map[string]string{
		"Content-Security-Policy": secureheaders.Policy, "X-Frame-Options": "DENY", "X-Content-Type-Options": "nosniff",
		"Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
		"Strict-Transport-Security": "",
	}
	for name, value := range want { // also after a page has changed its own
		if got := get("/", false).Values(name); value == "" && len(got) > 0 || value != "" && (len(got) != 1 || got[0] != value) {
			t.Errorf("%s is %q, want %q", name, got, value)
		}
	}
	if got := get("/", true).Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("over TLS, Strict-Transport-Security is %q", got)
	}
}

func BenchmarkHandler(b *testing.B) {
	handler := secureheaders.Handler(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	request := httptest.NewRequestWithContext(b.Context(), http.MethodGet, "/", nil)
	recorder := httptest.NewRecorder()
	b.ReportAllocs()
	for b.Loop() {
		handler.ServeHTTP(recorder, request)
	}
}
