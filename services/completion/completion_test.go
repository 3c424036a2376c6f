package completion_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/salaatflow/platform/services/completion"
)

func TestWhatBeginsSoComesBeforeWhatHoldsIt(t *testing.T) {
	for typed, want := range map[string][]string{
		"":     {"bukhari", "muslim", "forty"},
		"M":    {"muslim", "forty"}, // by its name
		"حي":   {"muslim"},
		"hari": {"bukhari"},
		"none": nil,
	} {
		meant := completion.Of(typed)
		for range 2 { // each counts once
			meant.Add("bukhari", "bukhari", "Sahih al-Bukhari")
			meant.Add("muslim", "muslim", "Sahih Muslim", "صحيح مسلم")
			meant.Add("forty", "forty", "Forty Hadith, marked")
		}
		got := meant.Response()
		if typed == "M" {
			want = []string{"muslim", "forty"}
		}
		if !slices.Equal(got.GetValues(), want) || int(got.GetTotal()) != len(want) {
			t.Errorf("%q: %q of %d, want %q", typed, got.GetValues(), got.GetTotal(), want)
		}
	}
}

func TestAnAnswerIsBounded(t *testing.T) {
	meant := completion.Of("")
	for i := range 3 * completion.Most {
		meant.Add(fmt.Sprint(i), "x")
	}
	got := meant.Response()
	if len(got.GetValues()) != completion.Most || got.GetTotal() != 3*completion.Most {
		t.Errorf("%d of %d", len(got.GetValues()), got.GetTotal())
	}
}

func TestWhiteSpaceAroundWhatIsTypedDoesNotCount(t *testing.T) {
	meant := completion.Of(" forT")
	meant.Add("forty", "forty")
	if got := meant.Response().GetValues(); !slices.Equal(got, []string{"forty"}) {
		t.Errorf("%q", got)
	}
}
