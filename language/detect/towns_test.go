package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A town's name may have several words, in each script, and stand anywhere in the sentence.
func TestTownsOfSeveralWords(t *testing.T) {
	d := detector(t)
	for text, want := range map[string]string{
		"Toba Tek Singh mein fajr kab hai":    "Toba Tek Singh",
		"isha time in Dera Ghazi Khan please": "Dera Ghazi Khan",
		"ٹوبہ ٹیک سنگھ میں فجر کب ہے":         "Toba Tek Singh",
		"maghrib in Kuala Lumpur":             "Kuala Lumpur",
	} {
		got := d.Detect(detect.Input{Text: text}).Slots.City
		if got == nil || *got != want {
			t.Errorf("%s: the city is %v, not %s", text, got, want)
		}
	}
}
