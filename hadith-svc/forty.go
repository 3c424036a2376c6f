package hadithsvc

import (
	"context"
	"fmt"

	"github.com/salaatflow/platform/hadith-svc/internal/forty"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// putForty adds the Forty to an empty library. If several replicas find it empty, the later ones change nothing.
func putForty(ctx context.Context, store hadith.Store) error {
	epochs, err := store.Epochs(ctx)
	if err != nil || len(epochs) > 0 {
		return err
	}
	collection, hadiths, err := forty.Read()
	if err != nil {
		return err
	}
	err = store.Import(ctx, collection, hadith.Anchor, func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
		for _, h := range hadiths {
			if _, err := add(h); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("add the Forty to the library: %w", err)
	}
	return nil
}
