package spared

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// AskFew asks to confirm what is wanted of the first or the last few of the list, or of all of them told by how many they are: "pehle do
// mukammal", "teeno hata do". What is wanted is told by the message, or is what the open question is about. It reports whether the message
// was handled.
func (t Talk) AskFew(ctx context.Context, asked detect.Intent) bool {
	intent := t.Detected.Intent
	if intent == detect.Unknown && asked != "" {
		intent = asked
	}
	refuses := t.Detected.Cues.Negated || t.Detected.Cues.Later || t.Detected.Cues.HowTo || t.Words.Asked || t.Words.Denies()
	if refuses || intent != detect.DeleteTask && intent != detect.CompleteTask || t.Person.UserID == 0 {
		return false
	}
	count, last := words.Few(t.Input.Text, t.NumberSaid)
	all := t.Words.AllOf()
	if count == 0 && all == 0 {
		return false
	}
	listed, ok := t.listed(ctx)
	if !ok || count > len(listed) || all != 0 && all != len(listed) {
		return false
	}
	switch {
	case all != 0:
	case last:
		listed = listed[len(listed)-count:]
	default:
		listed = listed[:count]
	}
	t.Answer.Intent = intent
	if !t.RefuseEarly(ctx, string(intent), dialogue.Arguments{}) {
		t.AskAllOf(intent, listed)
	}
	return true
}

// listed returns the tasks of the list that was shown last, or else the pending ones.
func (t Talk) listed(ctx context.Context) ([]conversation.Item, bool) {
	if t.State.Listed.Kind == conversation.Tasks && len(t.State.Listed.Items) > 1 {
		return t.State.Listed.Items, true
	}
	all, ok := t.AllTasks(ctx)
	pending, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	return tasks.Items(pending), ok
}
