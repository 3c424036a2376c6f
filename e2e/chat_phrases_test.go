package e2e

import (
	"net/http"
	"strings"
	"testing"
)

// A service that joined is asked for by its phrases, alone and with what it is to be given, and no task comes of them. What it says of
// the platform's own words ("delete task 1") is passed over.
func TestAJoinedServicesPhrasesMakeNoTasks(t *testing.T) {
	platform, _ := startForChat(t)
	startGoalsForChat(t, platform)
	p := newTalk(platform)
	for message, want := range map[string]string{
		"keep a memory": remember, "ek yaad mehfooz karo": remember, "ایک یاد محفوظ کرو": remember,
		"keep a memory: I read two pages of Quran": remember, "ایک یاد محفوظ کرو: میں نے دو صفحے پڑھے": remember,
		"keep a memory that I read two pages of Quran": "unknown", "delete task 1": "delete_task",
	} {
		if got := newTalk(platform).say(t, message); got.Intent != want || got.Tool != nil && *got.Tool == "create_task" {
			t.Errorf("%q is answered %s, want %s", message, got.raw, want)
		}
	}
	p.say(t, "keep a memory: I read two pages of Quran")
	if kept := p.say(t, "yes"); !strings.Contains(kept.Message, "I will remember: I read two pages of Quran") {
		t.Errorf("what stands behind the colon is not kept: %s", kept.raw)
	}
	if tasks := send(t, platform, http.MethodGet, "/api/v1/tasks", "", as(p.user)); strings.Contains(tasks.body, `"title"`) {
		t.Errorf("tasks came of it: %s", tasks.body)
	}
}
