package store_test

import (
	"context"
	"database/sql"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// A library that an earlier version indexed in another way is searched like one that was imported today.
func TestALibraryIsIndexedAnewWhenItsIndexIsOld(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		db := engine.Open(t, store.Schema(engine.Kind()))
		kept := store.New(db)
		err := kept.Import(t.Context(), hadith.Collection{Key: "c", Name: "C"}, someDay,
			func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
				_, err := add(hadith.Hadith{Number: "1", TextEnglish: "patience"})
				return err
			})
		if err != nil {
			t.Fatal(err)
		}
		found := func() int {
			words, err := searchtext.Parse("patience")
			if err != nil {
				t.Fatal(err)
			}
			page, err := kept.Search(t.Context(), hadith.SearchQuery{Words: words, Limit: 1})
			if err != nil {
				t.Fatal(err)
			}
			return page.Count
		}
		change := func(statement string) {
			t.Helper()
			err := db.Update(t.Context(), func(ctx context.Context, tx *sql.Tx) error {
				_, err := tx.ExecContext(ctx, statement)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		column := map[string]string{"sqlite": "rowid", "postgres": "hadith_id"}[string(engine.Kind())]
		change(`DELETE FROM words WHERE ` + column + ` = 1`)
		change(`DELETE FROM labels WHERE label = 'topic:patience'`)
		for _, c := range []struct {
			version string
			want    int
		}{{"4", 0}, {"1", 1}} {
			change(`UPDATE library SET words_version = ` + c.version)
			if err := kept.Reindex(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got := found(); got != c.want {
				t.Errorf("indexed by version %s: %d found, want %d", c.version, got, c.want)
			}
			_, err := kept.Random(t.Context(), hadith.Filter{Topic: "patience"}, 0, func(int) int { return 0 })
			if labelled := err == nil; labelled != (c.want > 0) {
				t.Errorf("labelled by version %s: %v", c.version, err)
			}
		}
	})
}
