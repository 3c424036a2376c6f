package storetest

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// search returns the numbers of alice's tasks that a search finds, over all pages of so many.
func search(t *testing.T, store tasks.Store, words string, status tasks.Status, limit int) (found []int32) {
	t.Helper()
	query, err := searchtext.Parse(words)
	noError(t, err)
	before := int32(math.MaxInt32)
	for before != 0 {
		page, err := store.Search(t.Context(), alice, tasks.SearchQuery{Words: query, Status: status, Before: before, Limit: limit})
		noError(t, err)
		if len(page.Tasks) > limit {
			t.Fatalf("%q: a page of %d tasks, want %d at most", words, len(page.Tasks), limit)
		}
		found = append(found, numbers(page.Tasks)...)
		before = page.Next
	}
	return found
}

func wantFound(t *testing.T, store tasks.Store, words string, want ...int32) {
	t.Helper()
	if found := search(t, store, words, tasks.All, tasks.MaxLimit); !slices.Equal(found, want) {
		t.Errorf("%s finds tasks %v, want %v", words, found, want)
	}
}

func foundInThreeScripts(t *testing.T, store tasks.Store) {
	for _, text := range [][2]string{
		{"Read Surah al-Kahf", "every Friday, before Jumuah"},      // 1
		{"Surah Kahf parhna", "Fajr ke baad"},                      // 2
		{"سورۃ الکہف پڑھنا", "جمعہ سے پہلے"},                       // 3
		{"قراءة سورة الكهف", ""},                                   // 4
		{"Call 100 people", "10 aunts: \"Khala\" & 'Phupho' % $1"}, // 5
	} {
		task := draft(alice, text[0])
		task.Description = text[1]
		create(t, store, task)
	}
	wantFound(t, store, "kahf", 2, 1)
	wantFound(t, store, "KAHF reading", 1)
	wantFound(t, store, "friday", 1)
	wantFound(t, store, "surah fajr", 2)
	wantFound(t, store, "کہف", 4, 3)
	wantFound(t, store, "سورہ جمعہ", 3)
	wantFound(t, store, "الكهف", 4, 3)
	wantFound(t, store, "10", 5)
	wantFound(t, store, "khal", 5)
	wantFound(t, store, "ka", 2, 1)
	wantFound(t, store, `"surah kahf"`, 2)
	wantFound(t, store, `"kahf surah"`)
	wantFound(t, store, `«سورہ الکہف» پڑھنا`, 3)
	wantFound(t, store, "quran")
	wantFound(t, store, "kahf quran")
}

func foundAsChanged(t *testing.T, store tasks.Store) {
	create(t, store, draft(alice, "Read Surah Yasin"))
	wantFound(t, store, "yasin", 1)

	change := func(rule tasks.Rule) {
		t.Helper()
		_, err := store.Change(t.Context(), alice, 1, rule)
		noError(t, err)
	}
	change(rename("Read Surah Mulk"))
	wantFound(t, store, "yasin")
	wantFound(t, store, "read mulk", 1)

	change(func(current tasks.Current) (tasks.Change, error) {
		current.Task.CompletedAt = noon
		next := draft(alice, "Read Surah Mulk again")
		return tasks.Change{Task: current.Task, Next: &next}, nil
	})
	wantFound(t, store, "mulk", 2, 1)
	for status, want := range map[tasks.Status]int32{tasks.Pending: 2, tasks.Completed: 1} {
		if found := search(t, store, "mulk", status, 10); !slices.Equal(found, []int32{want}) {
			t.Errorf("%s: found %v, want %d", status, found, want)
		}
	}

	noError(t, store.Delete(t.Context(), alice, 1, noon))
	wantFound(t, store, "mulk", 2)
	_, err := store.Undelete(t.Context(), alice, 1, noon.Add(-1))
	noError(t, err)
	wantFound(t, store, "mulk", 2, 1)

	noError(t, store.Delete(t.Context(), alice, 1, noon))
	_, err = store.Purge(t.Context(), noon, 10)
	noError(t, err)
	wantFound(t, store, "mulk", 2)
}

func foundAlone(t *testing.T, store tasks.Store) {
	create(t, store, draft(alice, "secret plan"))
	create(t, store, draft(bob, "secret plan"))
	create(t, store, draft(bob, "secretive words of bob"))
	wantFound(t, store, "secret", 1)
	wantFound(t, store, "secretiv")
	wantFound(t, store, "bob")
	noError(t, store.Delete(t.Context(), bob, 1, noon))
	_, err := store.Purge(t.Context(), noon, 10)
	noError(t, err)
	wantFound(t, store, "secret plan", 1)
}

func foundInPages(t *testing.T, store tasks.Store) {
	const n = 23
	var want []int32
	for i := range int32(n) {
		title := fmt.Sprintf("call number %d", i)
		if i%2 == 0 {
			title = fmt.Sprintf("number of calls: %d", i) // no phrase
		}
		create(t, store, draft(alice, title))
		want = append(want, i+1)
	}
	slices.Reverse(want)
	for _, limit := range []int{1, 2, 7, 22, 23, 24} {
		if found := search(t, store, "call number", tasks.All, limit); !slices.Equal(found, want) {
			t.Errorf("pages of %d find %v, want %v", limit, found, want)
		}
		if found := search(t, store, `"call number"`, tasks.All, limit); len(found) != n/2 {
			t.Errorf("pages of %d find %v by a phrase, want %d", limit, found, n/2)
		}
	}
}

// foundAmongMany has more tasks than a search reads at first, few of which have both words.
func foundAmongMany(t *testing.T, store tasks.Store) {
	const n = 700
	for i := range n {
		title := "walk to the masjid"
		switch {
		case i == 3 || i == 600:
			title = "walk with mother to the park"
		case i%2 == 0:
			title = "mother's medicine"
		}
		create(t, store, draft(alice, title))
	}
	wantFound(t, store, "walk mother", 601, 4)
	wantFound(t, store, "mother walk park", 601, 4)
	wantFound(t, store, "wal moth par", 601, 4)
	found := search(t, store, "mo", tasks.Pending, 10)
	if len(found) != n/2+1 || !slices.IsSortedFunc(found, func(a, b int32) int { return int(b - a) }) {
		t.Errorf("a beginning finds %d tasks, want %d, the newest first", len(found), n/2+1)
	}
}

func foundLong(t *testing.T, store tasks.Store) {
	long := draft(alice, strings.Repeat("ہ", 200))
	for i := range 300 {
		long.Description += fmt.Sprintf("word%d ", i)
	}
	create(t, store, long)
	wantFound(t, store, "word299 word0", 1)
	wantFound(t, store, "wor", 1)
	wantFound(t, store, strings.Repeat("ہ", 200), 1)
	noError(t, store.Delete(t.Context(), alice, 1, noon))
	_, err := store.Purge(t.Context(), noon, 10)
	noError(t, err)
	wantFound(t, store, "word7")
}
