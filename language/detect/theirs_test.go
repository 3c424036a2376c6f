package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// What others did of their own completes none of the user's tasks; what the user did, or another did of the user's, may.
func TestWhatOthersDidOfTheirOwnCompletesNothing(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for sentence, want := range map[string]bool{
		"کمیٹی والوں نے اپنا کام مکمل کر لیا":            false,
		"committee walon ne apna kaam mukammal kar liya": false,
		"بھائی نے اپنا ٹاسک مکمل کر دیا":                 false,
		"ہمسایوں نے اپنا گھر مکمل کر لیا":                false,
		"padosiyon ne apni chhat mukammal kar li":        false,
		"bachon ne apne parche khatam kar liye":          false,
		"میں نے اپنا کام مکمل کر لیا":                    true,
		"main ne apna task mukammal kar liya":            true,
		"maine apna kaam mukammal kar liya":              true,
		"ہم نے اپنا دوسرا ٹاسک مکمل کر لیا":              true,
		"ammi ne doodh wala task complete kar diya":      true,
		"میری بیٹی نے دوسرا ٹاسک مکمل کر لیا":            true,
	} {
		got := d.Detect(detect.Input{Text: sentence, Now: evaluation.Now()})
		if (got.Intent == detect.CompleteTask) != want {
			t.Errorf("%q is read as %s", sentence, got.Intent)
		}
	}
}
