// Package storetest tests the contract of tasks.Store. It runs against each engine.
package storetest

import (
	"errors"
	"testing"
	"time"

	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Run runs the suite. fresh returns a new, empty store for each test.
func Run(t *testing.T, fresh func(t *testing.T) tasks.Store) {
	cases := map[string]func(*testing.T, tasks.Store){
		"a task is stored as given":                        keptAsGiven,
		"numbers are consecutive for each user":            consecutive,
		"numbers are consecutive under concurrency":        consecutiveConcurrently,
		"a number is never used again":                     neverUsedAgain,
		"a user cannot reach another user's task":          scoped,
		"a change is stored whole or not at all":           changed,
		"concurrent changes of a task lose nothing":        changedOneByOne,
		"a next occurrence comes with the change":          changedWithNext,
		"a rule sees whether the next occurrence exists":   nextLives,
		"a deleted task is not there":                      deleted,
		"a deleted task can be restored within its time":   undeleted,
		"purging removes old deletions, in batches":        purged,
		"a list is in order":                               listedInOrder,
		"a list is filtered":                               listedFiltered,
		"every filter and every page of it":                listedByEveryFilter,
		"tasks are counted up to a thousand":               countedUpToALimit,
		"pages join without gap or repetition":             listedInPages,
		"pages do not shift when the list changes":         listedWhileChanging,
		"a page after the last has the count and no tasks": listedBeyond,
		"a search finds every word in three scripts":       foundInThreeScripts,
		"a search follows what changes":                    foundAsChanged,
		"a search finds only its user's tasks":             foundAlone,
		"pages of a search join":                           foundInPages,
		"rare and frequent words together":                 foundAmongMany,
		"very long and very many words are found":          foundLong,
	}
	for name, test := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// noon is when everything happens unless a test says otherwise.
var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// alice and bob are two users.
const alice, bob = 1, 2_000_000_000

// draft returns a pending task of a user with only its title set.
func draft(userID int32, title string) tasks.Task {
	return tasks.Task{UserID: userID, Title: title, Priority: tasks.Medium, CreatedAt: noon, UpdatedAt: noon}
}

// full returns a task with every field set.
func full(userID int32) tasks.Task {
	return tasks.Task{
		UserID:       userID,
		Title:        "سورۃ الکہف پڑھنا – read",
		Description:  "first line\nsecond 'line' \"quoted\" $1 %",
		Priority:     tasks.High,
		LinkedPrayer: "Fajr",
		PrayerOffset: -720,
		Due:          noon.Add(36 * time.Hour),
		Recurrence:   tasks.Weekly,
		Anchor:       noon.Add(-24 * time.Hour),
		Category:     "quran",
		MasjidID:     2147483647,
		CompletedAt:  noon.Add(time.Millisecond),
		NextID:       7,
		SeriesID:     2,
		SeriesAt:     noon.Add(-48 * time.Hour),
		RemindAt:     noon.Add(35 * time.Hour),
		PlanAt:       noon.Add(34 * time.Hour),
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

// rename returns a rule that changes a task's title.
func rename(title string) tasks.Rule {
	return func(current tasks.Current) (tasks.Change, error) {
		task := current.Task
		task.Title = title
		return tasks.Change{Task: task}, nil
	}
}
