package due_test

import (
	"testing"
	"time"

	"github.com/salaatflow/platform/language/detect/text"
	"github.com/salaatflow/platform/language/detect/when"
	"github.com/salaatflow/platform/language/detect/when/due"
)

// Several days are told with their first and their last one, also across the ends of weeks, months and years.
func TestDays(t *testing.T) {
	grammar, err := when.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ now, said, first, last string }{
		{"2026-03-02", "this week", "2026-03-02", "2026-03-08"},
		{"2026-03-08", "this week", "2026-03-02", "2026-03-08"}, // a Sunday
		{"2026-12-30", "is hafte", "2026-12-28", "2027-01-03"},
		{"2026-12-30", "اگلے ہفتے", "2027-01-04", "2027-01-10"},
		{"2026-03-02", "last week", "2026-02-23", "2026-03-01"},
		{"2026-01-31", "next month", "2026-02-01", "2026-02-28"},
		{"2028-01-31", "agle mahine", "2028-02-01", "2028-02-29"},
		{"2026-03-02", "this year", "2026-01-01", "2026-12-31"},
		{"2026-03-02", "next year", "2027-01-01", "2027-12-31"},
		{"2026-03-02", "this weekend", "2026-03-07", "2026-03-08"},
		{"2026-03-02", "next weekend", "2026-03-14", "2026-03-15"},
		{"2026-03-02", "until friday", "", "2026-03-06"},
		{"2026-03-02", "jumme tak", "", "2026-03-06"},
		{"2026-03-02", "by 10 march", "", "2026-03-10"},
		{"2026-03-02", "tomorrow", "", ""},
		{"2026-03-02", "on friday", "", ""},
		{"2026-03-02", "in 2 weeks", "", ""},
		{"2026-03-02", "every week", "", ""},
		{"2026-03-02", "6 baje tak", "", ""},
	} {
		now, err := time.Parse(time.DateOnly, c.now)
		if err != nil {
			t.Fatal(err)
		}
		first, last := "", ""
		for _, e := range grammar.Parse(text.Parse(c.said)) {
			if from, to, several := (due.Options{Now: now}).Days(e); several {
				first, last = from, to
			}
		}
		if first != c.first || last != c.last {
			t.Errorf("%s, %q: from %q to %q, want from %q to %q", c.now, c.said, first, last, c.first, c.last)
		}
	}
}
