package web

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

// A page offers to take back what was done just now, and nothing else that an address asks for.
func TestANoticeUndoesWhatItTells(t *testing.T) {
	for address, want := range map[string]notice{
		"/tasks?notice=task_completed&undo=7":            {Undo: "/tasks/7/reopen"},
		"/tasks?notice=task_completed&undo=7/delete":     {},
		"/tasks?notice=task_added&undo=7":                {},
		"/tasks?notice=tasks_done&do=reopen&undo=1.20":   {Undo: "/tasks/all", Do: "reopen", Tasks: []string{"1", "20"}},
		"/tasks?notice=tasks_done&do=undelete&undo=3":    {Undo: "/tasks/all", Do: "undelete", Tasks: []string{"3"}},
		"/tasks?notice=tasks_done&do=delete&undo=1":      {},
		"/tasks?notice=tasks_done&do=reopen&undo=1..2":   {},
		"/tasks?notice=tasks_done&do=reopen":             {},
		"/tasks?notice=tasks_done":                       {},
		"/console/skills/a?notice=override_added&undo=5": {Undo: "/console/skills/a/overrides/5/revoke"},
		"/tasks?notice=override_added&undo=5":            {},
	} {
		got := noticeOf(httptest.NewRequest(http.MethodGet, address, nil))
		if got == nil || got.Undo != want.Undo || got.Do != want.Do || !slices.Equal(got.Tasks, want.Tasks) {
			t.Errorf("%s: %+v, want %+v", address, got, want)
		}
	}
	if got := noticeOf(httptest.NewRequest(http.MethodGet, "/?notice=you_won", nil)); got != nil {
		t.Errorf("an address says what it likes: %+v", got)
	}
}
