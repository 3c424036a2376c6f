package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
)

// merged are the slots stated before, and over them those stated now.
func merged(before, now detect.Slots) detect.Slots {
	over(&before.Title, now.Title)
	over(&before.TaskID, now.TaskID)
	over(&before.TaskRef, now.TaskRef)
	over(&before.Priority, now.Priority)
	over(&before.LinkedPrayer, now.LinkedPrayer)
	over(&before.Recurrence, now.Recurrence)
	over(&before.Category, now.Category)
	over(&before.Status, now.Status)
	over(&before.Due, now.Due)
	over(&before.DueRelative, now.DueRelative)
	over(&before.Area, now.Area)
	over(&before.City, now.City)
	over(&before.MasjidName, now.MasjidName)
	over(&before.Prayer, now.Prayer)
	over(&before.Date, now.Date)
	over(&before.Limit, now.Limit)
	over(&before.Method, now.Method)
	over(&before.Asr, now.Asr)
	over(&before.Latitude, now.Latitude)
	over(&before.Longitude, now.Longitude)
	over(&before.Topic, now.Topic)
	return before
}

func over[T any](before **T, now *T) {
	if now != nil {
		*before = now
	}
}

// like gives those of the things that words fit best, by their names in either script, and how well they do.
func like(words string, things []conversation.Item, prepared func(string) string) ([]conversation.Item, matching.Fit) {
	var found []conversation.Item
	best := matching.None
	for _, nameOf := range []func(conversation.Item) string{latinName, urduName} {
		names := make([]string, 0, len(things))
		for _, thing := range things {
			names = append(names, prepared(nameOf(thing)))
		}
		indexes, fit := matching.Find(prepared(words), names)
		if fit <= best {
			continue
		}
		found, best = nil, fit
		for _, i := range indexes {
			found = append(found, things[i])
		}
	}
	return found, best
}

func latinName(thing conversation.Item) string { return thing.Name }

func urduName(thing conversation.Item) string { return thing.Urdu }

func asItIs(name string) string { return name }
