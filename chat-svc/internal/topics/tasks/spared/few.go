package spared

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// askFew asks to confirm what is wanted of the first or the last few of the list, or of all of them told by how many they are: "pehle do
// mukammal", "teeno hata do". What is wanted is told by the message, or is what the open question is about. It reports whether the message
// was handled.
func (t Talk) askFew(ctx context.Context, asked detect.Intent) bool {
	intent := t.Detected.Intent
	if intent == detect.Unknown && asked != "" {
		intent = asked
	}
	refuses := t.Detected.Cues.Negated || t.Detected.Cues.Later || t.Detected.Cues.HowTo || t.Words.Asked || t.Words.Denies()
	if refuses || intent != detect.DeleteTask && intent != detect.CompleteTask || t.Person.UserID == 0 {
		return false
	}
	listed := t.few(ctx)
	if listed == nil {
		return false
	}
	t.Answer.Intent = intent
	if !t.RefuseEarly(ctx, string(intent), dialogue.Arguments{}) {
		t.AskAllOf(intent, listed)
	}
	return true
}

// few returns the tasks of the list that the message counts; nil if it counts none, or more than there are.
func (t Talk) few(ctx context.Context) []conversation.Item {
	count, last := words.Few(t.Input.Text, t.NumberSaid)
	all := t.Words.AllOf()
	if count == 0 && all == 0 {
		return nil
	}
	if count > 0 {
		all = 0 // pehle teeno
	}
	listed, pending, ok := t.listed(ctx)
	switch {
	case !ok || count > len(listed):
		return nil
	case all != 0 && all == len(listed):
		return listed
	case all != 0 && all == len(pending):
		return pending
	case all != 0:
		return nil
	case last:
		return listed[len(listed)-count:]
	default:
		return listed[:count]
	}
}

// listed returns the tasks of the list that was shown last, or else the pending ones, and these.
func (t Talk) listed(ctx context.Context) (listed, pending []conversation.Item, ok bool) {
	all, ok := t.AllTasks(ctx)
	undone, _ := tasks.Split(all, func(k tasks.Task) bool { return !k.Completed })
	pending = tasks.Items(undone)
	if t.State.Listed.Kind == conversation.Tasks && len(t.State.Listed.Items) > 1 {
		return t.State.Listed.Items, pending, ok
	}
	return pending, pending, ok
}
