package chat_test

import (
	"context"
	"strings"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/services/identity"
)

// A tool is meant by its phrase, alone or with what it is to be given, and where a message is only nearly a phrase the chat asks, and makes
// no task of it.
func TestAToolsPhraseIsNoTask(t *testing.T) {
	const meant = "Do you mean “Keep a memory”?"
	for message, want := range map[string]string{
		"keep a memory":                             "please say the “text”",
		"ek yaad mehfooz karo":                      "“Keep a memory” ke liye “text”",
		"ایک یاد محفوظ کرو":                         "«Keep a memory» کے لیے «text»",
		"keep a memory: I read two pages of Quran":  "Shall I run “Keep a memory” with text I read two pages of Quran?",
		"keep a memory: show my tasks and add milk": "with text show my tasks and add milk?",
		"keep a memory that I read two pages":       meant,
		"consolidate my memories: all of them":      "Do you mean “Consolidate memories”?",
	} {
		r := newRegistered(t, "rules: []", true)
		answer := turn(user(t), t, r.Chat, message, "")
		if !strings.Contains(answer.Message, want) || answer.Asks == nil || len(r.calls) > 0 {
			t.Errorf("%q is answered %q with the calls %v, want %q", message, answer.Message, r.calls, want)
		}
	}
	// Nobody can be asked whether a tool is meant that is away.
	r := newRegistered(t, "rules: []", false)
	if answer := turn(user(t), t, r.Chat, "keep a memory that I read two pages", ""); strings.Contains(answer.Message, meant) {
		t.Errorf("a tool that is away is asked for: %q", answer.Message)
	}
}

// A yes to that means the tool, and a no nothing.
func TestWhichWasMeantIsAnswered(t *testing.T) {
	for answer, want := range map[string]string{
		"yes": "please say the “text”", "no": "left it", "add a task": "What should the task be called?",
	} {
		r := newRegistered(t, "rules: []", true)
		asked := turn(user(t), t, r.Chat, "keep a memory that I read two pages", "")
		got, err := r.Turn(user(t), chat.Request{Message: answer, ConversationID: asked.ConversationID})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(got.Message, want) || len(r.calls) > 0 {
			t.Errorf("%q is answered %q with the calls %v, want %q", answer, got.Message, r.calls, want)
		}
	}
}

func user(t *testing.T) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: 1, Role: identity.RoleUser})
}
