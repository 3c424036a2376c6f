package chat_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// However many things a message asks for, three tools are called, and the rest is told not to be done.
func TestAMessageIsAnsweredInFewTurns(t *testing.T) {
	calls := 0
	c := newChat(t, func(string, map[string]any) *toolresult.Result {
		calls++
		return toolresult.FromError(apperr.Unavailable("x"))
	})
	got := turn(asUser(t, 1), t, c, strings.Repeat("show my tasks and then add buy milk and ", 5)+"show my tasks", "")
	if calls != 3 || !strings.Contains(got.Message, "have not done the rest") {
		t.Errorf("%d tools were called, want 3, and the rest named: %s", calls, got.Message)
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

// Each request of a message is done, what cannot be read is told, and what only sounds like several is one.
func TestEachRequestIsAnswered(t *testing.T) {
	c := newChat(t, nil)
	data, err := os.ReadFile("testdata/requests.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		read++
		var parts []string
		for part := range strings.SplitSeq(strings.TrimSpace(line), "|") {
			parts = append(parts, strings.TrimSpace(part))
		}
		want := parts[1:]
		if want[0] == "" {
			want = parts[:1]
		}
		if got := chat.RequestsOf(c, parts[0]); !slices.Equal(got, want) {
			t.Errorf("line %d, %q is answered as %q, want %q", read, parts[0], got, want)
		}
	}
	const least = 60
	if read < least {
		t.Errorf("there are only %d messages", read)
	}
}
