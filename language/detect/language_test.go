package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// Words that are spelt alike in English and in Roman Urdu do not make a short sentence Urdu, nor English.
func TestTheLanguageOfShortSentences(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]detect.Language{
		"use the tool greet me": detect.English, "use the tool say salam": detect.English, "use it": detect.English,
		"say it to me": detect.English, "use batao": detect.RomanUrdu, "use kal karna hai": detect.RomanUrdu,
		"subah say pehle": detect.RomanUrdu, "mujhe salam wala tool chahiye": detect.RomanUrdu,
	} {
		if got := d.Detect(detect.Input{Text: text}).Language; got != want {
			t.Errorf("%q is in %s, want %s", text, got, want)
		}
	}
}
