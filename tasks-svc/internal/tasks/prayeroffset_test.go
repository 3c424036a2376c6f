package tasks_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// place has the prayers of a place: each begins at a minute of the day on 21 November, and a minute later each day of a month.
type place struct {
	zone    *time.Location
	minutes map[string]int
}

func (p place) start(prayer string, day time.Time) time.Time {
	return time.Date(day.Year(), day.Month(), day.Day(), 0, p.minutes[prayer]+day.Day()-21, 0, 0, p.zone)
}

func (p place) Start(_ context.Context, _, _ int32, prayer, date string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, date)
	return p.start(prayer, day), err
}

func (p place) Starts(_ context.Context, _, _ int32, from string, days int32) (map[string]map[string]time.Time, error) {
	first, err := time.Parse(time.DateOnly, from)
	found := map[string]map[string]time.Time{}
	for i := range int(days) {
		day := first.AddDate(0, 0, i)
		starts := map[string]time.Time{}
		for prayer := range p.minutes {
			starts[prayer] = p.start(prayer, day)
		}
		found[day.Format(time.DateOnly)] = starts
	}
	return found, err
}

const hour = 60

// inKarachi are about the prayers of Karachi in November, inTheNorth those of a town where nights are short.
var (
	inKarachi  = map[string]int{"Fajr": 5*hour + 30, "Dhuhr": 12*hour + 15, "Asr": 15*hour + 20, "Maghrib": 17*hour + 43, "Isha": 19 * hour}
	inTheNorth = map[string]int{"Fajr": 30, "Maghrib": 22 * hour, "Isha": 23*hour + 50}
)

// at lets prayers be those of a place in the owner's zone.
func (r *room) at(minutes map[string]int) {
	here := place{r.owner.Zone, minutes}
	r.Prayers, r.DayPrayers = here, here
}

// from is a task so many minutes from a prayer.
func from(prayer string, minutes int32, due, rhythm string) tasks.Draft {
	return tasks.Draft{Title: "x", LinkedPrayer: prayer, PrayerOffset: minutes, Due: due, Recurrence: rhythm}
}

// reminds says when a task reminds: "11-21 17:33" in the owner's zone, or nothing.
func (r *room) reminds(task tasks.Task) string {
	if task.RemindAt.IsZero() {
		return ""
	}
	return task.RemindAt.In(r.owner.Zone).Format("01-02 15:04")
}

// It is 21 November, 10:00.
func TestATaskRemindsSoLongBeforeOrAfterItsPrayer(t *testing.T) {
	for name, c := range map[string]struct {
		draft tasks.Draft
		want  string
	}{
		"before":                          {from("Maghrib", -10, "", ""), "11-21 17:33"},
		"after":                           {from("Maghrib", 15, "", ""), "11-21 17:58"},
		"daily":                           {from("Maghrib", -10, "", "daily"), "11-21 17:33"},
		"daily, tomorrow's":               {from("Fajr", 15, "", "daily"), "11-22 05:46"},
		"over today, before a later one":  {from("Dhuhr", -180, "", ""), "11-22 09:16"},
		"after one that has begun":        {from("Fajr", 300, "", ""), "11-21 10:30"},
		"on a day":                        {from("Maghrib", -10, "2026-11-25", ""), "11-25 17:37"},
		"on a day, over":                  {from("Fajr", -10, "2026-11-21", ""), ""},
		"weekly, over":                    {from("Fajr", -10, "2026-11-21", "weekly"), "11-28 05:27"},
		"past midnight":                   {from("Isha", 310, "", ""), "11-22 00:10"},
		"past midnight, of a day":         {from("Isha", 310, "2026-11-25", ""), "11-26 00:14"},
		"the evening before":              {from("Fajr", -360, "", ""), "11-21 23:31"},
		"the evening before a day":        {from("Fajr", -360, "2026-11-25", ""), "11-24 23:34"},
		"the most before":                 {from("Fajr", -720, "", "daily"), "11-21 17:31"},
		"the most after":                  {from("Isha", 720, "", "daily"), "11-22 07:00"},
		"yesterday's, which is to come":   {from("Isha", 720, "2026-11-20", "daily"), "11-22 07:00"},
		"at the prayer itself, as before": {from("Maghrib", 0, "", ""), "11-21 17:43"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.at(inKarachi)
			got := r.create(c.draft)
			if r.reminds(got) != c.want || got != r.get(got.ID) {
				t.Errorf("it reminds at %q, want %q: %+v", r.reminds(got), c.want, got)
			}
			if c.want == "" {
				return
			}
			found, err := r.Occurrences(t.Context(), r.owner)
			if err != nil || !hasReminder(found, got.RemindAt) {
				t.Errorf("it reminds at %v, and its occurrences are %q, %v", got.RemindAt, r.occurrences(), err)
			}
		})
	}
}

func hasReminder(found []tasks.Occurrence, at time.Time) bool {
	for _, o := range found {
		if !o.RemindsAt.IsZero() {
			return o.RemindsAt.Equal(at) && o.At.Equal(at)
		}
	}
	return false
}

func TestAnOffsetNeedsAPrayer(t *testing.T) {
	r := newRoom(t)
	for name, c := range map[string]struct {
		draft tasks.Draft
		want  string
	}{
		"no prayer":      {from("", -10, "", ""), "needs a linked_prayer that it is counted from: Fajr"},
		"a time of day":  {from("Asr", -10, "2026-11-25T09:00", ""), "needs a due_datetime that is a date alone"},
		"too long":       {from("Asr", 721, "", ""), "must be from -720 to 720"},
		"too long after": {from("Asr", -721, "", ""), "must be from -720 to 720"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Create(t.Context(), r.owner, c.draft)
			wantViolation(t, err, "prayer_offset_minutes")
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("it says %v, want %s", err, c.want)
			}
		})
	}
	r.create(tasks.Draft{Title: "x", Due: "2026-11-25T09:00", LinkedPrayer: "Asr"})
	ten := int32(-10)
	_, err := r.Update(t.Context(), r.owner, 1, tasks.Patch{PrayerOffset: &ten})
	wantViolation(t, err, "prayer_offset_minutes")
	if got := r.update(1, tasks.Patch{PrayerOffset: &ten, Due: text("2026-11-25")}); got.PrayerOffset != -10 {
		t.Errorf("changed with its day: %+v", got)
	}
}

func TestAnOffsetGoesWithWhatItIsCountedFrom(t *testing.T) {
	twenty, none := int32(-20), int32(0)
	for name, c := range map[string]struct {
		patch   tasks.Patch
		offset  int32
		reminds string
	}{
		"nothing else":         {tasks.Patch{Title: text("y")}, -10, "11-25 17:37"},
		"another offset":       {tasks.Patch{PrayerOffset: &twenty}, -20, "11-25 17:27"},
		"none":                 {tasks.Patch{PrayerOffset: &none}, 0, "11-25 17:47"},
		"another prayer":       {tasks.Patch{LinkedPrayer: text("Isha")}, -10, "11-25 18:54"},
		"no prayer":            {tasks.Patch{LinkedPrayer: text("")}, 0, "11-25 07:00"},
		"another day":          {tasks.Patch{Due: text("2026-11-26")}, -10, "11-26 17:38"},
		"no day":               {tasks.Patch{Due: text("")}, -10, "11-21 17:33"},
		"a time of its own":    {tasks.Patch{Due: text("2026-11-25T09:00")}, 0, "11-25 09:00"},
		"the same day, in UTC": {tasks.Patch{Due: text("2026-11-24T19:00Z")}, -10, "11-25 17:37"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.at(inKarachi)
			r.create(from("Maghrib", -10, "2026-11-25", ""))
			if got := r.update(1, c.patch); got.PrayerOffset != c.offset || r.reminds(got) != c.reminds || got != r.get(1) {
				t.Errorf("it is %d from its prayer and reminds at %s: %+v", got.PrayerOffset, r.reminds(got), got)
			}
		})
	}
}

// A task that repeats has each day's hour, whether it is completed or not.
func TestEachDayHasTheHourOfItsPrayer(t *testing.T) {
	const days = 4
	for name, c := range map[string]struct {
		prayers  map[string]int
		draft    tasks.Draft
		complete time.Duration // after the reminder; 0 for never
		want     string
	}{
		"never completed": {inKarachi, from("Maghrib", -10, "", ""), 0, "21 17:33, 22 17:34, 23 17:35, 24 17:36"},
		"completed":       {inKarachi, from("Maghrib", -10, "", ""), time.Minute, "21 17:33, 22 17:34, 23 17:35, 24 17:36"},
		"with a first day": {
			inKarachi, from("Fajr", 15, "2026-11-23", ""), time.Hour, "23 05:47, 24 05:48, 25 05:49, 26 05:50",
		},
		"past midnight, never completed": {
			inTheNorth, from("Isha", 30, "", ""), 0, "22 00:20, 23 00:21, 24 00:22, 25 00:23",
		},
		"past midnight, completed": {
			inTheNorth, from("Isha", 30, "", ""), 15 * time.Minute, "22 00:20, 23 00:21, 24 00:22, 25 00:23",
		},
		"past midnight, completed in the night": {
			inTheNorth, from("Isha", 30, "2026-11-21", ""), 2 * time.Hour, "22 00:20, 23 00:21, 24 00:22, 25 00:23",
		},
		"the evening before, never completed": {
			inTheNorth, from("Fajr", -90, "", ""), 0, "21 23:01, 22 23:02, 23 23:03, 24 23:04",
		},
		"the evening before, completed": {
			inTheNorth, from("Fajr", -90, "", ""), 15 * time.Minute, "21 23:01, 22 23:02, 23 23:03, 24 23:04",
		},
		"the evening before, completed when it begins": {
			inTheNorth, from("Fajr", -90, "2026-11-22", ""), 2 * time.Hour, "21 23:01, 22 23:02, 23 23:03, 24 23:04",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.at(c.prayers)
			c.draft.Recurrence = "daily"
			task := r.create(c.draft)
			var came []string
			for range days {
				came = append(came, task.RemindAt.In(r.owner.Zone).Format("02 15:04"))
				r.release(task.RemindAt.Format(time.RFC3339))
				if c.complete != 0 {
					r.clock.Advance(c.complete)
					task.ID = r.complete(task.ID).Successor()
					r.plan(t)
				}
				if task = r.get(task.ID); task.PrayerOffset != c.draft.PrayerOffset {
					t.Fatalf("the next one is %+v", task)
				}
			}
			if got := strings.Join(came, ", "); got != c.want {
				t.Errorf("it reminds on %s, want %s", got, c.want)
			}
		})
	}
}

// Clocks go forward on 8 March in New York, and the prayer with them.
func TestAnOffsetIsCountedFromThePrayerOverAClockChange(t *testing.T) {
	newYork, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	r := newRoom(t)
	r.owner.Zone, r.Profiles = newYork, profiles{zone: "America/New_York"}
	r.at(map[string]int{"Fajr": 1*hour + 40})
	r.clock.Advance(time.Date(2027, 3, 12, 12, 0, 0, 0, newYork).Sub(r.clock.Now()))
	task := r.create(from("Fajr", 45, "", "daily"))
	for _, want := range []string{"2027-03-13T02:17:00-05:00", "2027-03-14T03:18:00-04:00", "2027-03-15T02:19:00-04:00"} {
		if got := task.RemindAt.In(newYork).Format(time.RFC3339); got != want {
			t.Errorf("it reminds at %s, want %s", got, want)
		}
		r.release(task.RemindAt.Format(time.RFC3339))
		task = r.get(task.ID)
	}
}

// Who moves to another city is reminded by its prayers, also of a task whose day has begun at another hour there.
func TestAnOffsetIsCountedFromThePrayerOfAnotherCity(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for _, due := range []string{"", "2026-11-21"} {
		r := newRoom(t)
		r.at(inKarachi)
		task := r.create(from("Maghrib", -10, due, "daily"))
		r.release("2026-11-21T12:33:00Z")
		if got := r.reminds(r.get(1)); got != "11-22 17:34" {
			t.Errorf("in Karachi it reminds at %s", got)
		}
		r.owner.Zone, r.Profiles = london, profiles{zone: "Europe/London"}
		r.at(map[string]int{"Maghrib": 16 * hour})
		r.clock.Advance(r.get(1).RemindAt.Add(-6 * time.Hour).Sub(r.clock.Now()))
		r.plan(t)
		if got := r.reminds(r.get(1)); got != "11-22 15:51" {
			t.Errorf("in London it reminds at %s", got)
		}
		r.release("2026-11-22T15:51:00Z")
		next := r.complete(task.ID).Successor()
		r.plan(t)
		if got := r.reminds(r.get(next)); got != "11-23 15:52" {
			t.Errorf("the next one reminds at %s", got)
		}
	}
}
