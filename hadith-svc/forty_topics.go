package hadithsvc

import (
	"context"
	"fmt"
	"slices"

	"github.com/salaatflow/platform/hadith-svc/internal/forty"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// renewTopics updates the topics of the Forty in a library that an earlier version began with them. It changes nothing
// else.
func renewTopics(ctx context.Context, store hadith.Store) error {
	renewed, err := outdated(ctx, store)
	if err != nil || len(renewed) == 0 {
		return err
	}
	collections, err := store.Collections(ctx)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(collections, func(c hadith.Collection) bool { return c.Key == forty.Key })
	if at < 0 {
		return nil
	}
	err = store.Import(ctx, collections[at], hadith.Anchor, func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
		for _, h := range renewed {
			if _, err := add(hadith.Hadith{Number: h.Number, Topics: h.Topics}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("update the topics of the Forty: %w", err)
	}
	return nil
}

// outdated returns those of the Forty, as in this version, whose topics differ in the library.
func outdated(ctx context.Context, store hadith.Store) (renewed []hadith.Hadith, err error) {
	_, hadiths, err := forty.Read()
	if err != nil {
		return nil, err
	}
	page, err := store.List(ctx, hadith.ListQuery{Filter: hadith.Filter{Collection: forty.Key}, Limit: len(hadiths)})
	if err != nil {
		return nil, err
	}
	for _, kept := range page.Hadiths {
		at := slices.IndexFunc(hadiths, func(h hadith.Hadith) bool { return h.Number == kept.Number })
		if at >= 0 && !slices.Equal(hadiths[at].Topics, kept.Topics) {
			renewed = append(renewed, hadiths[at])
		}
	}
	return renewed, nil
}
