package tasks

import (
	"testing"
	"time"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

func TestDueIsUnderstoodInItsUsualForms(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-25T18:30:00+05:00":      "2026-11-25T13:30:00Z",
		"2026-11-25T18:30:00Z":           "2026-11-25T18:30:00Z",
		"2026-11-25t18:30:00z":           "2026-11-25T18:30:00Z",
		"2026-11-25T18:30:00-03:30":      "2026-11-25T22:00:00Z",
		"2026-11-25T18:30:00+0500":       "2026-11-25T13:30:00Z",
		"2026-11-25T18:30+05":            "2026-11-25T13:30:00Z",
		"2026-11-25T18:30:00 +05:00":     "2026-11-25T13:30:00Z",
		"2026-11-25T18:30:00.999Z":       "2026-11-25T18:30:00Z",
		"2026-11-25T18:30:00,123456789Z": "2026-11-25T18:30:00Z",
		"2026-11-25T18:30:00":            "2026-11-25T13:30:00Z",
		"2026-11-25T18:30":               "2026-11-25T13:30:00Z",
		"2026-11-25 18:30":               "2026-11-25T13:30:00Z",
		"2026-11-25":                     "2026-11-24T19:00:00Z", // the start of the day
		"2026-11-25T24:00":               "2026-11-25T19:00:00Z", // the end of the day
		"20261125T183000Z":               "2026-11-25T18:30:00Z",
		"20261125T1830":                  "2026-11-25T13:30:00Z",
		"20261125T18:30":                 "2026-11-25T13:30:00Z",
		"20261125":                       "2026-11-24T19:00:00Z",
		"2028-02-29":                     "2028-02-28T19:00:00Z",
		"1970-01-02":                     "1970-01-01T19:00:00Z",
		"9998-12-30T23:59:59Z":           "9998-12-30T23:59:59Z",
	} {
		got, err := parseDue(text, zone(t, "Asia/Karachi"))
		if err != nil || got.Format(time.RFC3339Nano) != want {
			t.Errorf("parseDue(%q) = %v, %v, want %s", text, got, err, want)
		}
	}
}

func TestDueOfAnotherFormIsRefused(t *testing.T) {
	for _, text := range []string{
		"", "tomorrow", "2026-11-25T", "T18:30", "18:30", "2026-11", "2026-1-5", "26-11-25", "2026/11/25", "25-11-2026",
		"2026-02-30", "2027-02-29", "2026-13-01", "2026-00-10", "2026-11-00", "2026-11-31T10:00",
		"2026-11-25T25:00", "2026-11-25T24:01", "2026-11-25T24:00:01", "2026-11-25T18:60", "2026-11-25T18:30:60",
		"2026-11-25T18:30:00+24:00", "2026-11-25T18:30:00+05:60", "2026-11-25T18:30:00+5", "2026-11-25+05:00",
		"2026-11-25T18:30:00 PKT", "2026-11-25T18", "2026-W48-3", "2026-329", "1796000000",
		"2026-11-25T18:30:00.Z", "2026-11-25T18:30.5", "+02026-11-25", "٢٠٢٦-11-25", "2026-11-25T18:30:00Zx",
	} {
		if got, err := parseDue(text, time.UTC); err != errDueForm {
			t.Errorf("parseDue(%q) = %v, %v, want it refused as of no known form", text, got, err)
		}
	}
	for _, text := range []string{"1969-12-31T23:59:59Z", "0001-01-01", "9999-01-01", "9999-12-31T24:00"} {
		if got, err := parseDue(text, time.UTC); err != errDueRange {
			t.Errorf("parseDue(%q) = %v, %v, want it refused as out of range", text, got, err)
		}
	}
}

func TestDueAtAClockChange(t *testing.T) {
	for _, c := range []struct{ zone, text, want string }{
		{"America/New_York", "2026-03-08T01:59", "2026-03-08T01:59:00-05:00"},
		{"America/New_York", "2026-03-08T02:30", "2026-03-08T03:30:00-04:00"}, // skipped: moved forward by the change
		{"America/New_York", "2026-03-08T03:00", "2026-03-08T03:00:00-04:00"},
		{"America/New_York", "2026-11-01T01:30", "2026-11-01T01:30:00-04:00"}, // occurs twice: the first
		{"America/New_York", "2026-11-01T02:00", "2026-11-01T02:00:00-05:00"},
		{"Africa/Cairo", "2026-04-24", "2026-04-24T01:00:00+03:00"}, // a day that begins at one o'clock
		{"Australia/Lord_Howe", "2026-10-04T02:15", "2026-10-04T02:45:00+11:00"},
		{"Pacific/Apia", "2011-12-30T10:00", "2011-12-31T10:00:00+14:00"}, // a day that did not exist
		{"Asia/Karachi", "2008-06-01T00:30", "2008-06-01T01:30:00+06:00"},
	} {
		got, err := parseDue(c.text, zone(t, c.zone))
		if err != nil {
			t.Errorf("%s in %s: %v", c.text, c.zone, err)
			continue
		}
		if text := got.In(zone(t, c.zone)).Format(time.RFC3339); text != c.want {
			t.Errorf("%s in %s = %s, want %s", c.text, c.zone, text, c.want)
		}
	}
}

// What is accepted is answered as RFC 3339, and parsing that gives the same time.
func FuzzDue(f *testing.F) {
	for _, seed := range []string{
		"2026-11-25T18:30:00+05:00", "2026-11-25", "20261125T1830", "2026-11-25T24:00", "2026-03-08 02:30,5", "x",
	} {
		f.Add(seed)
	}
	newYork := zone(f, "America/New_York")
	f.Fuzz(func(t *testing.T, text string) {
		due, err := parseDue(text, newYork)
		if err != nil {
			return
		}
		if due.Before(earliestDue) || due.After(latestDue) || due.Nanosecond() != 0 {
			t.Fatalf("parseDue(%q) = %v", text, due)
		}
		answer := due.In(newYork).Format(time.RFC3339)
		if again, err := parseDue(answer, time.UTC); err != nil || !again.Equal(due) {
			t.Fatalf("%q is answered as %q, which is %v, %v", text, answer, again, err)
		}
	})
}
