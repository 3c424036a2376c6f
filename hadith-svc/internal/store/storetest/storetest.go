// Package storetest tests the contract of hadith.Store. It runs against each engine.
package storetest

import (
	"errors"
	"strconv"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// Run runs the suite. fresh returns a new, empty store for each test.
func Run(t *testing.T, fresh func(t *testing.T) hadith.Store) {
	for name, test := range map[string]func(*testing.T, hadith.Store){
		"a hadith is stored as given":                      kept,
		"ids are consecutive across collections":           numbered,
		"importing again changes only what differs":        importedAgain,
		"editions of other languages join by number":       joined,
		"an import that fails changes nothing":             failed,
		"collections are counted and keep their licence":   collections,
		"epochs begin where the library grows":             epochs,
		"imports at the same time take turns":              concurrent,
		"a list is in order and joins from page to page":   listed,
		"one is found by its number in a collection":       byNumber,
		"a list is filtered":                               listedFiltered,
		"words, phrases and beginnings are found":          searched,
		"the best match comes first":                       ranked,
		"a whole word comes before a beginning":            wholeWords,
		"of very many every one is found, the best first":  searchedForMany,
		"a search is filtered and joins from page to page": searchedInPages,
		"no query has a meaning to the engine":             hostile,
		"a changed text is found only by its new words":    reindexed,
		"each hadith that matches comes about as often":    random,
		"random respects the filter and what to avoid":     randomFiltered,
		"a few among many are found at random":             randomRare,
		"a day's choice is stored, replaced and removed":   chosen,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

// full returns a hadith with every field set.
func full(number string) hadith.Hadith {
	return hadith.Hadith{
		Number: number, Position: 10_000, Book: 3,
		TextArabic: "إِنَّمَا الْأَعْمَالُ بِالنِّيَّاتِ", TextEnglish: "Deeds 'count' \"only\" by their intentions $1 %",
		TextUrdu: "اعمال کا دار و مدار نیتوں ہی پر ہے",
		Narrator: "Umar", NarratorArabic: "عمر", NarratorUrdu: "حضرت عمر",
		Grade: "hasan sahih", GradedBy: "al-Tirmidhi",
		Citations: []hadith.Citation{{Collection: "Sahih Muslim", Number: "1907", Numbering: "a", Note: "b"}, {Collection: "C"}},
		Topics:    []string{"intention", "sincerity"},
	}
}

// english returns a hadith with only an English text.
func english(number int, text string) hadith.Hadith {
	return hadith.Hadith{Number: strconv.Itoa(number), Position: int64(number) * 10_000, TextEnglish: text}
}

var collection = hadith.Collection{
	Key: "c", Name: "Collection", NameArabic: "مجموعة", NameUrdu: "مجموعہ", Numbering: "ours", Licence: "CC0", SourceURL: "https://x.example",
}

const someDay hadith.Day = 21000

func put(t *testing.T, store hadith.Store, c hadith.Collection, hadiths ...hadith.Hadith) []hadith.Outcome {
	t.Helper()
	var outcomes []hadith.Outcome
	err := store.Import(t.Context(), c, someDay, func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
		outcomes = nil
		for _, h := range hadiths {
			outcome, err := add(h)
			if err != nil {
				return err
			}
			outcomes = append(outcomes, outcome)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return outcomes
}

func get(t *testing.T, store hadith.Store, id int32) hadith.Hadith {
	t.Helper()
	h, err := store.Get(t.Context(), id)
	if err != nil {
		t.Fatalf("Get(%d): %v", id, err)
	}
	return h
}

func wantNone(t *testing.T, store hadith.Store, id int32) {
	t.Helper()
	if h, err := store.Get(t.Context(), id); !errors.Is(err, hadith.ErrNotFound) {
		t.Fatalf("Get(%d) = %+v, %v, want ErrNotFound", id, h, err)
	}
}
