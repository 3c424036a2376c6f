package web

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/openapi"
	"github.com/salaatflow/platform/gateway/web/internal/words"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/toolspec"
)

// What is shown comes from whoever registered a tool, so it must not become HTML or code; and what stands in the page is not run.
var (
	elsewhere = regexp.MustCompile(`(?i)(src|href)="?https?://|@import|url\(`)
	evaluates = regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(`)
	inline    = regexp.MustCompile(`(?i)<style|<script>|<script[^>]*>[^<]|<[^>]* (on[a-z]+|style)=|"javascript:`)
)

// whole is a document of the platform's own services and of a tool that tries to be more than text.
func whole(t testing.TB) []byte {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	hostile := *tools[0]
	hostile.Name, hostile.Title = "hostile", `<script>alert(1)</script>`
	hostile.Description = `"><img src=x onerror=alert(1)> javascript:alert(1)`
	text, err := openapi.Document(t.Context(), openapi.API{Tools: append(tools, &hostile), Services: services, Version: "1.2.3"})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// showDocs returns what /docs answers a browser that prefers a language.
func showDocs(t testing.TB, lang string) *httptest.ResponseRecorder {
	t.Helper()
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(whole(t)) })
	pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs", nil)
	request.Header.Set("Accept-Language", lang)
	recorder := httptest.NewRecorder()
	pages.Handler(api).ServeHTTP(recorder, request)
	return recorder
}

func TestDocsPageStandsAlone(t *testing.T) {
	page := showDocs(t, "en")
	if page.Code != http.StatusOK || page.Header().Get("Content-Type") != "text/html; charset=utf-8" {
		t.Errorf("%d %s", page.Code, page.Header().Get("Content-Type"))
	}
	handler := serve(t)
	texts := map[string]string{"/docs": strings.ReplaceAll(page.Body.String(), "http://127.0.0.1:8080", "")} // of samples
	for _, file := range loaded.FindAllStringSubmatch(page.Body.String(), -1) {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), http.MethodGet, file[1], nil))
		texts[file[1]] = strings.ReplaceAll(answer.Body.String(), "url(/assets/", "(")
	}
	if len(texts) != 4 {
		t.Errorf("the page loads %d files, and not two styles and a script", len(texts)-1)
	}
	for path, text := range texts {
		if found := elsewhere.FindString(text); found != "" {
			t.Errorf("%s asks for something from elsewhere: %s", path, found)
		}
		if found := evaluates.FindString(text); found != "" {
			t.Errorf("%s turns text into HTML or code: %s", path, found)
		}
	}
}

// A browser runs what the policy allows: the page's own files, and nothing that stands in the page.
func TestDocsPageHasNoScriptOrStyleInIt(t *testing.T) {
	got := showDocs(t, "en")
	policy := got.Header().Get("Content-Security-Policy")
	for _, want := range []string{
		"default-src 'none'; script-src 'self'; style-src 'self';", "frame-ancestors 'none'", "require-trusted-types-for 'script'",
	} {
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
	if strings.Contains(got.Body.String(), "<img src=x") {
		t.Error("what a tool says of itself becomes a part of the page")
	}
}

// Who has no JavaScript reads everything: each operation, with its parameters and how it is called.
func TestDocsPageIsReadWithoutScript(t *testing.T) {
	text := showDocs(t, "en").Body.String()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(whole(t), &document); err != nil {
		t.Fatal(err)
	}
	operations := 0
	for path, item := range document.Paths {
		if !strings.Contains(text, ">"+path+"</code>") {
			t.Errorf("%s is missing", path)
		}
		for verb := range item {
			if verb != "parameters" {
				operations++
			}
		}
	}
	if shown := strings.Count(text, `class="operation"`); shown != operations {
		t.Errorf("%d operations are shown, want %d", shown, operations)
	}
	for _, want := range []string{
		`<section class="operations" id="TaskService">`, `id="TaskService_CreateTask"`, `<span class="verb DELETE"`,
		"salaatflow call " + toolnames.CreateTask,
		`one of <code lang="en" dir="ltr">low, medium, high</code>`, "http.NewRequestWithContext", "await fetch(", "curl -X POST",
		`>required</span>`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it lacks %s", want)
		}
	}
	for shared, want := range map[string]int{`id="answer-Problem"`: 1, `href="#answer-Problem"`: operations - 1} {
		if got := strings.Count(text, shared); got < 1 || got > want {
			t.Errorf("%s stands there %d times, want 1 to %d", shared, got, want)
		}
	}
	if strings.Index(text, `id="TaskService"`) > strings.Index(text, `id="tools"`) {
		t.Error("the tools stand before the tasks")
	}
}

// The page speaks the reader's language, and says of what comes from the contract that it is English.
func TestDocsPageSpeaksTheReadersLanguage(t *testing.T) {
	for lang, want := range map[string][]string{
		words.English:   {`<html lang="en" dir="ltr"`, "Link to this", "A user is needed."},
		words.RomanUrdu: {`<html lang="ur-Latn" dir="ltr"`, "Is ka link", "Is ke liye user zaroori hai."},
		words.Urdu:      {`<html lang="ur" dir="rtl"`, "اس کا لنک", "اس کے لیے صارف ضروری ہے۔", "مسجدیں اور اوقاتِ نماز"},
	} {
		answer := showDocs(t, lang)
		text := answer.Body.String()
		for _, part := range append(want, `<span class="about" lang="en" dir="ltr">Creates a spiritual task`, `name="lang" value="ur-Latn"`) {
			if !strings.Contains(text, part) {
				t.Errorf("%s: it lacks %s", lang, part)
			}
		}
		if got := answer.Header().Get("Content-Language"); got != lang {
			t.Errorf("%s: the language is said to be %s", lang, got)
		}
	}
}

// The page is written once for each language and document, and browsers that have it are not sent it again.
func TestDocsPageIsWrittenOnceForEachDocument(t *testing.T) {
	version, sent := "1", 0
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", version)
		if r.Header.Get("If-None-Match") == version {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		sent++
		_, _ = w.Write([]byte(`{"info":{"title":"T","version":"version ` + version + `"}}`))
	})
	pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	handler := pages.Handler(api)
	ask := func(lang, known string) *httptest.ResponseRecorder {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/docs", nil)
		request.Header.Set("Accept-Language", lang)
		request.Header.Set("If-None-Match", known)
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, request)
		return recorder
	}
	tag := ask("en", "").Header().Get("ETag")
	if again := ask("en", tag); again.Code != http.StatusNotModified || sent != 1 {
		t.Errorf("the same page again: %d, read %d times", again.Code, sent)
	}
	if urdu := ask("ur", tag); urdu.Code != http.StatusOK || urdu.Header().Get("Content-Language") != "ur" {
		t.Errorf("in another language: %d", urdu.Code)
	}
	version = "2"
	for _, lang := range []string{"en", "ur"} {
		if page := ask(lang, tag); page.Code != http.StatusOK || !strings.Contains(page.Body.String(), "version 2") {
			t.Errorf("%s after a change: %d", lang, page.Code)
		}
	}
}

// Page, scripts and styles are small on the way.
func TestDocsPageIsLight(t *testing.T) {
	const most = 100 << 10
	page := showDocs(t, "en").Body.Bytes()
	var packed bytes.Buffer
	writer := gzip.NewWriter(&packed)
	_, _ = writer.Write(page) // writing to a buffer cannot fail
	_ = writer.Close()
	t.Logf("/docs: %d bytes, %d compressed", len(page), packed.Len())
	total, handler := packed.Len(), serve(t)
	for _, file := range loaded.FindAllStringSubmatch(string(page), -1) {
		size := get(t, handler, file[1]).Body.Len()
		t.Logf("%s: %d compressed", file[1], size)
		total += size
	}
	if total > most {
		t.Errorf("%d bytes compressed, more than %d", total, most)
	}
}
