package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// AskThoseTwo asks to confirm the same of the two tasks that the message names and then points at together: "I did the room and the kit, so
// tick those two off". It reports whether the message does.
func (t Talk) AskThoseTwo(ctx context.Context, intent detect.Intent, slots detect.Slots) bool {
	if intent != detect.CompleteTask && intent != detect.DeleteTask || !t.Words.PointsAtTwo() || t.Person.UserID == 0 {
		return false
	}
	all, ok := t.allTasks(ctx)
	if ok = ok && t.askBothNamed(intent, slots, all); ok {
		t.Detected.Plan = detect.Plan{}
	}
	return ok
}

// askBothNamed asks to confirm the same of the two tasks that the message names together: "Zara wale dono kaam". It reports whether it
// names two.
func (t Talk) askBothNamed(intent detect.Intent, slots detect.Slots, tasks []task) bool {
	named := t.named(tasks)
	if len(named) != 2 {
		named = nil
		for _, part := range words.Clauses(t.Input.Text) {
			named = append(named, namedIn(part, tasks)...)
		}
	}
	if len(named) != 2 || named[0].ID == named[1].ID || intent == detect.UpdateTask && !changesAll(slots) {
		return false
	}
	t.askAllOf(intent, slots, items(named), tasks)
	return true
}

// leavesSome reports whether a message that speaks of all tasks also leaves some of them, or points at one of the list, in a way that was
// not understood.
func (t Talk) leavesSome() bool { return t.Words.Leaves() || t.Detected.Cues.Ordinal != 0 }

// confirmPlaced asks to confirm what is wanted of the one task of the list shown last at which a message points, though it speaks of all,
// by which it means all of that one: "that first one, all paid". It reports whether it asked.
func (t Talk) confirmPlaced(intent detect.Intent) bool {
	one, ok := dialogue.Nth(t.State.Listed.Items, t.Detected.Cues.Ordinal)
	deed := intent == detect.CompleteTask || intent == detect.DeleteTask
	if !ok || !deed || t.Words.Leaves() || t.State.Listed.Kind != conversation.Tasks || t.State.Question != nil {
		return false
	}
	t.ConfirmTask(conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: one})
	return true
}
