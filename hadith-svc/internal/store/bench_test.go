package store_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/forty"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// hadithsInAll have a text in three languages each.
const hadithsInAll = 50_000

// vocabulary is how many words of each language there are besides those of the Forty.
const vocabulary = 30_000

// library returns a database and its store, filled with texts. Words of the Forty are common in them and made-up words are
// rare, as in any language.
func library(b *testing.B, engine sqltest.Engine, size int) (*sqlstore.DB, *store.Store) {
	b.Helper()
	db := engine.Open(b, store.Schema(engine.Kind()))
	kept := store.New(db)
	if err := fillStore(b, kept, size); err != nil {
		b.Fatal(err)
	}
	return db, kept
}

// fillStore imports made-up hadiths.
func fillStore(b *testing.B, kept *store.Store, size int) error {
	b.Helper()
	_, base, err := forty.Read()
	if err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	return kept.Import(b.Context(), hadith.Collection{Key: "c", Name: "C"}, someDay,
		func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			for n := range size {
				h := hadith.Hadith{Number: fmt.Sprint(n), Position: int64(n), Grade: "sahih", Topics: []string{"charity"}}
				h.TextArabic = sentence(random, base, searchtext.Arabic)
				h.TextEnglish = sentence(random, base, searchtext.English)
				h.TextUrdu = sentence(random, base, searchtext.Urdu)
				if _, err := add(h); err != nil {
					return err
				}
			}
			return nil
		})
}

const someDay hadith.Day = 21000

var alphabets = map[searchtext.Language][]rune{
	searchtext.Arabic:  []rune("ابتثجحخدذرزسشصضطظعغفقكلمنهوي"),
	searchtext.Urdu:    []rune("ابپتٹثجچحخدڈرزسشصطعغفقکگلمنوہی"),
	searchtext.English: []rune("abcdefghilmnoprstuw"),
}

// sentence returns 20 words of a text of the Forty, and 30 others.
func sentence(random *rand.Rand, base []hadith.Hadith, language searchtext.Language) string {
	words := strings.Fields(base[random.IntN(len(base))].Text(language))
	start := random.IntN(max(1, len(words)-20))
	words = append([]string(nil), words[start:min(len(words), start+20)]...)
	for range 30 {
		words = append(words, word(alphabets[language], int(random.ExpFloat64()*vocabulary/8)%vocabulary))
	}
	return strings.Join(words, " ")
}

// word returns the made-up word with a number.
func word(alphabet []rune, number int) string {
	var letters []rune
	for range 5 {
		letters = append(letters, alphabet[(number*31+len(letters)*7)%len(alphabet)])
		number = number/3 + number%7*11
	}
	return string(letters)
}

// BenchmarkSearch searches 50,000 hadiths in three languages, for rare words and for common ones. Searches that begin
// with first_ use a store that remembers none.
func BenchmarkSearch(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			size := hadithsInAll
			if testing.Short() { // only to see that it runs
				size = 1000
			}
			db, kept := library(b, engine, size)
			for _, c := range []struct{ name, text string }{
				{"one_word", "المخيط"}, {"two_words", "needle sea"}, {"phrase", `"do not envy one another"`}, {"urdu", "لوتھڑا"},
				{"beginning", "resurr"}, {"common_words", "charity prayer"}, {"in_every_other", "allah"}, {"first_in_every_other", "allah"},
				{"first_in_nearly_every", "الله"}, {"first_four_in_many", "allah messenger said prophet"},
			} {
				words, err := searchtext.Parse(c.text)
				if err != nil {
					b.Fatal(err)
				}
				b.Run(c.name, func(b *testing.B) {
					count := 0
					for b.Loop() {
						if strings.HasPrefix(c.name, "first_") {
							kept = store.New(db)
						}
						page, err := kept.Search(b.Context(), hadith.SearchQuery{Words: words, Limit: 20})
						if err != nil || page.Count == 0 && size == hadithsInAll {
							b.Fatalf("%d found, %v", page.Count, err)
						}
						count = page.Count
					}
					b.ReportMetric(float64(count), "found")
				})
			}
		})
	}
}

// BenchmarkRandom picks from 50,000 hadiths.
func BenchmarkRandom(b *testing.B) {
	for _, engine := range []sqltest.Engine{sqltest.SQLite(), sqltest.Postgres()} {
		b.Run(string(engine.Kind()), func(b *testing.B) {
			_, kept := library(b, engine, hadithsInAll)
			for name, filter := range map[string]hadith.Filter{
				"all": {}, "filtered": {Grade: "sahih", Language: searchtext.Urdu, Topic: "charity"},
			} {
				b.Run(name, func(b *testing.B) {
					last := int32(0)
					for b.Loop() {
						h, err := kept.Random(b.Context(), filter, last, rand.IntN)
						if err != nil {
							b.Fatal(err)
						}
						last = h.ID
					}
				})
			}
		})
	}
}
