package e2e

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
)

// A reminder reminds when it was asked for, and what cannot be done is said. On and At are when it is said; Tasks are the tasks that there
// are then, each as "title | when it reminds | its rhythm".
func TestRemindersAreReadAsTheyAreMeant(t *testing.T) {
	t.Parallel()
	type asked struct {
		On, At string
		Say    string
		Tasks  []string
		Tells  []string
	}
	at := map[string][]asked{}
	for _, one := range readJSON[[]asked](t, "testdata/questions/reminders.json") {
		now := cmp.Or(one.On, "2026-11-27") + "T" + cmp.Or(one.At, "15:00") + ":00+05:00"
		at[now] = append(at[now], one)
	}
	for now, all := range at {
		clock, err := time.Parse(time.RFC3339, now)
		if err != nil {
			t.Fatal(err)
		}
		platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(clock)})
		for _, one := range all {
			talk := newTalk(platform)
			got := talk.say(t, one.Say)
			if made := remindersOf(t, platform, talk.user); !slices.Equal(made, one.Tasks) {
				t.Errorf("%s, %q:\n\t%q, want\n\t%q\n\t%s", now, one.Say, made, one.Tasks, got.Message)
			}
			for _, words := range one.Tells {
				if !strings.Contains(got.Message, words) {
					t.Errorf("%s, %q does not say %q: %s", now, one.Say, words, got.Message)
				}
			}
		}
	}
}

// remindersOf returns the pending tasks of a user as "title | when it reminds | its rhythm".
func remindersOf(t *testing.T, platform *harness.Platform, user int32) []string {
	t.Helper()
	type reminder struct {
		ID         int
		Title      string
		RemindAt   string `json:"remind_at"`
		Recurrence string
	}
	var tasks []reminder
	if err := json.Unmarshal([]byte(send(t, platform, "GET", "/api/v1/tasks", "", as(user)).body), &tasks); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(tasks, func(a, b reminder) int { return cmp.Compare(a.ID, b.ID) })
	var made []string
	for _, one := range tasks {
		remind, _, _ := strings.Cut(one.RemindAt, "+")
		line := one.Title + " | " + strings.TrimSuffix(remind, ":00") + " | " + one.Recurrence
		made = append(made, strings.TrimRight(line, " |"))
	}
	return made
}
