package hadithsvc

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/hadith-svc/internal/forty"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// A library that an earlier version began gets today's topics, and an operator's changes stay.
func TestTheTopicsOfTheFortyAreRenewed(t *testing.T) {
	kept := store.New(sqltest.SQLite().Open(t, store.Schema(sqltest.SQLite().Kind())))
	if err := putForty(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	collection := hadith.Collection{Key: forty.Key, Name: "Forty", Licence: "theirs"}
	err := kept.Import(t.Context(), collection, hadith.Anchor, func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
		_, err := add(hadith.Hadith{Number: "19", Topics: []string{"old"}, TextUrdu: "theirs"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := renewTopics(t.Context(), kept); err != nil {
			t.Fatal(err)
		}
	}
	page, err := kept.List(t.Context(), hadith.ListQuery{Filter: hadith.Filter{Topic: "patience"}, Limit: 10})
	if err != nil || page.Count != 1 || slices.Contains(page.Hadiths[0].Topics, "old") || page.Hadiths[0].TextUrdu != "theirs" ||
		page.Hadiths[0].CollectionName != "Forty" {
		t.Errorf("on patience %+v, %v", page, err)
	}
	if changed, err := outdated(t.Context(), kept); err != nil || len(changed) > 0 {
		t.Errorf("still to renew: %+v, %v", changed, err)
	}
}
