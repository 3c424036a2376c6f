package when_test

import (
	"testing"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

const karachi = "Asia/Karachi"

func TestADayIsTheNextOneFromTheDayOnWhichItIsSaid(t *testing.T) {
	g := grammar(t)
	for _, c := range []struct{ at, sentence, want string }{
		{"2026-03-06 10:00", "agle jumme", "2026-03-13"}, // said on a Friday
		{"2026-03-06 10:00", "jumme ko", "2026-03-13"},
		{"2026-03-06 10:00", "is jumme", "2026-03-06"},
		{"2026-03-06 10:00", "Friday next week", "2026-03-13"},
		{"2026-03-08 10:00", "next week on monday", "2026-03-09"}, // Sunday is the last day of its week
		{"2026-03-08 10:00", "end of the week", "2026-03-08"},
		{"2025-12-31 22:00", "kal", "2026-01-01"},
		{"2025-12-31 22:00", "parson subah 6 baje", "2026-01-02T06:00:00"},
		{"2025-12-31 22:00", "in 3 hours", "2026-01-01T01:00:00"},
		{"2025-12-31 22:00", "1 January", "2026-01-01"},
		{"2025-12-31 22:00", "31 december", "2025-12-31"},
		{"2025-12-31 22:00", "end of next month", "2026-01-31"},
		{"2025-12-31 22:00", "15 tareekh", "2026-01-15"},
		{"2028-02-28 10:00", "kal", "2028-02-29"},
		{"2028-02-28 10:00", "29 february", "2028-02-29"},
		{"2028-02-28 10:00", "end of month", "2028-02-29"},
		{"2028-02-29 10:00", "next year", "2029-02-28"},
		{"2027-02-10 10:00", "30 tareekh", "2027-03-30"},
		{"2027-02-10 10:00", "is mahine ki 30 tareekh", ""},
		{"2027-01-31 10:00", "next month", "2027-02-28"},
		{"2026-03-02 10:00", "29/2/2026", ""},
	} {
		if got := dueOf(g, c.sentence, said(t, c.at, karachi)); got != c.want {
			t.Errorf("%q on %s is %q, want %q", c.sentence, c.at, got, c.want)
		}
	}
}

func TestAClockTimeIsTheNextThatPeopleMean(t *testing.T) {
	g := grammar(t)
	for _, c := range []struct{ at, sentence, want string }{
		{"2026-03-02 10:00", "10 baje", "2026-03-02T22:00:00"},
		{"2026-03-02 18:30", "6 baje", "2026-03-03T18:00:00"},
		{"2026-03-02 18:30", "7 baje", "2026-03-02T19:00:00"},
		{"2026-03-02 22:10", "7 baje", "2026-03-03T07:00:00"},
		{"2026-03-02 22:10", "at 5", "2026-03-03T17:00:00"},
		{"2026-03-02 22:10", "4 baje", "2026-03-03T16:00:00"},
		{"2026-03-02 04:30", "6 baje", "2026-03-02T06:00:00"},
		{"2026-03-02 23:00", "3 baje", "2026-03-03T15:00:00"}, // not in the middle of the night
		{"2026-03-02 23:00", "5 pm", "2026-03-03T17:00:00"},
		{"2026-03-02 23:00", "aaj 5 baje", "2026-03-02T17:00:00"},
		{"2026-03-02 13:00", "12 baje", "2026-03-03T12:00:00"},
		{"2026-03-02 03:00", "raat 4 baje", "2026-03-02T04:00:00"}, // the night that has begun
		{"2026-03-02 03:00", "aaj raat 4 baje", "2026-03-02T04:00:00"},
		{"2026-03-02 03:00", "kal raat 4 baje", "2026-03-04T04:00:00"},
		{"2026-03-02 17:00", "17:00", "2026-03-03T17:00:00"},
		{"2026-03-02 17:00", "aaj subah 8 baje", "2026-03-02T08:00:00"},
		{"2026-03-02 23:45", "20 minute baad", "2026-03-03T00:05:00"},
		{"2026-03-02 23:45", "noon", "2026-03-03T12:00:00"},
		{"2026-03-02 23:45", "roz raat 12 baje", "2026-03-03T00:00:00"},
		{"2026-03-02 10:00", "kal raat 12 baje", "2026-03-04T00:00:00"},
		{"2026-03-02 10:00", "Friday ki raat 2 baje", "2026-03-07T02:00:00"},
	} {
		if got := dueOf(g, c.sentence, said(t, c.at, karachi)); got != c.want {
			t.Errorf("%q at %s is %q, want %q", c.sentence, c.at, got, c.want)
		}
	}
}

func TestASentenceThatLooksBack(t *testing.T) {
	g := grammar(t)
	for sentence, want := range map[string]string{
		"kal wali hadith":                          "2026-03-01",
		"parson ki hadees":                         "2026-02-28",
		"کل کی حدیث":                               "2026-03-01",
		"yesterday's hadith":                       "2026-03-01",
		"tomorrow's hadith":                        "2026-03-03",
		"hadith of Friday":                         "2026-02-27",
		"jumme wali hadees":                        "2026-02-27",
		"last Friday's hadith":                     "2026-02-27",
		"show me the daily hadith for 25 February": "2026-02-25",
		"daily hadith dikha dein 28 february ki":   "2026-02-28",
		"hadith for 5 March":                       "2026-03-05",
		"hadith of 30 December":                    "2025-12-30",
		"20 tareekh ki hadith":                     "2026-02-20",
		"3 din pehle ki hadith":                    "2026-02-27",
		"aaj ki hadith":                            "2026-03-02",
		"guzishta kal ki hadith":                   "2026-03-01",
		"monday ki hadith":                         "2026-02-23",
	} {
		o := monday(t)
		o.Past = true
		if got := dueOf(g, sentence, o); got != want {
			t.Errorf("%q is of %q, want %q", sentence, got, want)
		}
	}
}

// Where clocks are put forward and back, hours from now are real hours, and a time that the clocks skip is the one that
// was said: whoever keeps it knows what the clocks show instead.
func TestDaysOnWhichTheClocksChange(t *testing.T) {
	g := grammar(t)
	for _, c := range []struct{ at, sentence, want string }{
		{"2026-03-28 23:30", "in 2 hours", "2026-03-29T02:30:00"},
		{"2026-03-28 10:00", "tomorrow at 1:30 am", "2026-03-29T01:30:00"},
		{"2026-03-28 10:00", "tomorrow", "2026-03-29"},
		{"2026-03-28 23:30", "kal subah 6 baje", "2026-03-29T06:00:00"},
		{"2026-10-24 23:30", "in 3 hours", "2026-10-25T01:30:00"},
		{"2026-10-24 23:30", "in 7 days", "2026-10-31"},
		{"2026-10-25 00:30", "2 din baad", "2026-10-27"},
	} {
		if got := dueOf(g, c.sentence, said(t, c.at, "Europe/London")); got != c.want {
			t.Errorf("%q at %s is %q, want %q", c.sentence, c.at, got, c.want)
		}
	}
}

func TestTheZoneDecidesWhatDayItIs(t *testing.T) {
	g := grammar(t)
	o := said(t, "2026-03-02 22:00", "UTC")
	o.Zone = said(t, "2026-03-02 22:00", karachi).Zone // where it is the 3rd, 03:00
	if got := dueOf(g, "kal", o); got != "2026-03-04" {
		t.Errorf("kal is %q in Karachi", got)
	}
	o.Zone = nil
	if got := dueOf(g, "kal", o); got != "2026-03-03" {
		t.Errorf("kal is %q in the zone of the time", got)
	}
}

func TestMomentsSayWhetherTheirDayWasTold(t *testing.T) {
	g := grammar(t)
	for sentence, want := range map[string]bool{"10 baje": false, "kal 10 baje": true, "in 2 hours": true, "roz 6 baje": false} {
		if got := due.Resolve(monday(t), g.Parse(text.Parse(sentence))...).DayTold; got != want {
			t.Errorf("the day of %q was told: %t, want %t", sentence, got, want)
		}
	}
}

func dueOf(g *when.Grammar, sentence string, o due.Options) string {
	return due.Resolve(o, g.Parse(text.Parse(sentence))...).Due
}
