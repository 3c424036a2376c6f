package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
)

// respond answers the message. Where it would change what it does not surely ask for, that is asked if the message orders it, and else
// nothing is done, and the question that was open stays so.
func (t *turn) respond(ctx context.Context) {
	open := t.State.Question
	t.answer(ctx)
	switch {
	case t.Unasked == nil:
	case t.mayMean(*t.Unasked):
		t.tasks.ConfirmTask(*t.Unasked)
	case open == nil || !t.askAgain(*open):
		t.askNoTool(ctx)
	}
}

// mayMean reports whether the message may well mean a change that it does not surely ask for: it was read as that deed and is no idle
// talk, or corrects what was changed.
func (t *turn) mayMean(change conversation.Question) bool {
	another := change.Intent == detect.CompleteTask && change.Slots.TaskRef != nil // it names something else that is done
	if change.Task.ID == 0 || another {
		return false
	}
	if change.Intent != detect.UpdateTask {
		return t.Detected.Intent == change.Intent
	}
	orders := t.Detected.Intent == change.Intent && t.Orders() >= dialogue.Idle
	return change.Slots.ChangesTask() && (orders || t.Words.OwnsSlip())
}

// askAgain asks once more what was open. It reports whether it asked.
func (t *turn) askAgain(open conversation.Question) bool {
	switch open.Asks {
	case dialogue.AsksTask:
		return open.Intent.Writes() && t.AskAgain(open, "ask_"+string(open.Intent)+"_id", nil)
	case dialogue.AsksChanges:
		return t.AskAgain(open, "ask_changes", dialogue.Item(open.Task))
	default:
		return false
	}
}

// dispatchOwn does what the message asks for by itself.
func (t *turn) dispatchOwn(ctx context.Context) {
	slots, plan := t.Detected.Slots, t.Detected.Plan
	named := slots.Title != nil || slots.TaskID != nil || slots.TaskRef != nil
	t.Own = named || plan.Several || plan.All
	t.dispatch(ctx, t.Detected.Intent, slots)
}
