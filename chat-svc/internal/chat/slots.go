package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/matching"
	"github.com/salaatflow/platform/language/detect"
)

// merged returns the slots of before, overridden by those of now.
func merged(before, now detect.Slots) detect.Slots {
	override(&before.Title, now.Title)
	override(&before.TaskID, now.TaskID)
	override(&before.TaskRef, now.TaskRef)
	override(&before.Priority, now.Priority)
	override(&before.LinkedPrayer, now.LinkedPrayer)
	override(&before.Recurrence, now.Recurrence)
	override(&before.Category, now.Category)
	override(&before.Status, now.Status)
	override(&before.Due, now.Due)
	override(&before.DueRelative, now.DueRelative)
	override(&before.Hijri, now.Hijri)
	override(&before.Area, now.Area)
	override(&before.City, now.City)
	override(&before.MasjidName, now.MasjidName)
	override(&before.Prayer, now.Prayer)
	override(&before.Date, now.Date)
	override(&before.Limit, now.Limit)
	override(&before.Method, now.Method)
	override(&before.Asr, now.Asr)
	override(&before.Latitude, now.Latitude)
	override(&before.Longitude, now.Longitude)
	override(&before.Topic, now.Topic)
	override(&before.Asked, now.Asked)
	override(&before.Collection, now.Collection)
	override(&before.Number, now.Number)
	override(&before.TextIn, now.TextIn)
	return before
}

func override[T any](before **T, now *T) {
	if now != nil {
		*before = now
	}
}

// bestMatches returns the things whose names match the words best, in either script, and how well they match.
func bestMatches(words string, things []conversation.Item, prepared func(string) string) ([]conversation.Item, matching.Fit) {
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

func unchanged(name string) string { return name }
