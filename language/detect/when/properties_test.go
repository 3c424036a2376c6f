package when_test

import (
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// variants are ways of typing the same.
var variants = map[string]func(string) string{
	"capital letters":       strings.ToUpper,
	"more space":            func(s string) string { return "  " + strings.ReplaceAll(s, " ", " \t ") + " " },
	"Urdu digits":           digitsFrom('۰'),
	"Arabic digits":         digitsFrom('٠'),
	"Arabic letters":        strings.NewReplacer("ی", "ي", "ک", "ك", "ہ", "ه").Replace,
	"invisible characters":  func(s string) string { return "\u200f" + strings.ReplaceAll(s, " ", "\u200c \u200e") },
	"a full stop":           func(s string) string { return s + "." },
	"an exclamation":        func(s string) string { return s + " !!" },
	"a greeting before it":  func(s string) string { return "salam! " + s },
	"something said before": func(s string) string { return "suno yaar, " + s },
}

func digitsFrom(zero rune) func(string) string {
	return func(s string) string {
		return strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return zero + r - '0'
			}
			return r
		}, s)
	}
}

func TestTheWayOfTypingChangesNothing(t *testing.T) {
	g := grammar(t)
	for _, name := range []string{"english", "roman", "urdu"} {
		for row := range rows(t, name) {
			for kind, vary := range variants {
				if told, _ := understand(g, vary(row.sentence), monday(t)); told != row.told {
					t.Errorf("%s: with %s, %q tells %q, want %q", name, kind, vary(row.sentence), told, row.told)
				}
			}
		}
	}
}

// An hour of the day said in any of its ways is the same hour.
func TestEveryHourInEveryWay(t *testing.T) {
	g := grammar(t)
	ways := []struct {
		form string
		from int // the first and the last hour that can be said so
		to   int
	}{
		{"kal 15:04 baje", 0, 23}, {"kal 15:04", 13, 23}, {"tomorrow at 3:04 pm", 12, 23}, {"tomorrow 3:04am", 0, 11},
		{"kal subah 3:04 baje", 4, 11},
		{"3:04 baje raat kal", 19, 23}, {"kal dopahar ko 3:04 baje", 12, 16}, {"3.04 pm tomorrow", 12, 23}, {"kal shaam ko 3:04", 16, 20},
		{"کل شام 3:04 بجے", 16, 20}, {"صبح 3:04 بجے کل", 4, 11},
	}
	for _, way := range ways {
		for hour := way.from; hour <= way.to; hour++ {
			for _, minute := range []int{0, 5, 30, 59} {
				at := time.Date(2026, 3, 3, hour, minute, 0, 0, time.UTC)
				want := at.Format("2006-01-02T15:04:05")
				if hour < 12 && way.form == "kal 15:04 baje" && hour >= 1 && at.Format("15")[0] == '0' {
					want = at.Format("2006-01-02T15:04:05") // a leading zero tells a clock of 24 hours
				}
				if got := dueOf(g, at.Format(way.form), monday(t)); got != want {
					t.Errorf("%q is %q, want %q", at.Format(way.form), got, want)
				}
			}
		}
	}
}

// Every day of some years is the same date in every way of writing it.
func TestEveryDateInEveryWay(t *testing.T) {
	g := grammar(t)
	forms := []string{
		"2 January 2006", "January 2, 2006", "2/1/2006", "02-01-2006", "2006-01-02", "2.1.2006", "on 2 Jan 2006", "Monday, 2 January 2006",
		"2006/01/02 ko",
	}
	for day := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC); day.Year() < 2029; day = day.AddDate(0, 0, 1) {
		for _, form := range forms {
			if got, want := dueOf(g, day.Format(form), monday(t)), day.Format("2006-01-02"); got != want {
				t.Fatalf("%q is %q, want %q", day.Format(form), got, want)
			}
		}
	}
}

// From every hour of two years, what lies ahead is never in the past and less than a week and a day away.
func TestWhatComesNextLiesAhead(t *testing.T) {
	g := grammar(t)
	sentences := []string{"6 baje", "subah 6 baje", "raat 12 baje", "raat 2 baje", "5 pm", "jumme ko", "har jumme ko 2 baje",
		"next monday at 9", "noon"}
	var found [][]when.Expression
	for _, s := range sentences {
		found = append(found, g.Parse(text.Parse(s)))
	}
	for _, zone := range []string{karachi, "Europe/London", "America/New_York"} {
		o := said(t, "2026-01-01 00:30", zone)
		for ; o.Now.Year() < 2028; o.Now = o.Now.Add(7 * time.Hour) {
			for i, e := range found {
				due := due.Resolve(o, e...).Due
				at := parseDue(t, due, o.Zone)
				if len(due) == len("2006-01-02") {
					at = at.AddDate(0, 0, 1)
				}
				if !at.After(o.Now) || at.After(o.Now.AddDate(0, 0, 9)) {
					t.Fatalf("%q at %s is %s", sentences[i], o.Now, due)
				}
			}
		}
	}
}

func parseDue(t *testing.T, due string, zone *time.Location) time.Time {
	t.Helper()
	form := "2006-01-02T15:04:05"
	at, err := time.ParseInLocation(form[:min(len(due), len(form))], due, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func FuzzParse(f *testing.F) {
	for _, name := range []string{"english", "roman", "urdu"} {
		for row := range rows(f, name) {
			f.Add(row.sentence)
		}
	}
	g := grammar(f)
	o := monday(f)
	f.Fuzz(func(t *testing.T, sentence string) {
		s := text.Parse(sentence)
		found := g.Parse(s)
		end := 0
		for _, e := range found {
			if e.From < end || e.To <= e.From || e.To > len(s.Tokens) || e.Has == 0 || e.Number < 0 {
				t.Fatalf("%q has %+v after %d", sentence, e, end)
			}
			end = e.To
		}
		for _, o.Past = range []bool{false, true} {
			if due := due.Resolve(o, found...).Due; due != "" {
				parseDue(t, due, o.Zone)
			}
		}
	})
}
