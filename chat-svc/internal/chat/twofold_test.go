package chat_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// However many things a message asks for, three tools are called at most.
func TestAMessageIsAnsweredInFewTurns(t *testing.T) {
	calls := 0
	c := newChat(t, func(string, map[string]any) *toolresult.Result {
		calls++
		return toolresult.FromError(apperr.Unavailable("x"))
	})
	turn(asUser(t, 1), t, c, strings.Repeat("show my tasks and ", 20)+"show my tasks", "")
	if calls == 0 || calls > 3 {
		t.Errorf("%d tools were called, want 1 to 3", calls)
	}
}

// A message of which one part failed has failed, and tells of each.
func TestAPartThatFailsIsTold(t *testing.T) {
	c := newChat(t, func(tool string, _ map[string]any) *toolresult.Result {
		if tool == toolnames.GetPrayerTimes {
			return toolresult.FromError(apperr.Unavailable("x"))
		}
		return toolresult.OK([]byte(`{"tasks": [], "count": 0}`))
	})
	got := turn(asUser(t, 1), t, c, "when is maghrib and show my tasks", "")
	if got.Success || *got.Tool != toolnames.GetPrayerTimes || !strings.Contains(got.Message, "no pending tasks") {
		t.Errorf("%+v, want the failure, and the list beside it", got)
	}
}
