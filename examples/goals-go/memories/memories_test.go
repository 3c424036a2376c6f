package memories_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"example.com/goals-go/memories"
)

const user = 7

func open(t *testing.T) *memories.Store {
	t.Helper()
	store, err := memories.Open(t.Context(), filepath.Join(t.TempDir(), "memories.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func remember(t *testing.T, store *memories.Store, texts ...string) {
	t.Helper()
	for i, text := range texts {
		if _, err := store.Add(t.Context(), user, text, time.Unix(int64(i), 0)); err != nil {
			t.Fatal(err)
		}
	}
}

// Whichever algorithm looks, memories about one thing are one goal, and a memory about something else is in none.
func TestGoalsShowInMemoriesAboutOneThing(t *testing.T) {
	for _, algorithm := range []string{"kmeans", "hdbscan", "spectral"} {
		t.Run(algorithm, func(t *testing.T) {
			store := open(t)
			remember(t, store, "read Quran after Fajr", "read Quran before sleep", "read Quran with children",
				"give charity on Friday", "give charity to the masjid", "bought shoes")
			search := memories.Search{Algorithm: algorithm, MinConfidence: 0.6, MaxGoals: 5}
			goals, looked, err := store.Discover(t.Context(), user, search)
			if err != nil || looked != 6 || len(goals) != 2 {
				t.Fatalf("of %d memories: %+v, %v", looked, goals, err)
			}
			for _, goal := range goals {
				if goal.Confidence < 0.6 || goal.Memories != map[byte]int{'r': 3, 'g': 2}[goal.Title[0]] {
					t.Errorf("%+v", goal)
				}
			}
			kept, err := store.AddGoal(t.Context(), user, goals[0].Title)
			if err != nil || kept.Memories < 2 {
				t.Fatalf("%+v, %v", kept, err)
			}
			search.Below = kept.ID
			below, looked, err := store.Discover(t.Context(), user, search)
			if err != nil || looked != kept.Memories || len(below) != 1 || below[0].ID != kept.ID {
				t.Errorf("below the first, in %d memories: %+v, %v", looked, below, err)
			}
			if _, _, err := store.Discover(t.Context(), user+1, search); !errors.Is(err, memories.ErrNoGoal) {
				t.Errorf("below a goal of somebody else: %v", err)
			}
		})
	}
}

func TestWhatIsSaidTwiceIsMerged(t *testing.T) {
	for strategy, want := range map[string]int{"similarity": 2, "temporal": 1, "semantic": 2} {
		store := open(t)
		remember(t, store, "read the Quran", "read Quran", "give charity")
		if _, err := store.Add(t.Context(), user, "read my Quran", time.Unix(0, 0).AddDate(0, 1, 0)); err != nil {
			t.Fatal(err)
		}
		if looked, merged, err := store.Consolidate(t.Context(), user, strategy, 0.85, 100); err != nil || looked != 4 || merged != want {
			t.Errorf("%s: %d of %d merged, %v", strategy, merged, looked, err)
		}
		if _, merged, err := store.Consolidate(t.Context(), user+1, strategy, 0, 100); err != nil || merged != 0 {
			t.Errorf("%s: %d of nobody's merged, %v", strategy, merged, err)
		}
	}
}

func TestNothingShowsInNothing(t *testing.T) {
	store := open(t)
	for _, algorithm := range []string{"kmeans", "hdbscan", "spectral"} {
		goals, looked, err := store.Discover(t.Context(), user, memories.Search{Algorithm: algorithm, MaxGoals: 1})
		if err != nil || looked != 0 || len(goals) != 0 {
			t.Errorf("%s: %+v, %d, %v", algorithm, goals, looked, err)
		}
	}
	remember(t, store, "...", "?!")
	if _, _, err := store.Discover(t.Context(), user, memories.Search{Algorithm: "spectral", MaxGoals: 1}); err != nil {
		t.Error(err)
	}
}
