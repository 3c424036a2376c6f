package masjids_test

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

func TestRulesAreReadAsTheyAreWritten(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		" fajr = 5:45 ;; ":                  "fajr=05:45",
		"maghrib=+5; isha=20:30":            "maghrib=+5; isha=20:30",
		"jummah=13:30;jummah_2=+45":         "jummah=13:30; jummah_2=+45",
		"isha@2026-02-18..=21:00":           "isha@2026-02-18..=21:00",
		"isha@..2026-03-19=+20":             "isha@..2026-03-19=+20",
		"eid_al_fitr=07:30":                 "eid_al_fitr=07:30",
		"isha@2026-02-18..2026-03-19=21:00": "isha@2026-02-18..2026-03-19=21:00",
	} {
		rules, err := masjids.ParseJamaat(text)
		if got := masjids.FormatJamaat(rules); err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{
		"fajr", "zuhr=13:00", "fajr=24:00", "fajr=5:4", "fajr=05:60", "fajr=+181", "fajr=+-1", "fajr=-5", "eid_al_fitr=+30",
		"isha@=21:00", "isha@2026-02-30..=21:00", "isha@2026-03-19..2026-02-18=21:00", "isha@2026-02-18=21:00", "=05:00",
	} {
		if rules, err := masjids.ParseJamaat(text); err == nil {
			t.Errorf("%q is taken for %v", text, rules)
		}
	}
}

func TestTheRuleForADateGoesBeforeTheRuleForAlways(t *testing.T) {
	rules, err := masjids.ParseJamaat("isha@2026-02-18..2026-03-19=21:00; isha=20:30; isha@2026-03-10..2026-03-12=22:00; fajr=+20")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2026-02-17": "isha=20:30", "2026-02-18": "isha@2026-02-18..2026-03-19=21:00",
		"2026-03-10": "isha@2026-03-10..2026-03-12=22:00", "2026-03-19": "isha@2026-02-18..2026-03-19=21:00", "2026-03-20": "isha=20:30",
	} {
		date, err := prayertime.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := masjids.RuleOn(rules, masjids.Isha, date); !ok || got.String() != want {
			t.Errorf("on %s: %v, want %s", text, got, want)
		}
		if got, ok := masjids.RuleOn(rules, masjids.Asr, date); ok {
			t.Errorf("asr has the rule %v", got)
		}
	}
}

func FuzzParseJamaat(f *testing.F) {
	f.Add("fajr=05:45; isha@2026-02-18..2026-03-19=21:00; maghrib=+5")
	f.Fuzz(func(t *testing.T, text string) {
		rules, err := masjids.ParseJamaat(text)
		if err != nil {
			return
		}
		again, err := masjids.ParseJamaat(masjids.FormatJamaat(rules))
		if err != nil || !slices.Equal(rules, again) {
			t.Fatalf("%q is %v, and written and read again %v, %v", text, rules, again, err)
		}
	})
}
