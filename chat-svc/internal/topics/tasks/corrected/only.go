package corrected

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// keepOnly undoes those of several deeds just done that the message does not mean: "oh no, I only meant the rent". It reports whether the
// message names some of their tasks, and not all.
func (t Talk) keepOnly(ctx context.Context, last *conversation.Undo) bool {
	if len(last.Also) == 0 || !t.Words.Only() || !t.Words.OwnsSlip() || t.Words.Asked || t.Detected.Cues.Negated {
		return false
	}
	made := append(slices.Clone(last.Also), *last)
	var done []conversation.Item
	for _, change := range made {
		done = append(done, change.Task)
	}
	meant := t.NamedIn(words.Parse(words.AfterOnly(t.Input.Text)).AfterSlip(), done)
	if len(meant) == 0 || len(meant) == len(done) {
		return false
	}
	t.ExtraCalls += 2 * len(made)
	var kept []conversation.Undo
	var told []string
	for _, change := range slices.Backward(made) {
		if slices.ContainsFunc(meant, func(one conversation.Item) bool { return one.ID == change.Task.ID }) {
			kept = append(kept, change)
			continue
		}
		t.UndoChange(ctx, &change)
		told = append(told, t.Answer.Message)
		if !t.Answer.Success {
			break
		}
	}
	undo := kept[0]
	undo.Also = kept[1:]
	t.State.Undo, t.Changed = &undo, true
	t.Answer.Message = dialogue.Joined(told...)
	t.SetLast(detect.UpdateTask, detect.Slots{})
	return true
}
