package tasks_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// dayPrayers begin a minute later each day of November: Fajr at 05:30 on the 21st in Karachi, Isha at 19:00.
type dayPrayers struct {
	asked []string
	err   error
}

func (p *dayPrayers) Starts(
	_ context.Context, _, masjidID int32, from string, days int32,
) (map[string]map[string]time.Time, error) {
	p.asked = append(p.asked, fmt.Sprint(masjidID, " ", from, " ", days))
	if p.err != nil {
		return nil, p.err
	}
	first, err := time.Parse(time.DateOnly, from)
	if err != nil {
		return nil, err
	}
	found := map[string]map[string]time.Time{}
	for i := range int(days) {
		day := first.AddDate(0, 0, i)
		later := day.Add(time.Duration(day.Day()-21) * time.Minute)
		found[day.Format(time.DateOnly)] = map[string]time.Time{"Fajr": later.Add(30 * time.Minute), "Isha": later.Add(14 * time.Hour)}
	}
	return found, nil
}

// occurrences are those of the owner, each as "title, day or time, reminder after that", in Karachi.
func (r *room) occurrences() []string {
	r.t.Helper()
	found, err := r.Occurrences(r.t.Context(), r.owner)
	if err != nil {
		r.t.Fatal(err)
	}
	var all []string
	for _, o := range found {
		starts, text := o.DayStarts, o.Day.Format("01-02")
		if !o.At.IsZero() {
			starts, text = o.At, o.At.In(r.owner.Zone).Format("01-02 15:04")
		}
		if !o.RemindsAt.IsZero() {
			text += fmt.Sprintf(" +%v", o.RemindsAt.Sub(starts))
		}
		all = append(all, text)
	}
	return all
}

// It is Saturday, 21 November, 10:00: Fajr has begun, and Isha has not.
func TestWhenATaskIsToBeDone(t *testing.T) {
	for name, c := range map[string]struct {
		draft tasks.Draft
		want  string // the first, and the last after "…"
		count int
	}{
		"at a time":                   {tasks.Draft{Due: "2026-11-25T18:30"}, "11-25 18:30 +0s", 1},
		"at a time that passed":       {tasks.Draft{Due: "2026-11-20T18:30"}, "11-20 18:30", 1},
		"long ago":                    {tasks.Draft{Due: "2026-10-20T18:30"}, "", 0},
		"in some years":               {tasks.Draft{Due: "2031-01-01T18:30"}, "01-01 18:30 +0s", 1},
		"on a day":                    {tasks.Draft{Due: "2026-11-25"}, "11-25 +7h0m0s", 1},
		"today":                       {tasks.Draft{Due: "2026-11-21"}, "11-21", 1},
		"at no time":                  {tasks.Draft{}, "", 0},
		"at no time, recurring":       {tasks.Draft{Recurrence: "daily"}, "", 0},
		"daily at a time":             {tasks.Draft{Due: "2026-11-21T18:30", Recurrence: "daily"}, "11-21 18:30 +0s … 12-21 18:30 +0s", 31},
		"daily since a time":          {tasks.Draft{Due: "2026-11-18T18:30", Recurrence: "daily"}, "11-18 18:30 … 12-21 18:30 +0s", 32},
		"daily since long ago":        {tasks.Draft{Due: "2026-06-18T18:30", Recurrence: "daily"}, "11-21 18:30 +0s … 12-21 18:30 +0s", 31},
		"weekly":                      {tasks.Draft{Due: "2026-11-27", Recurrence: "weekly"}, "11-27 +7h0m0s … 12-18 +7h0m0s", 4},
		"monthly, where days are few": {tasks.Draft{Due: "2026-10-31T09:00", Recurrence: "monthly"}, "10-31 09:00 … 11-30 09:00 +0s", 2},
		"recurring from a later day":  {tasks.Draft{Due: "2027-03-01", Recurrence: "daily"}, "03-01 +7h0m0s", 1},
		"at the next Fajr":            {tasks.Draft{LinkedPrayer: "Fajr"}, "11-22 05:31 +0s", 1},
		"at the next Isha":            {tasks.Draft{LinkedPrayer: "Isha"}, "11-21 19:00 +0s", 1},
		"at Isha of a day":            {tasks.Draft{LinkedPrayer: "Isha", Due: "2026-11-25"}, "11-25 19:04 +0s", 1},
		"at Fajr of today":            {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-21"}, "11-21 05:30", 1},
		"at Fajr of yesterday":        {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-20"}, "11-20", 1},
		"at Fajr of next year":        {tasks.Draft{LinkedPrayer: "Fajr", Due: "2027-11-20"}, "11-20", 1},
		"at its own time, with Fajr":  {tasks.Draft{LinkedPrayer: "Fajr", Due: "2026-11-25T06:00"}, "11-25 06:00 +0s", 1},
		"at Fajr, daily":              {tasks.Draft{LinkedPrayer: "Fajr", Recurrence: "daily"}, "11-22 05:31 +0s … 12-21 05:30 +0s", 30},
		"at Isha, daily":              {tasks.Draft{LinkedPrayer: "Isha", Recurrence: "daily"}, "11-21 19:00 +0s … 12-21 19:00 +0s", 31},
		"at Isha, daily since some day": {
			tasks.Draft{LinkedPrayer: "Isha", Due: "2026-11-01", Recurrence: "daily"}, "11-21 19:00 +0s … 12-21 19:00 +0s", 31,
		},
		"at Isha, weekly": {tasks.Draft{LinkedPrayer: "Isha", Recurrence: "weekly"}, "11-21 19:00 +0s … 12-19 18:58 +0s", 5},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.Prayers, r.DayPrayers = &prayers{}, &dayPrayers{}
			c.draft.Title = "x"
			r.create(c.draft)
			got := r.occurrences()
			first, last, several := strings.Cut(c.want, " … ")
			switch {
			case len(got) != c.count:
				t.Errorf("%d occurrences, want %d: %q", len(got), c.count, got)
			case c.count > 0 && got[0] != first, several && got[len(got)-1] != last:
				t.Errorf("from %s to %s, want %s", got[0], got[len(got)-1], c.want)
			}
		})
	}
}

// What a calendar shows is when the task reminds, as the task itself says it.
func TestAnOccurrenceRemindsWhenItsTaskDoes(t *testing.T) {
	r := newRoom(t)
	r.Prayers, r.DayPrayers = &prayers{}, &dayPrayers{}
	if err := r.SetQuiet(t.Context(), r.owner, tasks.Quiet{From: 23 * 60, Until: 6*60 + 30}); err != nil {
		t.Fatal(err)
	}
	for _, draft := range []tasks.Draft{
		{Due: "2026-11-25T18:30"}, {Due: "2026-11-25"}, {Due: "2026-11-20"}, {LinkedPrayer: "Fajr"}, {LinkedPrayer: "Fajr", Due: "2026-11-23"},
		{LinkedPrayer: "Fajr", Due: "2026-11-21"}, {LinkedPrayer: "Fajr", Recurrence: "daily"}, {Due: "2026-11-24", Recurrence: "monthly"},
	} {
		draft.Title = "x"
		task := r.create(draft)
		found, err := r.Occurrences(t.Context(), r.owner)
		if err != nil || len(found) == 0 || found[0].RemindsAt != task.RemindAt {
			t.Errorf("%+v reminds at %v, and its occurrences are %+v, %v", draft, task.RemindAt, found, err)
		}
		if err := r.Delete(t.Context(), r.owner, task.ID); err != nil { // so that the next one is the first
			t.Fatal(err)
		}
	}
}

func TestWhatIsOverHasNoOccurrence(t *testing.T) {
	r := newRoom(t)
	r.complete(r.create(tasks.Draft{Title: "completed", Due: "2026-11-25"}).ID)
	if err := r.Delete(t.Context(), r.owner, r.create(tasks.Draft{Title: "deleted", Due: "2026-11-25"}).ID); err != nil {
		t.Fatal(err)
	}
	if got := r.occurrences(); len(got) != 0 {
		t.Errorf("there are %q", got)
	}
}

func TestAPlacesPrayersAreAskedForOnce(t *testing.T) {
	r := newRoom(t)
	asked := &dayPrayers{}
	r.DayPrayers = asked
	for range 5 {
		r.create(tasks.Draft{Title: "x", LinkedPrayer: "Isha", Recurrence: "daily"})
		r.create(tasks.Draft{Title: "x", LinkedPrayer: "Fajr", Recurrence: "daily"})
	}
	r.occurrences()
	if fmt.Sprint(asked.asked) != "[0 2026-11-21 31]" {
		t.Errorf("asked for %q", asked.asked)
	}
}

// Who cannot be told a prayer's time now is told to ask again, and not something else.
func TestWithoutPrayersThereIsNoWrongTime(t *testing.T) {
	away := errors.New("away")
	for name, c := range map[string]struct {
		prayers tasks.DayPrayers
		err     error
		want    []string
	}{
		"nobody is ever asked":    {nil, nil, []string{"11-25"}},
		"they are not known":      {&dayPrayers{err: fmt.Errorf("%w: no such masjid", tasks.ErrNoPrayers)}, nil, []string{"11-25"}},
		"nobody can be asked now": {&dayPrayers{err: away}, tasks.ErrPrayersAway, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRoom(t)
			r.DayPrayers = c.prayers
			r.create(tasks.Draft{Title: "x", LinkedPrayer: "Isha", Due: "2026-11-25"})
			r.create(tasks.Draft{Title: "x", LinkedPrayer: "Isha"})
			_, err := r.Occurrences(t.Context(), r.owner)
			if !errors.Is(err, c.err) {
				t.Fatalf("error = %v, want %v", err, c.err)
			}
			if c.err == nil {
				if got := r.occurrences(); fmt.Sprint(got) != fmt.Sprint(c.want) {
					t.Errorf("there are %q, want %q", got, c.want)
				}
			}
		})
	}
}

// Who opens a task again that has been followed by another sees its own day, and those of the other once.
func TestATaskOpenedAgainDoesNotRepeatItsSeries(t *testing.T) {
	r := newRoom(t)
	r.create(tasks.Draft{Title: "x", Due: "2026-11-21T18:30", Recurrence: "daily"})
	before := r.occurrences()
	for id := range int32(3) {
		r.complete(id + 1)
	}
	if got := r.occurrences(); fmt.Sprint(got) != fmt.Sprint(before[3:]) {
		t.Errorf("completed three times there are %q, want %q", got, before[3:])
	}
	r.reopen(1)
	if got, want := r.occurrences(), append(before[:1:1], before[3:]...); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("opened again there are %q, want %q", got, want)
	}
	if first, created := r.get(4).First(); first != 1 || !created.Equal(start) {
		t.Errorf("the first of the series is %d of %v", first, created)
	}
}

// However much a user has, a feed is of bounded size, and has what is next.
func TestThereAreAThousandOccurrencesAtMost(t *testing.T) {
	r := newRoom(t)
	for range 40 {
		r.create(tasks.Draft{Title: "x", Due: "2026-11-21T18:30", Recurrence: "daily"})
	}
	if got := r.occurrences(); len(got) != 1000 || got[0] != "11-21 18:30 +0s" {
		t.Errorf("%d occurrences from %s", len(got), got[0])
	}
}
