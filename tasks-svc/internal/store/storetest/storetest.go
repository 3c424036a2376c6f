// Package storetest is what every tasks.Store must do, as tests. It is run against each engine.
package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Run runs the suite; fresh gives each test a store of its own without tasks.
func Run(t *testing.T, fresh func(t *testing.T) tasks.Store) {
	cases := map[string]func(*testing.T, tasks.Store){
		"a task is kept as it was given":              keptAsGiven,
		"numbers are consecutive for each user":       consecutive,
		"numbers are consecutive under concurrency":   consecutiveConcurrently,
		"a number is never used again":                neverUsedAgain,
		"a user reaches no task of another":           scoped,
		"a change is kept whole or not at all":        changed,
		"changes of one task happen one by one":       changedOneByOne,
		"a next occurrence comes with the change":     changedWithNext,
		"a rule sees whether the next occurrence is":  nextLives,
		"a deleted task is not there":                 deleted,
		"a deleted task comes back within its time":   undeleted,
		"purging removes what is old, in batches":     purged,
		"a list is in order":                          listedInOrder,
		"a list is filtered":                          listedFiltered,
		"pages join without gap or repetition":        listedInPages,
		"pages stand still while the list changes":    listedWhileChanging,
		"a page after the last has the count and end": listedBeyond,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// noon is the time at which everything happens that says nothing else.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// alice and bob are two users.
const alice, bob = 1, 2_000_000_000

// draft is a pending task of a user that says nothing it need not.
func draft(userID int32, title string) tasks.Task {
	return tasks.Task{UserID: userID, Title: title, Priority: tasks.Medium, CreatedAt: noon, UpdatedAt: noon}
}

// full is a task with everything said.
func full(userID int32) tasks.Task {
	return tasks.Task{
		UserID:       userID,
		Title:        "سورۃ الکہف پڑھنا – read",
		Description:  "first line\nsecond 'line' \"quoted\" $1 %",
		Priority:     tasks.High,
		LinkedPrayer: "Fajr",
		Due:          noon.Add(36 * time.Hour),
		Recurrence:   tasks.Weekly,
		Anchor:       noon.Add(-24 * time.Hour),
		Category:     "quran",
		MasjidID:     2147483647,
		CompletedAt:  noon.Add(time.Millisecond),
		NextID:       7,
		CreatedAt:    noon,
		UpdatedAt:    noon.Add(time.Second),
	}
}

func create(t *testing.T, store tasks.Store, task tasks.Task) tasks.Task {
	t.Helper()
	created, err := store.Create(t.Context(), task)
	if err != nil {
		t.Fatal(err)
	}
	return created
}

func get(t *testing.T, store tasks.Store, userID, id int32) tasks.Task {
	t.Helper()
	task, err := store.Get(t.Context(), userID, id)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func wantError(t *testing.T, doing string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Fatalf("%s: error = %v, want %v", doing, got, want)
	}
}

func noError(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// rename is a rule that gives a task a title.
func rename(title string) tasks.Rule {
	return func(current tasks.Current) (tasks.Change, error) {
		task := current.Task
		task.Title = title
		return tasks.Change{Task: task}, nil
	}
}
