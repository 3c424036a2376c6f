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
		"multan me maghrib": detect.RomanUrdu, "20 march ko fajr lahore": detect.RomanUrdu, "task no 11 hogya": detect.RomanUrdu,
		"remind me on 20 march to call nani ko": detect.English, "rename task 1 to قرآن پڑھنا": detect.English,
		"hall booking مٹا دیں": detect.Urdu,
		"subah say pehle":      detect.RomanUrdu, "mujhe salam wala tool chahiye": detect.RomanUrdu,
	} {
		if got := d.Detect(detect.Input{Text: text}).Language; got != want {
			t.Errorf("%q is in %s, want %s", text, got, want)
		}
	}
}

// A prayer of a place is asked for also right after tasks were spoken of, unless the message points at one; and a new name may have the
// words in it by which one renames.
func TestAPlaceAfterTasks(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]detect.Intent{
		"multan me maghrib": detect.GetPrayerTimes, "lahore mein isha": detect.GetPrayerTimes, "لاہور میں عشاء": detect.GetPrayerTimes,
		"lahore wala isha ke baad": detect.UpdateTask,
	} {
		if got := d.Detect(detect.Input{Text: text, About: detect.Tasks}).Intent; got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"rename task 1 to a very long title قرآن recitation": "a very long title قرآن recitation",
		"rename the title of task 1 to the long walk":        "the long walk",
	} {
		if got := d.Detect(detect.Input{Text: text}).Slots.Title; got == nil || *got != want {
			t.Errorf("%q names %v, want %q", text, got, want)
		}
	}
}
