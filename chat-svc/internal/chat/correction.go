package chat

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// correctAct handles a correction of what was just done to a task: "sorry, I meant 2" undoes it and does it to the other
// task, and "the plants are not done yet" undoes it. It reports whether the message was handled.
func (t *turn) correctAct(ctx context.Context) bool {
	last := t.state.Undo
	if last == nil || !last.Fresh || t.detected.Cues.Act == detect.Undo || t.words.asked {
		return false
	}
	if intent := t.detected.Intent; intent != detect.Unknown && intent != detect.Intent(last.Did) &&
		(intent != detect.CompleteTask || !t.words.any(lists.Sets.Slip)) { // "oho, ghalti ho gayi" completes nothing
		return false
	}
	if last.Did != toolnames.CompleteTask && last.Did != toolnames.DeleteTask {
		return false
	}
	return t.takeBack(ctx, last) || t.redoForAnother(ctx, last)
}

// takeBack undoes the one completion that the message denies, of the changes just made.
func (t *turn) takeBack(ctx context.Context, last *conversation.Undo) bool {
	if !t.detected.Cues.Negated && !t.words.denies() || t.detected.Intent != detect.Unknown {
		return false
	}
	made := append(slices.Clone(last.Also), *last)
	var done []conversation.Item
	for _, change := range made {
		done = append(done, change.Task)
	}
	found, _ := bestMatches(t.words.afterSlip(), done, unchanged)
	if len(found) != 1 {
		return false
	}
	at := slices.IndexFunc(made, func(u conversation.Undo) bool { return u.Task.ID == found[0].ID })
	denied := made[at]
	if denied.Did != toolnames.CompleteTask {
		return false // a refusal of a deletion is left to undo
	}
	t.extraCalls++
	t.undoChange(ctx, &denied)
	if made = slices.Delete(made, at, at+1); len(made) == 0 {
		t.state.Undo = nil
		return true
	}
	kept := made[len(made)-1]
	kept.Also = made[:len(made)-1]
	t.state.Undo, t.changed = &kept, true
	return true
}

// redoForAnother undoes the last change and does the same to the task that was meant.
func (t *turn) redoForAnother(ctx context.Context, last *conversation.Undo) bool {
	if len(last.Also) > 0 || !t.words.ownsSlip() || t.detected.Cues.Also {
		return false
	}
	intent := detect.Intent(last.Did)
	meant, loose := t.meantInstead(ctx, last, intent)
	if meant.ID == 0 || meant.ID == last.Task.ID {
		return false
	}
	t.extraCalls += 3
	t.undo(ctx)
	if !t.answer.Success {
		return true
	}
	undone := t.answer.Message
	t.answer.Intent = intent
	question := conversation.Question{Asked: conversation.Asked{Intent: intent}, Task: meant}
	if loose {
		t.confirm(question)
	} else {
		t.withTask(ctx, question, meant)
	}
	t.answer.Message = joined(undone, t.answer.Message)
	return true
}

// meantInstead returns the task that a correction names, and whether the words fit it only in part.
func (t *turn) meantInstead(ctx context.Context, last *conversation.Undo, intent detect.Intent) (conversation.Item, bool) {
	if ordinal := t.detected.Cues.Ordinal; ordinal != 0 && t.state.Listed.Kind == conversation.Tasks {
		picked, _ := nth(t.state.Listed.Items, ordinal)
		return picked, false
	}
	tasks, ok := t.allTasks(ctx)
	if !ok {
		return conversation.Item{}, false
	}
	tasks = slices.DeleteFunc(tasks, func(k task) bool { return k.ID == last.Task.ID })
	given := t.detector.Fragment(t.input, intent)
	for _, number := range []int{value(given.Slots.TaskID), t.words.onlyNumber()} {
		if at := slices.IndexFunc(tasks, func(k task) bool { return int(k.ID) == number }); at >= 0 {
			return tasks[at].item(), false
		}
	}
	found, fit := matchIn(t.words.afterSlip(), tasks)
	if len(found) != 1 {
		return conversation.Item{}, false
	}
	return found[0].item(), fit < matching.All
}
