package web

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"testing"

	"log/slog"

	"github.com/salaatflow/platform/services/clock"
)

// serve returns the pages in front of a platform that answers nothing.
func serve(t *testing.T) http.Handler {
	t.Helper()
	pages, err := New(Options{Development: true, Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatal(err)
	}
	return pages.Handler(http.NotFoundHandler())
}

func get(t *testing.T, handler http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", "gzip")
	answer := httptest.NewRecorder()
	handler.ServeHTTP(answer, request)
	return answer
}

var loaded = regexp.MustCompile(`(?:href|src)="(/assets/[^"]+\.(?:css|js))"`)

// A page stays light on a telephone, and is a page even where no part of the platform answers.
func TestScriptsAndStylesOfAPageAreLight(t *testing.T) {
	const most = 100_000
	handler := serve(t)
	home := get(t, handler, "/")
	if home.Code != http.StatusOK {
		t.Fatalf("%d %s", home.Code, home.Body)
	}
	sum, files := 0, loaded.FindAllStringSubmatch(home.Body.String(), -1)
	if len(files) != 3 {
		t.Errorf("the page loads %q, and not a style and two scripts", files)
	}
	for _, file := range files {
		answer := get(t, handler, file[1])
		if answer.Code != http.StatusOK || answer.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" {
			t.Errorf("%s: %d, %v", file[1], answer.Code, answer.Header())
		}
		sum += answer.Body.Len()
	}
	t.Logf("%d bytes", sum)
	if sum > most {
		t.Errorf("scripts and styles are %d bytes compressed, more than %d", sum, most)
	}
}

// What runs in a page is in files of its own, so that nothing that gets into a page's text can run.
func TestNoPageHasScriptOrStyleInItsText(t *testing.T) {
	inline := regexp.MustCompile(`(?i)<script(?:>|[^>]*[^>]>\s*[^<\s])|\son[a-z]+=|\sstyle=|<style|javascript:`)
	handler := serve(t)
	for _, path := range []string{"/", "/today", "/tasks", "/masjids", "/hadith", "/settings", "/console", "/nowhere"} {
		answer := get(t, handler, path)
		if found := inline.FindString(answer.Body.String()); found != "" {
			t.Errorf("%s has %q", path, found)
		}
	}
}
