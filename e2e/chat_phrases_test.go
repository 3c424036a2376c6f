package e2e_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// A service that joined is asked for by its phrases, alone and with what it is to be given, and no task comes of them. What it says of
// the platform's own words ("delete task 1") is passed over.
func TestAJoinedServicesPhrasesMakeNoTasks(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	startGoals(t, platform)
	platform.Eventually(t, "its phrases are known", func() bool {
		return send(t, platform, "POST", "/api/v1/chat", `{"message":"keep a memory"}`, as(1)).field(t, "intent") == remember
	})
	user := nextUser.Add(1)
	said := func(message string) answer {
		got := send(t, platform, "POST", "/api/v1/chat", `{"message":"`+message+`"}`, as(user))
		if got.status != http.StatusOK {
			t.Fatalf("%q: %+v", message, got)
		}
		return got
	}
	for message, want := range map[string]string{
		"keep a memory": remember, "ek yaad mehfooz karo": remember, "ایک یاد محفوظ کرو": remember,
		"keep a memory: I read two pages of Quran": remember, "ایک یاد محفوظ کرو: میں نے دو صفحے پڑھے": remember,
		"keep a memory that I read two pages of Quran": "unknown", "delete task 1": "delete_task",
	} {
		got := said(message)
		if got.field(t, "intent") != want {
			t.Errorf("%q is answered %+v, want %s", message, got, want)
		}
	}
	begun := said("keep a memory: I read two pages of Quran")
	kept := send(t, platform, "POST", "/api/v1/chat",
		`{"message":"yes","conversation_id":"`+begun.field(t, "conversation_id").(string)+`"}`, as(user))
	if text, _ := kept.field(t, "message").(string); !strings.Contains(text, "I will remember: I read two pages of Quran") {
		t.Errorf("what stands behind the colon is not kept: %+v", kept)
	}
	if tasks := send(t, platform, "GET", "/api/v1/tasks", "", as(user)); tasks.field(t, "total_count") != 0.0 {
		t.Errorf("tasks came of it: %+v", tasks)
	}
}
