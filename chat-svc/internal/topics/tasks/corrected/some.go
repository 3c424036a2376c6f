package corrected

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// doneIn are the tasks to which something was just done.
func doneIn(last *conversation.Undo) []conversation.Item {
	done := []conversation.Item{last.Task}
	for _, change := range last.Also {
		done = append(done, change.Task)
	}
	return done
}

// undoSome undoes of several deeds just done those to the tasks that the message names, "the darzi one is not done yet", or those to the
// others: "oh no, I only meant the rent". It reports whether the message names some of the tasks.
func (t Talk) undoSome(ctx context.Context, last *conversation.Undo) bool {
	done := doneIn(last)
	if len(done) == 1 || t.Words.Undoes() {
		return false
	}
	only := t.Words.Only() && !t.Detected.Cues.Negated && !t.Words.Denies()
	said := t.Input.Text
	if only {
		said = words.AfterOnly(said)
	}
	named := t.namedOf(said, done)
	if len(named) == 0 || len(named) == len(done) {
		return false
	}
	t.undoThose(ctx, last, func(one conversation.Item) bool { return slices.Contains(named, one) != only })
	return true
}

// namedOf returns those of some tasks that are named, by number or by words of theirs.
func (t Talk) namedOf(text string, of []conversation.Item) []conversation.Item {
	said := words.Parse(text)
	number := said.OnlyNumber()
	if at := slices.IndexFunc(of, func(one conversation.Item) bool { return int(one.ID) == number }); at >= 0 {
		return of[at : at+1]
	}
	if named := t.NamedIn(said.AfterSlip(), of); len(named) > 0 {
		return named
	}
	if found, _ := dialogue.BestMatches(said.AfterSlip(), of, dialogue.Unchanged); len(found) == 1 {
		return found
	}
	return matching.NamedOf(text, of, func(one conversation.Item) string { return one.Name })
}

// undoThose undoes some of the deeds just done, the last first. The others may still be undone.
func (t Talk) undoThose(ctx context.Context, last *conversation.Undo, those func(conversation.Item) bool) {
	made := append(slices.Clone(last.Also), *last)
	t.ExtraCalls += 2 * len(made)
	var kept []conversation.Undo // the last first
	var told []string
	failed := false
	for _, change := range slices.Backward(made) {
		if failed || !those(change.Task) {
			kept = append(kept, change)
			continue
		}
		done := t.UndoChange(ctx, &change)
		told = append(told, t.Answer.Message)
		if failed = !done; failed {
			kept = append(kept, change)
		} else {
			t.Changed = true
		}
	}
	t.State.Undo = conversation.Together(kept)
	t.Answer.Message = dialogue.Joined(told...)
	t.SetLast(detect.UpdateTask, detect.Slots{})
}
