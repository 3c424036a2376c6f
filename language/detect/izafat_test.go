package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// A word with its izafat names one thing, whatever category its second half is: it is the title.
func TestAnIzafatIsNotTakenApart(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for sentence, title := range map[string]string{
		"dars-e-quran ka task bana do":          "dars-e-quran",
		"khatm e quran ka task bana do":         "khatm e quran",
		"dars quran ka task bana do":            "dars quran",
		"درسِ قرآن کا کام بنا دیں":              "درسِ قرآن",
		"درس قرآن کا ٹاسک بناؤ":                 "درس قرآن",
		"quran ka task bana do":                 "quran",
		"ek quran wala task bana do hifz karna": "hifz karna",
	} {
		got := d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()})
		if got.Intent != detect.CreateTask || got.Slots.Title == nil || *got.Slots.Title != title {
			t.Errorf("%q: %s %+v, want %q", sentence, got.Intent, got.Slots.Title, title)
		}
	}
}
