package choices_test

import (
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/choices"
	"github.com/salaatflow/platform/services/toolspec"
)

var amounts = []toolspec.Choice{
	{Value: "daily", Names: map[string][]string{"en": {"daily", "every day"}, "ur-Latn": {"rozana"}, "ur": {"روزانہ"}}},
	{Value: "weekly", Names: map[string][]string{"en": {"weekly"}, "ur-Latn": {"hafta war"}}},
	{Value: "twice_weekly", Names: map[string][]string{"en": {"twice weekly"}}},
}

// In a sentence a value is named word by word, the longest name first, and never as one of two.
func TestNamed(t *testing.T) {
	for sentence, want := range map[string]string{
		"remind me every day please": "daily", "rozana yaad dilao": "daily", "روزانہ یاد دلاؤ": "daily",
		"twice weekly, please": "twice_weekly", "weekly": "weekly", "daily or weekly": "", "every other day": "", "": "",
	} {
		if got := choices.Named(amounts, sentence); got != want {
			t.Errorf("%q names %q, want %q", sentence, got, want)
		}
	}
}

// An answer names a value despite spelling, or by its place in the list; a place that there is not is no answer.
func TestPicked(t *testing.T) {
	for answer, want := range map[string]string{
		"rozaana": "daily", "2": "weekly", "۳": "twice_weekly", "0": "", "4": "", "monthly": "", "": "",
	} {
		if got := choices.Picked(amounts, answer); got != want {
			t.Errorf("%q picks %q, want %q", answer, got, want)
		}
	}
}

// A parameter without choices takes any value.
func TestOneOf(t *testing.T) {
	if !choices.OneOf(nil, 7.0) || !choices.OneOf(amounts, "daily") || choices.OneOf(amounts, "every day") {
		t.Error("a value is one of the choices if it equals one, or there are none")
	}
}
