package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// ChangeAlso changes another task as the one before, where the message names it and says no more than "too": "راشن والا بھی". It reports
// whether the message was handled.
func (t Talk) ChangeAlso(ctx context.Context, given detect.Result) bool {
	last, undo := t.State.Last.Slots, t.State.Undo
	changed := undo != nil && undo.Fresh && undo.Did == toolnames.UpdateTask && t.State.Last.Intent == detect.UpdateTask
	if !changed || last.Title != nil || last.Status != nil || !last.ChangesTask() {
		return false
	}
	if !t.Words.OnlyAdds(dialogue.TextOf(given.Slots.TaskRef)) {
		return false
	}
	if given.Slots.TaskRef == nil && t.Words.OnlyNumber() == 0 && t.Detected.Cues.Ordinal == 0 {
		return false
	}
	last.TaskRef, last.TaskID = given.Slots.TaskRef, given.Slots.TaskID
	if number := t.Words.OnlyNumber(); number != 0 && last.TaskRef == nil {
		last.TaskID = &number // task 2 ki bhi
	}
	t.Dispatch(ctx, detect.UpdateTask, last)
	return true
}
