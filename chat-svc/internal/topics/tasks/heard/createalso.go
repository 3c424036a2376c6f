package heard

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/topics/tasks"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/proto/toolnames"
)

// createAlso makes one more task right after one was made, where the message begins with also and names it: "also tutoring on Thursday".
func (t Talk) createAlso(ctx context.Context) bool {
	last := t.State.Undo
	if last == nil || !last.Fresh || last.Did != toolnames.CreateTask && last.Did != toolnames.UpdateTask || !t.Words.Adds() || t.Words.Asked {
		return false
	}
	intent, cues := t.Detected.Intent, t.Detected.Cues
	if intent != detect.Unknown && intent != detect.UpdateTask || cues.Negated || cues.Pronoun {
		return false
	}
	given := t.Detector.Fragment(t.Input, detect.CreateTask)
	title := given.Slots.Title
	if title == nil || !words.Parse(*title).Letters {
		return false // and 4.30
	}
	if given.Cues.Denies || given.Cues.Doubts || given.Slots.LinkedPrayer != nil && *title == *given.Slots.LinkedPrayer {
		return false
	}
	all, ok := t.AllTasks(ctx)
	if _, fit := tasks.Match(*title, all); !ok || fit >= matching.All {
		return false
	}
	t.Detected.Cues.ClockOnly = given.Cues.ClockOnly
	t.Dispatch(ctx, detect.CreateTask, given.Slots)
	return true
}
