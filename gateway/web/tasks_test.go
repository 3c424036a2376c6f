package web

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/clock"
)

// A task says how far from its prayer it is, and its form changes that.
func TestATaskIsKeptSoLongFromItsPrayer(t *testing.T) {
	const before = `{"id":1,"title":"Dua","priority":"medium","linked_prayer":"Maghrib","prayer_offset_minutes":-10}`
	var sent string
	api := http.NewServeMux()
	api.HandleFunc("/", http.NotFound)
	api.HandleFunc("GET /api/v1/tasks", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "["+before+"]") })
	api.HandleFunc("GET /api/v1/tasks/1", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, before) })
	take := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent = string(body)
		_, _ = io.WriteString(w, before)
	}
	api.HandleFunc("PATCH /api/v1/tasks/1", take)
	api.HandleFunc("POST /api/v1/tasks", take)
	pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	handler := pages.Handler(api)
	if page := get(t, handler, "/tasks").Body.String(); !strings.Contains(page, `<span class="tag">10 min before Maghrib</span>`) {
		t.Errorf("the list does not say it: %s", page)
	}
	if page := get(t, handler, "/tasks/1").Body.String(); !strings.Contains(page, `name="prayer_offset_minutes" value="-10"`) {
		t.Errorf("the form does not have it: %s", page)
	}
	for _, c := range []struct{ path, minutes, want string }{
		{"/tasks/1", "15", `"prayer_offset_minutes":15`},
		{"/tasks/1", "", `"prayer_offset_minutes":0`},
		{"/tasks", "-20", `"prayer_offset_minutes":-20`},
		{"/tasks", "", `"title":"Dua"}`},
	} {
		form := url.Values{"title": {"Dua"}, "prayer_offset_minutes": {c.minutes}}
		post := httptest.NewRequestWithContext(t.Context(), http.MethodPost, c.path, strings.NewReader(form.Encode()))
		post.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, post)
		if answer.Code != http.StatusSeeOther || !strings.Contains(sent, c.want) {
			t.Errorf("%s with %q: %d, sent %s, want %s", c.path, c.minutes, answer.Code, sent, c.want)
		}
	}
}
