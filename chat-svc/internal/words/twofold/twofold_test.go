package twofold_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/chat-svc/internal/words/twofold"
)

// A message is parted where words join two.
func TestParts(t *testing.T) {
	for message, want := range map[string][][2]string{
		"when is maghrib and also add buy milk":    {{"when is maghrib", "add buy milk"}},
		"Maghrib kab hai aur doodh lana likh lo":   {{"Maghrib kab hai", "doodh lana likh lo"}},
		"مغرب کب ہے اور دودھ لانا لکھ لو":          {{"مغرب کب ہے", "دودھ لانا لکھ لو"}},
		"show my tasks, and then give me a hadith": {{"show my tasks", "give me a hadith"}},
		"add buy milk": nil, "and add buy milk": nil, "andy and": nil,
	} {
		if got := twofold.Parts(message); !slices.Equal(got, want) {
			t.Errorf("%q has the parts %q, want %q", message, got, want)
		}
	}
}

// Only what asks outright does so behind an order: what is asked in a task's name belongs to that.
func TestAsks(t *testing.T) {
	for part, want := range map[string][2]bool{
		"when is maghrib": {true, false}, "tell me when maghrib is": {true, true}, "Maghrib kab hai": {true, false}, "hadith sunao": {true, true},
		"عصر کا وقت بتاؤ": {true, true},
		"add buy milk":    {false, false}, "check when is maghrib": {true, false}, "tell Ali about maghrib": {false, false},
	} {
		if got := [2]bool{twofold.Asks(part), twofold.AsksPlainly(part)}; got != want {
			t.Errorf("%q: asks and asks plainly are %v, want %v", part, got, want)
		}
	}
}
