package tasks_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// It is 21 November, 10:00, or another time of that day.
func TestACalendarHasEachDaysHour(t *testing.T) {
	for name, c := range map[string]struct {
		prayers map[string]int
		later   time.Duration
		draft   tasks.Draft
		want    string // the first, and the last after "…"
		count   int
	}{
		"daily": {
			inKarachi, 0, from("Maghrib", -10, "", "daily"), "11-21 17:33 +0s … 12-21 17:33 +0s", 31,
		},
		"daily, over today": {
			inKarachi, 8 * time.Hour, from("Maghrib", -10, "", "daily"), "11-22 17:34 +0s … 12-21 17:33 +0s", 30,
		},
		"once, over today": {
			inKarachi, 8 * time.Hour, from("Maghrib", -10, "", ""), "11-22 17:34 +0s", 1,
		},
		"once, over today and tomorrow": {
			inTheNorth, 13*time.Hour + 30*time.Minute, from("Fajr", -90, "", ""), "11-22 23:02 +0s", 1,
		},
		"of a day": {
			inKarachi, 0, from("Fajr", -360, "2026-11-25", ""), "11-24 23:34 +0s", 1,
		},
		"yesterday's, past midnight": {
			inTheNorth, 14*time.Hour + 5*time.Minute, from("Isha", 30, "", ""), "11-22 00:20 +0s", 1,
		},
		"yesterday's and those to come": {
			inTheNorth, 14*time.Hour + 5*time.Minute, from("Isha", 30, "", "daily"),
			"11-22 00:20 +0s … 12-23 00:21 +0s", 32,
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.at(c.prayers)
			r.clock.Advance(c.later)
			task := r.create(c.draft)
			got := r.occurrences()
			first, last, several := strings.Cut(c.want, " … ")
			if len(got) != c.count || got[0] != first || several && got[len(got)-1] != last {
				t.Errorf("%d occurrences %q, want %d: %s", len(got), got, c.count, c.want)
			}
			if want := fmt.Sprint(r.reminds(task), " +0s"); got[0] != want {
				t.Errorf("the task reminds at %s, its calendar at %s", want, got[0])
			}
		})
	}
}
