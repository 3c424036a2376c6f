// Package hadithsvc is the service of hadiths. It serves the hadith of a day, random ones, and those that a search
// finds.
package hadithsvc

import (
	"context"
	"errors"
	"fmt"
	"io"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/hadith-svc/internal/api"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Name is the name of the service.
const Name = "hadith-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.SchemaFor(config.Database.URL.Reveal())),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(fx.Self()), fx.As(new(hadith.Store))),
			hadith.New,
			fx.Annotate(api.New, fx.As(new(hadithv1.HadithServiceServer))),
		),
		kit.GRPC(hadithv1.RegisterHadithServiceServer),
		fx.Invoke(begin),
	)
}

// Schema returns the tables of the service's data on SQLite.
func Schema() sqlstore.Schema { return store.Schema(sqlstore.SQLite) }

// Migrate brings the database and the index of words up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) (err error) {
	url := config.Database.URL.Reveal()
	if err := kitsql.Migrate(ctx, out, config.Database, store.SchemaFor(url)); err != nil {
		return err
	}
	db, err := sqlstore.Open(ctx, url, store.SchemaFor(url))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return store.New(db).Reindex(ctx)
}

// begin prepares the library before the service serves: it rebuilds an outdated index of words, and adds the Forty to
// an empty library.
func begin(preparation *kit.Preparation, config Config, kept *store.Store) {
	preparation.Append("the library", func(ctx context.Context) error {
		if err := kept.Reindex(ctx); err != nil {
			return fmt.Errorf("rebuild the search index (run `hadith-svc migrate` with the same --database-url, "+
				"which waits as long as it takes): %w", err)
		}
		if !config.Forty {
			return nil
		}
		if err := putForty(ctx, kept); err != nil {
			return err
		}
		return renewTopics(ctx, kept)
	})
}
