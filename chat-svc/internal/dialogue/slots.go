package dialogue

import (
	"strings"

	"github.com/salaatflow/platform/language/detect"
)

// Merged returns the slots of before, overridden by those of now.
func Merged(before, now detect.Slots) detect.Slots {
	override(&before.Title, now.Title)
	override(&before.TaskID, now.TaskID)
	override(&before.TaskRef, now.TaskRef)
	override(&before.Priority, now.Priority)
	override(&before.LinkedPrayer, now.LinkedPrayer)
	override(&before.Recurrence, now.Recurrence)
	override(&before.Category, now.Category)
	override(&before.Status, now.Status)
	if now.Due != nil || now.DueDays != nil || now.Hijri != nil { // one of them is meant
		before.Due, before.DueDays, before.Hijri = nil, nil, nil
	}
	override(&before.Due, now.Due)
	override(&before.DueDays, now.DueDays)
	override(&before.DueRelative, now.DueRelative)
	override(&before.Hijri, now.Hijri)
	override(&before.Area, now.Area)
	override(&before.City, now.City)
	override(&before.Country, now.Country)
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

// DueDays are the days on which tasks are to be due, one or several; nil where none is told.
func DueDays(slots detect.Slots) *detect.DueDays {
	if slots.DueDays != nil || slots.Due == nil {
		return slots.DueDays
	}
	day, _, _ := strings.Cut(*slots.Due, "T")
	return &detect.DueDays{From: day, To: day}
}

// OnlyDue are the slots that say when tasks are due.
func OnlyDue(slots detect.Slots) detect.Slots {
	return detect.Slots{Due: slots.Due, DueDays: slots.DueDays}
}
