package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
)

// continueIslamicDate tells another day of the Islamic calendar, or the same elsewhere: "and Ashura?", "aur Turkey mein?".
func (t *turn) continueIslamicDate(ctx context.Context) bool {
	slots, before := t.Detector.Fragment(t.Input, detect.GetIslamicDate).Slots, t.State.Last.Slots
	elsewhere := slots.City != nil || slots.Area != nil || slots.Country != nil
	if len(t.Words.Folded) > dialogue.MaxFragmentWords || !elsewhere && slots.Hijri == nil && slots.Date == nil {
		return false
	}
	if elsewhere {
		before.City, before.Area, before.Country = nil, nil, nil
	}
	if slots.Hijri != nil || slots.Date != nil {
		before.Hijri, before.Date = nil, nil
	}
	t.dispatch(ctx, detect.GetIslamicDate, dialogue.Merged(before, slots))
	return true
}
