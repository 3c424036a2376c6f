package openapi_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/openapi"
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
	text, err := openapi.Document(append(tools, &hostile), services, nil, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func docs(t testing.TB, path string) *httptest.ResponseRecorder {
	t.Helper()
	recorder := httptest.NewRecorder()
	page := openapi.DocsPage(func() int { return 1 }, func(int) ([]byte, error) { return whole(t), nil })
	page.ServeHTTP(recorder, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil))
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
		text := strings.ReplaceAll(got.Body.String(), "http://127.0.0.1:8080", "") // of samples
		if found := elsewhere.FindString(text); found != "" {
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
	if strings.Contains(got.Body.String(), "<img") {
		t.Error("what a tool says of itself becomes a part of the page")
	}
}

// Who has no JavaScript reads everything: each operation, with its parameters and how it is called.
func TestDocsPageIsReadWithoutScript(t *testing.T) {
	text := docs(t, "/docs").Body.String()
	var document struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(whole(t), &document); err != nil {
		t.Fatal(err)
	}
	operations := 0
	for path, item := range document.Paths {
		if !strings.Contains(text, "<code>"+path+"</code>") {
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
		`<section id="TaskService">`, `id="TaskService_CreateTask"`, `<span class="verb DELETE">`, "salaatflow call " + toolnames.CreateTask,
		"one of low, medium, high", "http.NewRequestWithContext", "await fetch(", "curl -X POST", `<span class="must">required</span>`,
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

// Page, script and style are small on the way.
func TestDocsPageIsLight(t *testing.T) {
	const most = 100 << 10
	total := 0
	for _, path := range []string{"/docs", "/docs/script.js", "/docs/style.css"} {
		var packed bytes.Buffer
		writer := gzip.NewWriter(&packed)
		_, _ = writer.Write(docs(t, path).Body.Bytes()) // writing to a buffer cannot fail
		_ = writer.Close()
		t.Logf("%s: %d bytes, %d compressed", path, len(docs(t, path).Body.Bytes()), packed.Len())
		total += packed.Len()
	}
	if total > most {
		t.Errorf("%d bytes compressed, more than %d", total, most)
	}
}
