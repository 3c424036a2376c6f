package web

import (
	"slices"
	"testing"
	"time"
)

// A card that is shown again shows the tasks of now.
func TestCardsShownAgainHaveTheTasksOfNow(t *testing.T) {
	now := []task{{ID: 2, Title: "renamed", Completed: true}}
	answered := func() *card { return &card{Tasks: []task{{ID: 1, Title: "gone"}, {ID: 2, Title: "old name"}}} }
	titles := func(c *card) (all []string) {
		for _, one := range c.Tasks {
			all = append(all, one.Title)
		}
		return all
	}
	if got := titles(answered().withTasks(now, true)); !slices.Equal(got, []string{"renamed"}) {
		t.Errorf("of all tasks: %q", got)
	}
	if got := titles(answered().withTasks(now, false)); !slices.Equal(got, []string{"gone", "renamed"}) {
		t.Errorf("where there are more than were read: %q", got)
	}
	if got := answered().withTasks(nil, true); got != nil {
		t.Errorf("where all were deleted: %+v", got)
	}
}

// A countdown that is shown again counts from now, until there is nothing to count.
func TestCardsShownAgainCountFromNow(t *testing.T) {
	next := time.Date(2026, 3, 2, 12, 45, 0, 0, time.FixedZone("", 5*60*60))
	answered := func() *card { return &card{Moment: &moment{NextStart: next.Format(time.RFC3339), Remaining: 9999}} }
	if got := answered().at(next.Add(-time.Minute)); got == nil || got.Moment.Remaining != 60 {
		t.Errorf("a minute before: %+v", got)
	}
	if got := answered().at(next); got != nil {
		t.Errorf("once it has begun: %+v", got)
	}
	if got := (&card{Hadith: &hadith{}}).at(next); got == nil {
		t.Error("a hadith is no countdown, and is gone")
	}
}
