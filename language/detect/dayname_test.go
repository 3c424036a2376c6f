package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// A weekday that says which thing is meant belongs to its name, where another day says when.
func TestADayInANameIsNotWhenATaskIsDue(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ sentence, name, due string }{
		{"put prepare Friday khutbah on my list for Thursday", "prepare Friday khutbah", "2026-03-05"},
		{"add Sunday dars notes to my list for Saturday", "Sunday dars notes", "2026-03-07"},
		{"add Monday meeting prep for tomorrow", "Monday meeting prep", "2026-03-03"},
		{"remind me on Thursday to buy Sunday brunch stuff", "buy Sunday brunch stuff", "2026-03-05"},
		{"schedule Friday khutbah prep on Thursday at 5pm", "Friday khutbah prep", "2026-03-05T17:00:00"},
		{"move my Friday dinner to Saturday", "Friday dinner", "2026-03-07"},
		{"move the Sunday dars task to Monday", "Sunday dars", "2026-03-09"},
		{"create a task to write the Friday khutbah by Wednesday", "write the Friday khutbah", "2026-03-04"},

		{"remind me Monday dentist", "dentist", "2026-03-09"}, // no other day
		{"buy milk friday or saturday", "buy milk", "2026-03-06"},
		{"not friday but saturday remind me to call ammi", "call ammi", "2026-03-07"},
		{"remind me friday evening for saturday walima", "walima", "2026-03-06"},
	} {
		got := d.Detect(detect.Input{Text: c.sentence, Now: evaluation.Now()}).Slots
		name := got.Title
		if name == nil {
			name = got.TaskRef
		}
		if name == nil || *name != c.name || got.Due == nil || *got.Due != c.due {
			t.Errorf("%q: title %s, reference %s, due %s", c.sentence, textOf(got.Title), textOf(got.TaskRef), textOf(got.Due))
		}
	}
}

func textOf(slot *string) string {
	if slot == nil {
		return "none"
	}
	return *slot
}
