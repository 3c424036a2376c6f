package tasks

import (
	"math/rand/v2"
	"testing"
	"time"
)

func at(t testing.TB, text string) time.Time {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return milliseconds(parsed)
}

func TestTheNextOccurrenceIsTheNextDateInTheRhythm(t *testing.T) {
	const karachi, newYork = "Asia/Karachi", "America/New_York"
	for name, c := range map[string]struct {
		zone, now, due, want string
		rhythm               Recurrence
	}{
		"daily":                  {karachi, "2026-11-21T10:00:00+05:00", "2026-11-21T09:00:00+05:00", "2026-11-22T09:00:00+05:00", Daily},
		"completed early":        {karachi, "2026-11-21T08:00:00+05:00", "2026-11-21T09:00:00+05:00", "2026-11-22T09:00:00+05:00", Daily},
		"completed a week early": {karachi, "2026-11-14T08:00:00+05:00", "2026-11-21T09:00:00+05:00", "2026-11-28T09:00:00+05:00", Weekly},
		"overdue skips":          {karachi, "2026-11-21T10:00:00+05:00", "2026-11-11T09:00:00+05:00", "2026-11-22T09:00:00+05:00", Daily},
		"overdue, later today":   {karachi, "2026-11-21T08:00:00+05:00", "2026-11-11T09:00:00+05:00", "2026-11-21T09:00:00+05:00", Daily},
		"at the very time":       {karachi, "2026-11-21T09:00:00+05:00", "2026-11-11T09:00:00+05:00", "2026-11-22T09:00:00+05:00", Daily},
		"overdue by decades":     {karachi, "2026-11-21T10:00:00+05:00", "1970-01-01T09:00:00+05:00", "2026-11-22T09:00:00+05:00", Daily},
		"weekly":                 {karachi, "2026-11-21T10:00:00+05:00", "2026-11-20T13:00:00+05:00", "2026-11-27T13:00:00+05:00", Weekly},
		"weekly overdue":         {karachi, "2026-11-21T10:00:00+05:00", "2026-10-02T13:00:00+05:00", "2026-11-27T13:00:00+05:00", Weekly},
		"monthly":                {karachi, "2026-11-21T10:00:00+05:00", "2026-11-15T13:00:00+05:00", "2026-12-15T13:00:00+05:00", Monthly},
		"monthly over new year":  {karachi, "2026-12-21T10:00:00+05:00", "2026-12-15T13:00:00+05:00", "2027-01-15T13:00:00+05:00", Monthly},
		"monthly to a short one": {karachi, "2027-01-31T10:00:00+05:00", "2027-01-31T09:00:00+05:00", "2027-02-28T09:00:00+05:00", Monthly},
		"monthly to a leap day":  {karachi, "2028-01-31T10:00:00+05:00", "2028-01-31T09:00:00+05:00", "2028-02-29T09:00:00+05:00", Monthly},
		"monthly overdue":        {karachi, "2027-03-30T10:00:00+05:00", "2027-01-31T09:00:00+05:00", "2027-03-31T09:00:00+05:00", Monthly},
		"date of the zone":       {karachi, "2026-11-21T02:00:00+05:00", "2026-11-21T01:00:00+05:00", "2026-11-22T01:00:00+05:00", Daily},
		"over a clock change":    {newYork, "2026-03-07T10:00:00-05:00", "2026-03-07T09:00:00-05:00", "2026-03-08T09:00:00-04:00", Daily},
		"into a skipped hour":    {newYork, "2026-03-07T10:00:00-05:00", "2026-03-07T02:30:00-05:00", "2026-03-08T03:30:00-04:00", Daily},
		"undated daily":          {karachi, "2026-11-21T23:30:00+05:00", "", "2026-11-22T00:00:00+05:00", Daily},
		"undated weekly":         {karachi, "2026-11-21T10:00:00+05:00", "", "2026-11-28T00:00:00+05:00", Weekly},
		"undated monthly":        {karachi, "2027-01-31T10:00:00+05:00", "", "2027-02-28T00:00:00+05:00", Monthly},
	} {
		t.Run(name, func(t *testing.T) {
			task := Task{Recurrence: c.rhythm}
			if c.due != "" {
				task.Due = at(t, c.due)
			}
			next := successor(task, at(t, c.now), zone(t, c.zone))
			if got := next.Due.In(zone(t, c.zone)).Format(time.RFC3339); got != c.want {
				t.Errorf("the next occurrence is due %s, want %s", got, c.want)
			}
		})
	}
}

// series completes a task and its successors in turn, each when it is due, and returns their due dates.
func series(first Task, n int, zone *time.Location) (dates []string) {
	for task := &first; n > 0; n-- {
		task = successor(*task, task.Due, zone)
		dates = append(dates, task.Due.In(zone).Format("01-02 15:04"))
	}
	return dates
}

func TestAMonthlySeriesKeepsItsDay(t *testing.T) {
	karachi := zone(t, "Asia/Karachi")
	for _, first := range []Task{
		{Recurrence: Monthly, Due: at(t, "2027-01-31T09:00:00+05:00")},
		{Recurrence: Monthly, Due: at(t, "2027-01-31T09:00:00+05:00"), Anchor: at(t, "2027-01-31T09:00:00+05:00")},
	} {
		want := []string{"02-28 09:00", "03-31 09:00", "04-30 09:00", "05-31 09:00", "06-30 09:00"}
		for i, got := range series(first, len(want), karachi) {
			if got != want[i] {
				t.Errorf("occurrence %d is on %s, want %s", i+1, got, want[i])
			}
		}
	}
}

func TestADailySeriesKeepsItsHourOverAClockChange(t *testing.T) {
	newYork := zone(t, "America/New_York")
	want := []string{"03-07 02:30", "03-08 03:30", "03-09 02:30"}
	for i, got := range series(Task{Recurrence: Daily, Due: at(t, "2026-03-06T02:30:00-05:00")}, 3, newYork) {
		if got != want[i] {
			t.Errorf("occurrence %d is at %s, want %s", i+1, got, want[i])
		}
	}
}

func TestAnOccurrenceTooFarOffIsNotMade(t *testing.T) {
	task := Task{Recurrence: Monthly, Due: latestDue.Add(-time.Hour)}
	if next := successor(task, at(t, "2026-11-21T10:00:00Z"), time.UTC); next != nil {
		t.Fatalf("the next occurrence is due %v", next.Due)
	}
}

// For any due date, moment and zone, the next occurrence is after both, and none between is left out.
func TestTheNextOccurrenceIsTheFirstAfterNow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	zones := []*time.Location{
		time.UTC, zone(t, "Asia/Karachi"), zone(t, "America/New_York"), zone(t, "Australia/Lord_Howe"),
		zone(t, "Pacific/Apia"), zone(t, "Africa/Cairo"),
	}
	longest := map[Recurrence]time.Duration{Daily: 24 * time.Hour, Weekly: 7 * 24 * time.Hour, Monthly: 31 * 24 * time.Hour}
	instant := func() time.Time {
		return time.Unix(random.Int64N(at(t, "2100-01-01T00:00:00Z").Unix()), 0).UTC()
	}
	for range 20_000 {
		for rhythm, longest := range longest {
			zone, now := zones[random.IntN(len(zones))], instant()
			task := Task{Recurrence: rhythm, Due: instant()}
			if random.IntN(2) == 0 {
				task.Anchor = instant()
			}
			next := successor(task, now, zone).Due
			after := now
			for _, t := range []time.Time{task.Due, task.Anchor} {
				if t.After(after) {
					after = t
				}
			}
			if !next.After(now) || !next.After(task.Due) {
				t.Fatalf("%s: next = %v for %+v at %v in %v", rhythm, next, task, now, zone)
			}
			if change := 25 * time.Hour; next.After(after.Add(longest + change)) {
				t.Fatalf("%s: next = %v is too late for %+v at %v in %v", rhythm, next, task, now, zone)
			}
		}
	}
}
