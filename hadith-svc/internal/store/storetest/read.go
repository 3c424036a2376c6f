package storetest

import (
	"errors"
	"slices"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

func numbers(hadiths []hadith.Hadith) []string {
	var numbers []string
	for _, h := range hadiths {
		numbers = append(numbers, h.Collection+h.Number)
	}
	return numbers
}

func listed(t *testing.T, store hadith.Store) {
	put(t, store, collection, english(10, "x"), english(9, "x"), english(2, "x"))
	put(t, store, hadith.Collection{Key: "a", Name: "A"}, english(30, "x"), english(4, "x"))
	var all []string
	query := hadith.ListQuery{Limit: 2}
	for pages := 1; ; pages++ {
		page, err := store.List(t.Context(), query)
		if err != nil || page.Count != 5 || pages > 3 {
			t.Fatalf("page %d: count %d, %v", pages, page.Count, err)
		}
		all = append(all, numbers(page.Hadiths)...)
		if !page.More {
			break
		}
		last := page.Hadiths[len(page.Hadiths)-1]
		query.After = &hadith.Place{Collection: last.Collection, Position: last.Position, ID: last.ID}
	}
	if want := []string{"a4", "a30", "c2", "c9", "c10"}; !slices.Equal(all, want) {
		t.Errorf("listed %v, want %v", all, want)
	}
}

func byNumber(t *testing.T, store hadith.Store) {
	put(t, store, collection, full("1"), full("9a"))
	put(t, store, hadith.Collection{Key: "a", Name: "A"}, english(9, "x"))
	found, err := store.ByNumber(t.Context(), "c", "9a")
	if err != nil || found.Collection != "c" || found.Number != "9a" {
		t.Errorf("%s %s, %v", found.Collection, found.Number, err)
	}
	for _, none := range [][2]string{{"c", "9"}, {"a", "1"}, {"c", "9A"}, {"none", "1"}} {
		if found, err := store.ByNumber(t.Context(), none[0], none[1]); !errors.Is(err, hadith.ErrNotFound) {
			t.Errorf("%v: %+v, %v", none, found, err)
		}
	}
}

// shelf is for filters: c1 has everything, c2 is English and weak, a1 Arabic and sahih.
func shelf(t *testing.T, store hadith.Store) {
	t.Helper()
	weak := english(2, "Deeds and words")
	weak.Grade, weak.Book = "Da'if", 4
	put(t, store, collection, full("1"), weak)
	put(t, store, hadith.Collection{Key: "a", Name: "A"},
		hadith.Hadith{Number: "1", TextArabic: "الأعمال", Grade: "Sahih", Topics: []string{"sincerity"}})
}

var filters = []struct {
	filter hadith.Filter
	want   []string
}{
	{hadith.Filter{}, []string{"a1", "c1", "c2"}},
	{hadith.Filter{Collection: "c"}, []string{"c1", "c2"}},
	{hadith.Filter{Collection: "none"}, nil},
	{hadith.Filter{Book: 4}, []string{"c2"}},
	{hadith.Filter{Grade: "sahih"}, []string{"a1", "c1"}},
	{hadith.Filter{Grade: "hasan"}, []string{"c1"}},
	{hadith.Filter{Grade: "daif"}, []string{"c2"}},
	{hadith.Filter{Language: searchtext.Arabic}, []string{"a1", "c1"}},
	{hadith.Filter{Language: searchtext.Urdu}, []string{"c1"}},
	{hadith.Filter{Topic: "sincerity"}, []string{"a1", "c1"}},
	{hadith.Filter{Collection: "c", Grade: "sahih", Language: searchtext.English, Topic: "intention", Book: 3}, []string{"c1"}},
	{hadith.Filter{Collection: "a", Language: searchtext.English}, nil},
}

func listedFiltered(t *testing.T, store hadith.Store) {
	shelf(t, store)
	for _, c := range filters {
		page, err := store.List(t.Context(), hadith.ListQuery{Filter: c.filter, Limit: 10})
		if got := numbers(page.Hadiths); err != nil || !slices.Equal(got, c.want) || page.Count != len(c.want) {
			t.Errorf("%+v: %v (%d), %v, want %v", c.filter, got, page.Count, err, c.want)
		}
	}
}

func chosen(t *testing.T, store hadith.Store) {
	put(t, store, collection, full("1"), full("2"))
	want := func(want int32) {
		t.Helper()
		if got, err := store.Chosen(t.Context(), someDay); err != nil || got != want {
			t.Errorf("chosen = %d, %v, want %d", got, err, want)
		}
	}
	choose := func(id int32) error {
		return store.Choose(t.Context(), hadith.Choice{Day: someDay, HadithID: id, By: 5})
	}
	want(0)
	for _, id := range []int32{2, 1} {
		if err := choose(id); err != nil {
			t.Fatal(err)
		}
		want(id)
	}
	if err := choose(3); err != hadith.ErrNotFound {
		t.Errorf("choosing what is not there: %v, want ErrNotFound", err)
	}
	want(1)
	for range 2 {
		if err := store.Unchoose(t.Context(), someDay); err != nil {
			t.Fatal(err)
		}
		want(0)
	}
}
