// Package history answers what is said of changes made before in a conversation: which they were, and that something deleted is wanted
// back.
package history

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// Talk is a turn that may be about what was done before.
type Talk struct{ tasks.Talk }

// anything stands for whatever tool did something.
const anything = "any"

// Hear answers a message that asks what was done, or wants something back. It reports whether the message does.
func (t Talk) Hear(ctx context.Context) bool { return t.tellWhatWasDone() || t.bringBack(ctx) }

// tellWhatWasDone answers what was done just now: "which ones did you delete?". It reports whether the message asks for that, and there
// is something to tell.
func (t Talk) tellWhatWasDone() bool {
	asked, last := words.AsksWhatWasDone(t.Input.Text), t.State.Undo
	if asked == "" || last == nil {
		return false
	}
	var lines []string
	for _, change := range append(slices.Clone(last.Also), *last) {
		sinceChanged := asked == toolnames.CreateTask && change.Did == toolnames.UpdateTask
		if asked == anything || asked == change.Did || sinceChanged {
			lines = append(lines, t.told(change))
		}
	}
	if len(lines) == 0 {
		return false
	}
	t.Answer.Intent = detect.Unknown
	t.Answer.Message = strings.Join(lines, "\n")
	t.Changed = last.Fresh // what is told of may still be corrected
	return true
}

// told says what a change was.
func (t Talk) told(change conversation.Undo) string {
	said := dialogue.Item(change.Task)
	switch change.Did {
	case toolnames.CreateTask:
		said["details"] = ""
		return t.Book.Say("task_created", said)
	case toolnames.DeleteTask:
		return t.Book.Say("step_deleted", said)
	case toolnames.CompleteTask:
		return t.Book.Say("task_completed", said)
	default:
		return t.Book.Say("was_changed", said)
	}
}

// bringBack restores those of the deleted tasks of this conversation that a message wants back: "put the fees back". It reports whether it
// names some, or means all that were deleted last.
func (t Talk) bringBack(ctx context.Context) bool {
	if !t.Words.BringsBack() || t.Words.Asked && !t.Words.BeginsPolitely() || len(t.State.Deleted) == 0 || t.Detected.Cues.Negated {
		return false
	}
	named := t.Words.BroughtBack()
	last := t.State.Undo
	if named == "" {
		if last == nil || last.Did != toolnames.DeleteTask {
			return false
		}
		t.Undo(ctx)
		return true
	}
	wanted := t.numbered()
	if len(wanted) == 0 {
		wanted = t.NamedIn(named, t.State.Deleted)
	}
	if len(wanted) == 0 {
		if found, fit := dialogue.BestMatches(named, t.State.Deleted, dialogue.Unchanged); fit != matching.None && len(found) == 1 {
			wanted = found
		}
	}
	if len(wanted) == 0 {
		return false
	}
	t.Answer.Intent = detect.Unknown
	t.ExtraCalls += len(wanted)
	var lines []string
	for _, one := range wanted {
		if t.Restore(ctx, one) {
			t.State.Task = one
		}
		lines = append(lines, t.Answer.Message)
	}
	t.Answer.Message = strings.Join(lines, "\n")
	t.forget(wanted)
	t.SetLast(detect.UpdateTask, detect.Slots{})
	return true
}

// numbered returns the deleted task that the message means by its number alone: "bring twenty one back".
func (t Talk) numbered() []conversation.Item {
	number, ok := t.Detector.Number(strings.Join(t.Words.OnlyRestores(), " "))
	if !ok {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(t.State.Deleted), func(one conversation.Item) bool { return int(one.ID) != number })
}

// forget leaves restored tasks out of what an undo would revert.
func (t Talk) forget(restored []conversation.Item) {
	last := t.State.Undo
	if last == nil {
		return
	}
	kept := slices.DeleteFunc(append(slices.Clone(last.Also), *last), func(u conversation.Undo) bool {
		return slices.ContainsFunc(restored, func(one conversation.Item) bool { return one.ID == u.Task.ID })
	})
	slices.Reverse(kept)
	t.State.Undo = conversation.Together(kept)
}
