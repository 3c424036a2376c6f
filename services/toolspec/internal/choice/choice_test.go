package choice_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec/internal/choice"
)

// Whoever mistypes one of many values, or writes it as people do, is told it first, and otherwise the usual ones.
func TestTheNearestOfManyValuesIsNamed(t *testing.T) {
	values := strings.Fields(`karachi muslim_world_league egyptian umm_al_qura dubai moonsighting_committee north_america kuwait qatar
		singapore tehran turkey jakim kemenag egypt isna custom`)
	for given, want := range map[string]string{
		"Karachii": "karachi, muslim_world_league,", "Umm al-Qura": "umm_al_qura, karachi,", "ISNA": "isna, karachi,",
		"Turky": "turkey, karachi,", "University of Islamic Sciences, Karachi": "karachi, muslim_world_league,",
		"": "karachi, muslim_world_league,", "نماز": "karachi, muslim_world_league,", "x": "karachi, muslim_world_league,",
		strings.Repeat("ن", 100): "karachi, muslim_world_league,",
	} {
		got := choice.Expected(values, given)
		if !strings.HasPrefix(got, "Expected one of 17 values, such as "+want) || strings.Count(got, ",") != 8 {
			t.Errorf("%q is answered %q, want %s first", given, got, want)
		}
	}
	if got := choice.Expected(values[:3], "x"); got != "Expected one of: karachi, muslim_world_league, egyptian" {
		t.Errorf("of a few: %q", got)
	}
}
