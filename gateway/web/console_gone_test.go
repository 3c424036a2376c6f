package web

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/clock"
)

// What is gone stays on both pages, with why, since when and what it offered, and an operator may forget it.
func TestWhatIsGoneIsShownUntilItIsForgotten(t *testing.T) {
	forgotten := ""
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /api/v1/gateway/health", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"programs":[
			{"program":"gateway","instance":"g","address":"127.0.0.1:8080","since":"2026-03-02T05:00:00Z","ready":true},
			{"program":"garden-svc","instance":"left","ready":false,"reason":"it has stopped",
				"registration":{"state":"stopped","departed_at":"2026-03-02T06:00:00Z"}},
			{"program":"hadith-svc","ready":false,"down":true,"reason":"no instance of it has registered",
				"registration":{"state":"never_registered"}},
			{"program":"tasks-svc","instance":"dead","address":"127.0.0.1:9001","ready":false,"down":true,
				"reason":"it is gone: nothing answers at its address",
				"registration":{"state":"gone","departed_at":"2026-03-02T07:00:00Z","tools":["`+toolnames.CreateTask+`"]}},
			{"program":"tasks-svc","instance":"one","address":"127.0.0.1:9002","since":"2026-03-02T05:00:00Z","ready":true,
				"registration":{"state":"serving","lease_ends_at":"2026-03-02T08:00:00Z","lease_ttl":"10s","renewed":true}}
			],"down":2}`)
	})
	api.HandleFunc("POST /api/v1/registry/instances/forget", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		forgotten = string(body)
		_, _ = io.WriteString(w, `{"count":1}`)
	})
	pages, err := New(Options{Development: true, Clock: clock.System(), Logger: slog.New(slog.NewTextHandler(t.Output(), nil))})
	if err != nil {
		t.Fatal(err)
	}
	handler := pages.Handler(api)
	ask := func(method, path string, form url.Values) *httptest.ResponseRecorder {
		request := httptest.NewRequest(method, path, strings.NewReader(form.Encode()))
		request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		return answer
	}
	for path, wants := range map[string][]string{
		"/console/health": {
			"2 of 4 programs are not ready", "not in use, in order: 1", "gone since", "it is gone: nothing answers at its address",
			"stopped since", "no instance of it has registered",
		},
		"/console/services": {
			"Instances: 4", "gone since", "it is gone: nothing answers at its address", toolnames.CreateTask,
			"stopped since", "never registered", "takes calls",
		},
		"/console/services?service=tasks-svc": {"Instances: 2", "127.0.0.1:9001", "127.0.0.1:9002"},
	} {
		answer := ask(http.MethodGet, path, nil)
		for _, want := range wants {
			if !strings.Contains(answer.Body.String(), want) {
				t.Errorf("%s: %d, without %q: %s", path, answer.Code, want, answer.Body)
			}
		}
	}
	form := url.Values{"service": {"tasks-svc"}, "instance": {"dead"}}
	if asked := ask(http.MethodPost, "/console/services/forget", form); asked.Code != http.StatusOK || forgotten != "" ||
		!strings.Contains(asked.Body.String(), "Forget tasks-svc?") {
		t.Errorf("it is not asked first: %d %s, %s", asked.Code, asked.Body, forgotten)
	}
	form.Set("sure", "yes")
	if done := ask(http.MethodPost, "/console/services/forget", form); done.Code != http.StatusSeeOther ||
		!strings.Contains(forgotten, `"instance":"dead"`) || !strings.Contains(forgotten, `"service":"tasks-svc"`) {
		t.Errorf("%d %s, %q", done.Code, done.Body, forgotten)
	}
}
