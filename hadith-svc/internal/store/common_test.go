package store_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// commonEnough hadiths make those words common that more than a thousand have.
const commonEnough = 2600

// importMade imports made-up hadiths with a range of numbers. Their texts depend on seed.
func importMade(t *testing.T, kept *store.Store, seed uint64, from, until int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 2))
	err := kept.Import(t.Context(), hadith.Collection{Key: "c", Name: "C"}, someDay,
		func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			for n := from; n < until; n++ {
				if _, err := add(made(random, n)); err != nil {
					return err
				}
			}
			return nil
		})
	if err != nil {
		t.Fatal(err)
	}
}

func made(random *rand.Rand, n int) hadith.Hadith {
	said := func(words ...string) string {
		var text []string
		for len(text) < 30 {
			text = append(text, words[min(random.IntN(len(words)), random.IntN(len(words)))])
		}
		return strings.Join(text, " ")
	}
	return hadith.Hadith{
		Number: fmt.Sprint(n), Position: int64(n), Grade: "sahih", Book: int32(n%3 + 1),
		TextEnglish: said("mercy", "messengers", "messenger", "merciful", "prayer", "prays", "alms", "almonds",
			"camel"+fmt.Sprint(n%40), "seldom"),
		TextArabic: said("الصلاة", "بِالرَّحْمَةِ", "والنية", "صلاته", "رحمة", "نادر"),
	}
}

// pagesOf returns all that a search finds, in order, with a store that remembers none.
func pagesOf(t *testing.T, db *sqlstore.DB, text string, filter hadith.Filter) (ids []int32) {
	t.Helper()
	words, err := searchtext.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	kept := store.New(db)
	for {
		page, err := kept.Search(t.Context(), hadith.SearchQuery{Filter: filter, Words: words, Offset: len(ids), Limit: 900})
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range page.Hadiths {
			ids = append(ids, h.ID)
		}
		if !page.More {
			if len(ids) != page.Count {
				t.Errorf("%s: %d on all pages, and %d counted", text, len(ids), page.Count)
			}
			return ids
		}
	}
}

func change(t *testing.T, db *sqlstore.DB, statement string) {
	t.Helper()
	err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, statement)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The sets of common words find what the index of words finds, in the same order, whatever was imported and changed.
func TestCommonWordsFindWhatTheIndexFinds(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, store.Schema(engine.Kind()))
		kept := store.New(db)
		importMade(t, kept, 1, 0, commonEnough-400)
		importMade(t, kept, 2, commonEnough-400, commonEnough) // only a few: the sets are changed
		importMade(t, kept, 3, 100, 300)                       // again, with other texts
		var common int
		row := db.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM common_words WHERE word LIKE 'me%'`)
		if err := row.Scan(&common); err != nil || common < 5 {
			t.Fatalf("%d words and beginnings are common, %v", common, err)
		}
		type search struct {
			text   string
			filter hadith.Filter
		}
		searches := []search{}
		for _, text := range []string{
			"mercy", "me", "messenger", "messengers", "prayer", "praying", "alm", "almonds", "mercy prayer", "mercy seldom",
			"seldom", "camel7 mercy",
			"camel", `"mercy prayer"`, `"mercy prayer" alms`, "الصلاة", "رحمه", "بالرحمة", "نيه mercy", "صلا", "absent", "absent mercy", "نادر",
		} {
			searches = append(searches, search{text, hadith.Filter{}}, search{text, hadith.Filter{Book: 2, Language: searchtext.Arabic}},
				search{text, hadith.Filter{Topic: "prayer", Grade: "sahih"}})
		}
		found := map[search][]int32{}
		for _, s := range searches {
			found[s] = pagesOf(t, db, s.text, s.filter)
		}
		change(t, db, `DELETE FROM common_words`)
		for _, s := range searches {
			if want := pagesOf(t, db, s.text, s.filter); !slices.Equal(found[s], want) {
				t.Errorf("%+v finds %d by sets, and %d by the index, or in another order", s, len(found[s]), len(want))
			}
		}
	})
}

// A library that has grown, or has lost its sets, has them after the next large import.
func TestCommonWordsAreFoundAnewWhenALibraryGrows(t *testing.T) {
	db := sqltest.SQLite().Open(t, store.Schema(sqltest.SQLite().Kind()))
	kept := store.New(db)
	common := func() (n int) {
		if err := db.Reader().QueryRowContext(t.Context(), `SELECT COUNT(*) FROM common_words WHERE word = 'mercy'`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	importMade(t, kept, 1, 0, 900)
	if common() != 0 {
		t.Error("a word that 900 have is common")
	}
	for from := 900; from < commonEnough; from += 100 { // each is small, and together they are large
		importMade(t, kept, 1, from, from+100)
	}
	if common() != 1 {
		t.Error("a word that most have is not common")
	}
}
