package masjids

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
)

// fillPlace fills in the current area or city, if the message says "there".
func (t Talk) fillPlace(slots *detect.Slots) {
	if !t.Detected.Cues.There || slots.Area != nil || slots.City != nil {
		return
	}
	if t.State.Place.Area != "" {
		slots.Area = &t.State.Place.Area
	}
	if t.State.Place.City != "" {
		slots.City = &t.State.Place.City
	}
}

// placeName returns the name of the place asked about.
func (t Talk) placeName(slots detect.Slots) string {
	switch {
	case slots.Latitude != nil:
		return t.Book.Say("that_place", nil)
	case slots.Area != nil:
		return t.AreaName(*slots.Area)
	case slots.City != nil:
		return t.CityName(*slots.City)
	default:
		return t.CityName("Karachi")
	}
}

// listedByName returns the masjid with this name from the list shown last, if there is exactly one.
func (t Talk) listedByName(name string) (conversation.Item, bool) {
	if t.State.Listed.Kind != conversation.Masjids {
		return conversation.Item{}, false
	}
	found, fit := dialogue.BestMatches(name, t.State.Listed.Items, words.Distinctive)
	if len(found) != 1 || fit < matching.All {
		return conversation.Item{}, false
	}
	return found[0], true
}
