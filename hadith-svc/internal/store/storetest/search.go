package storetest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
)

func search(t *testing.T, store hadith.Store, text string, query hadith.SearchQuery) hadith.Page {
	t.Helper()
	words, err := searchtext.Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	query.Words = words
	if query.Limit == 0 {
		query.Limit = 20
	}
	page, err := store.Search(t.Context(), query)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return page
}

func searched(t *testing.T, store hadith.Store) {
	put(t, store, collection,
		hadith.Hadith{Number: "1", TextArabic: "إِنَّمَا الْأَعْمَالُ بِالنِّيَّاتِ وَالصَّلَاةُ نُورٌ",
			TextEnglish: "Actions are by intentions; praying"},
		hadith.Hadith{Number: "2", TextUrdu: "دین خیر خواہی ہے، نماز قائم کرو", TextEnglish: "Religion is sincere advice to prayer leaders"},
		hadith.Hadith{Number: "3", TextArabic: "الدِّينُ النَّصِيحَةُ", TextEnglish: "Nothing of the kind"},
		hadith.Hadith{Number: "4", TextArabic: "وَصِيَّةُ فَاطِمَةَ لِلْمَسَاكِينِ وَلِرَسُولِهِ، كَانَتْ بِنِيَّةٍ؛ وَالِدَيْهِ بِكِتَابٍ",
			TextEnglish: "The Qur’an, ʿUthman's copy: 'Umar travelled praising"},
	)
	for text, want := range map[string][]string{
		"النيات":                {"c1"}, // the article and a joined particle
		"نيات":                  {"c1"},
		"بالنيات":               {"c1"},
		"النِّيَّاتِ":           {"c1"}, // vowels in the query
		"الاعمال":               {"c1"}, // hamza
		"أعمال":                 {"c1"},
		"صلاه":                  {"c1"}, // ta marbuta
		"وصي":                   {"c4"}, // a first letter that might be a particle
		"وصية":                  {"c4"},
		"فاط":                   {"c4"},
		"والد":                  {"c4"},
		"مساكين":                {"c4"},
		"رسول":                  {"c4"}, // two joined particles
		"لرسوله":                {"c4"},
		"نية":                   {"c4"}, // ب without the article
		"بنية":                  {"c4"},
		"كتاب":                  {"c4"},
		"تاب":                   nil, // the first letter of "book" is part of the word
		"انت":                   nil,
		"quran":                 {"c4"},
		"Qur'an":                {"c4"},
		"uthman":                {"c4"},
		"ʿUmar":                 {"c4"},
		`"travel prais"`:        nil, // stems do not form a phrase
		`"praising وصية"`:       nil, // nor do languages
		"دين":                   {"c2", "c3"},
		"نماز قايم":             {"c2"},
		"خير خواهي":             {"c2"}, // Arabic letters for an Urdu word
		"intention":             {"c1"},
		"intending":             nil, // another stem
		"intent":                {"c1"},
		"pray":                  {"c1", "c2"},
		"PRAYERS":               {"c2"}, // its stem is prayer
		"relig advi":            {"c2"},
		`"sincere advice"`:      {"c2"},
		`"advice sincere"`:      nil,
		`"النيات والصلاة"`:      {"c1"},
		`"الأعمال والصلاة"`:     nil,
		"intentions religion":   nil,
		"خیر advice":            {"c2"},
		"“Sincere  advice” دین": {"c2"},
	} {
		page := search(t, store, text, hadith.SearchQuery{})
		got := numbers(page.Hadiths)
		slices.Sort(got)
		if !slices.Equal(got, want) || page.Count != len(want) {
			t.Errorf("%q finds %v (%d), want %v", text, got, page.Count, want)
		}
	}
}

func ranked(t *testing.T, store hadith.Store) {
	put(t, store, collection,
		english(1, "A long text in which patience stands once among a great many other words that say nothing of it at all"),
		english(2, "Patience, patience and again patience"),
		english(3, "Nothing"))
	if got := numbers(search(t, store, "patience", hadith.SearchQuery{}).Hadiths); !slices.Equal(got, []string{"c2", "c1"}) {
		t.Errorf("found %v, want what is about it first", got)
	}
}

func wholeWords(t *testing.T, store hadith.Store) {
	put(t, store, collection,
		hadith.Hadith{Number: "1", TextUrdu: "سوار کرا دینا، اسے دینا"},
		hadith.Hadith{Number: "2", TextUrdu: "دین خیر خواہی ہے، پوچھا کس کے لیے"})
	if got := numbers(search(t, store, "دین", hadith.SearchQuery{}).Hadiths); !slices.Equal(got, []string{"c2", "c1"}) {
		t.Errorf("found %v, want the whole word before those that begin so", got)
	}
}

// Of very many, those that are about the word come first, and every one is on some page.
func searchedForMany(t *testing.T, store hadith.Store) {
	const all = hadith.MaxRanked*2 + 30
	words := strings.Repeat("other words that say nothing of it ", 6)
	var many []hadith.Hadith
	for n := range all {
		h := english(n, "mercy and "+words)
		h.Book = int32(n%2 + 1)
		many = append(many, h)
	}
	many[all-7].TextEnglish = "Mercy upon mercy"
	put(t, store, collection, many...)
	put(t, store, hadith.Collection{Key: "d", Name: "D"}, english(1, "mercy and "+words))
	seen := map[string]int{}
	var first string
	for offset := 0; ; offset += 100 {
		page := search(t, store, "mercy", hadith.SearchQuery{Offset: offset, Limit: 100, Filter: hadith.Filter{Collection: "c"}})
		if page.Count != all || page.More != (offset+100 < all) {
			t.Fatalf("at %d: count %d, more %v", offset, page.Count, page.More)
		}
		for i, number := range numbers(page.Hadiths) {
			if seen[number]++; offset+i == 0 {
				first = number
			}
		}
		if !page.More {
			break
		}
	}
	if len(seen) != all || first != "c"+strconv.Itoa(all-7) {
		t.Errorf("the pages hold %d hadiths of %d, and %s is the first", len(seen), all, first)
	}
	for query, want := range map[string]int{"mercy": all + 1, `"mercy upon"`: 1, `"mercy and other"`: all} {
		if page := search(t, store, query, hadith.SearchQuery{}); page.Count != want {
			t.Errorf("%s: %d found, want %d", query, page.Count, want)
		}
	}
	put(t, store, collection, english(all, "mercy"))
	if page := search(t, store, "mercy", hadith.SearchQuery{}); page.Count != all+2 {
		t.Errorf("after an import %d are found, want %d", page.Count, all+2)
	}
	page := search(t, store, "mercy", hadith.SearchQuery{Filter: hadith.Filter{Book: 2}})
	if page.Count != all/2 {
		t.Errorf("%d are found in a book, want %d", page.Count, all/2)
	}
	if page := search(t, store, "mercy", hadith.SearchQuery{Offset: all * 2}); page.Count != all+2 || len(page.Hadiths) > 0 || page.More {
		t.Errorf("after the last: %d, %v, more %v", page.Count, numbers(page.Hadiths), page.More)
	}
}

func searchedInPages(t *testing.T, store hadith.Store) {
	shelf(t, store)
	for _, c := range filters {
		page := search(t, store, "اعمال", hadith.SearchQuery{Filter: c.filter})
		want := slices.DeleteFunc(slices.Clone(c.want), func(number string) bool { return number == "c2" })
		got := numbers(page.Hadiths)
		slices.Sort(got)
		if !slices.Equal(got, want) || page.Count != len(want) {
			t.Errorf("%+v finds %v (%d), want %v", c.filter, got, page.Count, want)
		}
	}
	var many []hadith.Hadith
	for n := range 25 {
		many = append(many, english(n+100, "the same words in each"))
	}
	put(t, store, collection, many...)
	seen := map[string]bool{}
	for offset := 0; offset < 25; offset += 10 {
		page := search(t, store, "same", hadith.SearchQuery{Offset: offset, Limit: 10})
		if page.Count != 25 || page.More != (offset < 20) {
			t.Errorf("at %d: count %d, more %v", offset, page.Count, page.More)
		}
		for _, number := range numbers(page.Hadiths) {
			seen[number] = true
		}
	}
	if len(seen) != 25 {
		t.Errorf("the pages hold %d hadiths, want 25", len(seen))
	}
}

func hostile(t *testing.T, store hadith.Store) {
	put(t, store, collection, english(1, "near or and not words:a it's"))
	for _, text := range []string{
		`near(`, `OR`, `and NOT`, `terms:near`, `near*`, `'near`, `near\`, `near & !or`, `near <-> or`, `^near`, `-near`,
		`near' | 'x`, `{near}`, `it's`, "near\u0000", `"near`, `$1 near`, `%near`,
	} {
		search(t, store, text, hadith.SearchQuery{}) // fails if the engine complains
	}
	if page := search(t, store, "it's", hadith.SearchQuery{}); page.Count != 1 {
		t.Errorf("a word with an apostrophe finds %d, want 1", page.Count)
	}
}

func reindexed(t *testing.T, store hadith.Store) {
	put(t, store, collection, english(1, "before"))
	put(t, store, collection, english(1, "after"))
	for text, want := range map[string]int{"before": 0, "after": 1} {
		if got := search(t, store, text, hadith.SearchQuery{}).Count; got != want {
			t.Errorf("%q finds %d, want %d", text, got, want)
		}
	}
}

func random(t *testing.T, store hadith.Store) {
	const hadiths, draws = 10, 2000
	var all []hadith.Hadith
	for n := range hadiths {
		all = append(all, english(n, "text "+strconv.Itoa(n)))
	}
	put(t, store, collection, all...)
	times := map[int32]int{}
	pick := sequence()
	for range draws {
		h, err := store.Random(t.Context(), hadith.Filter{}, 0, pick)
		if err != nil {
			t.Fatal(err)
		}
		times[h.ID]++
	}
	for id := range int32(hadiths) {
		if n := times[id+1]; n < draws/hadiths*7/10 || n > draws/hadiths*13/10 {
			t.Errorf("hadith %d came %d times of %d", id+1, n, draws)
		}
	}
}

func randomFiltered(t *testing.T, store hadith.Store) {
	if _, err := store.Random(t.Context(), hadith.Filter{}, 0, sequence()); err != hadith.ErrNotFound {
		t.Fatalf("error = %v without hadiths, want ErrNotFound", err)
	}
	shelf(t, store)
	pick := sequence()
	for _, c := range filters {
		var last int32
		got := map[string]bool{}
		for range 20 {
			h, err := store.Random(t.Context(), c.filter, last, pick)
			if len(c.want) == 0 {
				if err != hadith.ErrNotFound {
					t.Errorf("%+v: %v, want ErrNotFound", c.filter, err)
				}
				break
			}
			if err != nil || !slices.Contains(c.want, h.Collection+h.Number) || (len(c.want) > 1 && h.ID == last) {
				t.Fatalf("%+v: %s%s after %d, %v, want another of %v", c.filter, h.Collection, h.Number, last, err, c.want)
			}
			last = h.ID
			got[h.Collection+h.Number] = true
		}
		if len(got) != len(c.want) {
			t.Errorf("%+v: gave %v, want all of %v", c.filter, got, c.want)
		}
	}
}

func randomRare(t *testing.T, store hadith.Store) {
	var all []hadith.Hadith
	for n := range 300 {
		h := english(n, "text")
		h.Topics, h.Grade = []string{"charity"}, "sahih"
		switch n {
		case 299: // the one with both
			h.Topics = []string{"prayer"}
			h.TextUrdu = "متن"
		default:
			if n%2 == 0 {
				h.Topics = []string{"prayer"}
			} else {
				h.TextUrdu = "متن"
			}
		}
		all = append(all, h)
	}
	put(t, store, collection, all...)
	filter := hadith.Filter{Topic: "prayer", Language: searchtext.Urdu}
	for _, avoid := range []int32{0, 300} {
		h, err := store.Random(t.Context(), filter, avoid, sequence())
		if err != nil || h.ID != 300 {
			t.Errorf("avoiding %d: hadith %d, %v, want 300", avoid, h.ID, err)
		}
	}
}

// sequence returns random numbers that are the same in every run.
func sequence() func(n int) int {
	state := uint64(42)
	return func(n int) int {
		state = state*6364136223846793005 + 1442695040888963407
		return int(state>>33) % n
	}
}
