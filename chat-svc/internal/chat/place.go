package chat

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/spelling"
)

// setPlace sets the current place of the conversation. It ignores the zero Place.
func (t *turn) setPlace(place conversation.Place) {
	if place != (conversation.Place{}) {
		t.state.Place = place
	}
}

// fillPlace fills in the current area or city, if the message says "there".
func (t *turn) fillPlace(slots *detect.Slots) {
	if !t.detected.Cues.There || slots.Area != nil || slots.City != nil {
		return
	}
	if t.state.Place.Area != "" {
		slots.Area = &t.state.Place.Area
	}
	if t.state.Place.City != "" {
		slots.City = &t.state.Place.City
	}
}

// placeName returns the name of the place asked about.
func (t *turn) placeName(slots detect.Slots) string {
	switch {
	case slots.Latitude != nil:
		return t.book.Say("that_place", nil)
	case slots.Area != nil:
		return t.areaName(*slots.Area)
	case slots.City != nil:
		return t.cityName(*slots.City)
	default:
		return t.cityName("Karachi")
	}
}

// areaName and cityName return a name in the script of the answer, if it is known.
func (t *turn) areaName(name string) string {
	if area := t.places.Area(name, "Karachi"); area != nil && t.book.Language == detect.Urdu && area.Urdu != "" {
		return area.Urdu
	}
	return messages.Data(name)
}

func (t *turn) cityName(name string) string {
	if city := t.places.City(name); city != nil && t.book.Language == detect.Urdu && city.Urdu != "" {
		return city.Urdu
	}
	return messages.Data(name)
}

// listedByName returns the masjid with this name from the list shown last, if there is exactly one.
func (t *turn) listedByName(name string) (conversation.Item, bool) {
	if t.state.Listed.Kind != conversation.Masjids {
		return conversation.Item{}, false
	}
	found, fit := bestMatches(name, t.state.Listed.Items, distinctiveName)
	if len(found) != 1 || fit < matching.All {
		return conversation.Item{}, false
	}
	return found[0], true
}

// distinctiveName returns a masjid's name without the words that many masjids share. If nothing else is left, it
// returns the name.
func distinctiveName(name string) string {
	var telling []string
	for _, word := range spelling.Words(name) {
		if !lists.Sets.Ofmasjids[word] {
			telling = append(telling, word)
		}
	}
	if len(telling) == 0 {
		return name
	}
	return strings.Join(telling, " ")
}
