package detect_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect"
)

// A town's name may have several words, in each script, and stand anywhere in the sentence.
func TestTownsOfSeveralWords(t *testing.T) {
	townsAre(t, map[string]string{
		"Toba Tek Singh mein fajr kab hai":    "Toba Tek Singh",
		"isha time in Dera Ghazi Khan please": "Dera Ghazi Khan",
		"ٹوبہ ٹیک سنگھ میں فجر کب ہے":         "Toba Tek Singh",
		"maghrib in Kuala Lumpur":             "Kuala Lumpur",
		"Santiago de Compostela fajr":         "Santiago de Compostela",
		"prayer times in Kansas City":         "Kansas City",
		"Salt Lake City isha":                 "Salt Lake City",
		"Mian Channu maghrib":                 "Mian Channu",
		"Pir Mahal maghrib":                   "Pir Mahal",
	})
}

// What stands behind a city and says where it is belongs to its name: another city of the name is another place.
func TestALandBelongsToTheNameOfATown(t *testing.T) {
	townsAre(t, map[string]string{
		"maghrib in Birmingham, Alabama":             "Birmingham, Alabama",
		"maghrib in Birmingham Alabama":              "Birmingham, Alabama",
		"Birmingham America mein maghrib kab hai":    "Birmingham, America",
		"America ke Birmingham mein maghrib kab hai": "Birmingham, America",
		"برمنگھم امریکہ میں مغرب کب ہے":              "Birmingham, United States",
		"امریکہ کے برمنگھم میں مغرب کب ہے":           "Birmingham, United States",
		"prayer times in Hyderabad, Sindh, Pakistan": "Hyderabad, Sindh, Pakistan",
		"prayer times in Hyderabad in India":         "Hyderabad, India",
		"Newcastle Australia isha":                   "Newcastle, Australia",
		"Springfield, Illinois maghrib":              "Springfield, Illinois",
		"Foobarville, Illinois maghrib":              "Foobarville, Illinois",
		"St Petersburg Florida maghrib":              "St Petersburg, Florida",
		"isha in Portland, OR":                       "Portland, OR",
		"Portland me isha kab hai":                   "Portland",
		"maghrib in Birmingham, France":              "Birmingham, France",
		"Karachi Pakistan maghrib":                   "Karachi",
		"maghrib time in London tomorrow":            "London",
	})
}

// A town of Pakistan that sounds like another word is a town, and no word of a question is.
func TestATownLikeAnotherWord(t *testing.T) {
	townsAre(t, map[string]string{
		"Raiwind isha": "Raiwind", "Kamalia maghrib": "Kamalia", "کمالیہ میں مغرب کب ہے": "کمالیہ", "Gujar Khan fajr": "Gujar Khan",
		"what time is asr bro": "", "asr kab hai yar": "", "maghrib kab hai bhai jaan": "", "isha time batao na ustad ji": "",
		"pir ko maghrib kab hai": "", "fajr plz": "", "عصر کب ہے یار": "", "wo lhr gaya hai, fajr kab hai": "",
	})
}

// Words of how long it takes are no town: دیر is one too.
func TestHowLongIsNoTown(t *testing.T) {
	d := detector(t)
	for _, text := range []string{"افطار میں کتنی دیر ہے", "iftar mein kitni der hai", "how long till maghrib"} {
		if got := d.Detect(detect.Input{Text: text}).Slots.City; got != nil {
			t.Errorf("%s: it is in %s", text, *got)
		}
	}
}

func TestAPositionHasQuartersOfHeaven(t *testing.T) {
	d := detector(t)
	for text, want := range map[string][2]float64{
		"prayer times at 69.65N 18.95E": {69.65, 18.95}, "maghrib at 33.9° S, 18.4° E": {-33.9, 18.4}, "fajr 40.7 N, 74.0 W": {40.7, -74},
		"maghrib at 24.86, 67.01": {24.86, 67.01},
	} {
		got := d.Detect(detect.Input{Text: text}).Slots
		if got.Latitude == nil || got.Longitude == nil || *got.Latitude != want[0] || *got.Longitude != want[1] {
			t.Errorf("%s: %+v", text, got)
		}
	}
}

func townsAre(t *testing.T, want map[string]string) {
	t.Helper()
	d := detector(t)
	for text, city := range want {
		got := d.Detect(detect.Input{Text: text})
		named := ""
		if got.Slots.City != nil {
			named = *got.Slots.City
		}
		if got.Intent != detect.GetPrayerTimes || named != city {
			t.Errorf("%s: %s in %q, not in %q", text, got.Intent, named, city)
		}
	}
}
