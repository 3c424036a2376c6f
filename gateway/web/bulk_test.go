package web

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/clock"
)

// Where something is done to several tasks and fails on the way, the page says which were done, which not and why, and offers to take
// back what was done, and that alone.
func TestWhatIsDoneInPartIsSaidAndCanBeTakenBack(t *testing.T) {
	for _, c := range []struct {
		name     string
		statuses map[string]int // of tasks that are refused
		done     []string
		left     []string
		why      string
	}{
		{"a task is gone", map[string]int{"2": 404}, []string{"1", "3", "4"}, []string{"2"}, "not there any more"},
		{"too often", map[string]int{"3": 429, "4": 429}, []string{"1", "2"}, []string{"3", "4"}, "too often"},
		{"a service is away", map[string]int{"2": 503, "3": 503, "4": 503}, []string{"1"}, []string{"2", "3", "4"}, "cannot be reached"},
		{"one is gone, then a service is away", map[string]int{"1": 404, "4": 503}, []string{"2", "3"}, []string{"1", "4"}, "cannot be reached"},
	} {
		t.Run(c.name, func(t *testing.T) {
			api := http.NewServeMux()
			api.HandleFunc("/", http.NotFound)
			api.HandleFunc("GET /api/v1/tasks", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("[]")) })
			api.HandleFunc("PATCH /api/v1/tasks/{id}/complete", func(w http.ResponseWriter, r *http.Request) {
				if status := c.statuses[r.PathValue("id")]; status != 0 {
					w.WriteHeader(status)
				}
			})
			pages, err := New(Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				t.Fatal(err)
			}
			handler := pages.Handler(api)
			form := url.Values{"do": {"complete"}, "task": {"1", "2", "3", "4"}}
			sent := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/tasks/all", strings.NewReader(form.Encode()))
			sent.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			answer := httptest.NewRecorder()
			handler.ServeHTTP(answer, sent)
			if answer.Code != http.StatusSeeOther {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
			page := get(t, handler, answer.Header().Get("Location")).Body.String()
			if !strings.Contains(page, c.why) {
				t.Errorf("the page does not say why: %s", page)
			}
			for _, id := range []string{"1", "2", "3", "4"} {
				if offered, want := strings.Contains(page, `name="task" value="`+id+`"`), slices.Contains(c.done, id); offered != want {
					t.Errorf("to take back task %s is offered: %t, want %t", id, offered, want)
				}
				if named, want := strings.Contains(page, `<a href="/tasks/`+id+`">`+id+`</a>`), slices.Contains(c.left, id); named != want {
					t.Errorf("task %s is named as left: %t, want %t", id, named, want)
				}
			}
			if !strings.Contains(page, `name="do" value="reopen"`) {
				t.Error("nothing takes it back")
			}
		})
	}
}
