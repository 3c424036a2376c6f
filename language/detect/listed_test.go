package detect_test

import (
	"slices"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect"
)

// A sentence that lists when the same is to be done tells each of it.
func TestWhatIsListedIsToldOneByOne(t *testing.T) {
	d, err := detect.New()
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.November, 27, 10, 0, 0, 0, time.UTC)
	for say, want := range map[string][]string{
		"remind me every Monday and Thursday to fast": {"remind me every Monday to fast", "remind me every Thursday to fast"},
		"remind me on Mondays, Tuesdays and Fridays to call": {
			"remind me on Mondays to call", "remind me on Tuesdays to call", "remind me on Fridays to call",
		},
		"ہر پیر اور جمعرات کو روزہ یاد دلانا":           {"ہر پیر کو روزہ یاد دلانا", "ہر جمعرات کو روزہ یاد دلانا"},
		"har hafte aur itwar ko safai yaad dilana":      {"har hafte ko safai yaad dilana", "har itwar ko safai yaad dilana"},
		"remind me to take pills at 9 am and 9 pm":      {"remind me to take pills at 9 am", "remind me to take pills 9 pm"},
		"subah 9 baje aur raat 9 baje dawai yaad dilao": {"subah 9 baje dawai yaad dilao", "raat 9 baje dawai yaad dilao"},
		"remind me to take pills at 9 and 11 pm":        {"remind me to take pills at 9 pm", "remind me to take pills at 11 pm"},
		"remind me to take drops at 9, 1 and 5 pm": {
			"remind me to take drops at 9 ", "remind me to take drops at 1 pm", "remind me to take drops at 5 pm",
		},
		"remind me at 8 & 10 am to feed the cat":    {"remind me at 8 am to feed the cat", "remind me at 10 am to feed the cat"},
		"remind me to feed it at 8:30 and 10:30 pm": {"remind me to feed it at 8:30 pm", "remind me to feed it 10:30 pm"},
		"raat 9 aur 11 baje dawai yaad dilana":      {"raat 9 baje dawai yaad dilana", "raat 11 baje dawai yaad dilana"},
		"raat 9 baje aur 11 baje dawai yaad dilana": {"raat 9 baje dawai yaad dilana", "raat 11 baje dawai yaad dilana"},
		"subah saat aur nau baje dawai yaad dilana": {"subah saat baje dawai yaad dilana", "subah nau baje dawai yaad dilana"},
		"رات نو اور گیارہ بجے دوا یاد دلانا":        {"رات نو بجے دوا یاد دلانا", "رات گیارہ بجے دوا یاد دلانا"},
		"رات ۹ اور ۱۱ بجے دوا یاد دلانا":            {"رات ۹ بجے دوا یاد دلانا", "رات ۱۱ بجے دوا یاد دلانا"},
		"remind me to water the plants every weekend": {
			"remind me to water the plants every saturday", "remind me to water the plants every sunday",
		},
		"har weekend ko gaari dhona yaad dilana": {"every saturday gaari dhona yaad dilana", "every sunday gaari dhona yaad dilana"},
		"ہر ویک اینڈ پر گاڑی دھونا یاد دلانا":    {"ہر ہفتے کو گاڑی دھونا یاد دلانا", "ہر اتوار کو گاڑی دھونا یاد دلانا"},
		"remind me to fast on 13, 14 and 15 of each month": {
			"remind me to fast on 13 of each month", "remind me to fast on 14 of each month", "remind me to fast on 15 of each month",
		},
		"har mahine ki 13, 14 aur 15 tareekh ko roza yaad dilana": {
			"har mahine ki 13 tareekh ko roza yaad dilana", "har mahine ki 14 tareekh ko roza yaad dilana",
			"har mahine ki 15 tareekh ko roza yaad dilana",
		},
		"ہر مہینے کی 13، 14 اور 15 تاریخ کو روزہ یاد دلانا": {
			"ہر مہینے کی 13 تاریخ کو روزہ یاد دلانا", "ہر مہینے کی 14 تاریخ کو روزہ یاد دلانا", "ہر مہینے کی 15 تاریخ کو روزہ یاد دلانا",
		},
		"ہر نماز کے بعد تسبیح یاد دلانا": {
			"فجر کے بعد تسبیح یاد دلانا", "ظہر کے بعد تسبیح یاد دلانا", "عصر کے بعد تسبیح یاد دلانا", "مغرب کے بعد تسبیح یاد دلانا",
			"عشاء کے بعد تسبیح یاد دلانا",
		},
		"dawai roz subha 8 bje or raat 9 bje khani hai yaad dilana": {
			"dawai roz subha 8 bje khani hai yaad dilana", "dawai raat 9 bje khani hai yaad dilana",
		},
		"gym jana hai 7 bje or 9 bje yaad dilana":      {"gym jana hai 7 bje yaad dilana", "gym jana hai 9 bje yaad dilana"},
		"tablet 8 ya 9 baje leni hai yaad dilana":      nil,
		"remind me every Monday to fast":               nil,
		"remind me at 9 or 11 pm to feed the cat":      nil,
		"remind me between 9 and 11 pm to feed it":     nil,
		"raat 9 aur 11 baje ke darmiyan yaad dilana":   nil,
		"remind me to buy 9 and 11 watt bulbs at 5 pm": nil,
		"remind me this weekend to call ammi":          nil,
		"remind me on Monday or Thursday to fast":      nil,
		"remind me to buy milk and eggs on Monday":     nil,
		"remind me to read pages 13, 14 and 15":        nil,
		"remind me to call ammi and abbu at 5 pm":      nil,
		"har hafte aur har mahine hisaab yaad dilana":  nil,
		"kal nahi parson ammi ko phone yaad dilana":    nil,
		"remind me at 5 pm, no, at 6 pm to call":       nil,
		"remind me from 9 am to 5 pm to drink":         nil,
		"کل صبح ۶ بجے اٹھنے کی یاد دلانا":              nil,
		"remind me tomorrow at 5 and to call on Asiya": nil,
	} {
		if got := d.Detect(detect.Input{Text: say, Now: now}); !slices.Equal(got.Each, want) {
			t.Errorf("%q lists %q, want %q (%s)", say, got.Each, want, got.Intent)
		}
	}
}
