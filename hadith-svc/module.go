// Package hadithsvc is the service of hadiths: a day's, any, and those that a search finds.
package hadithsvc

import (
	"context"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/hadith-svc/internal/api"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	hadithv1 "github.com/salaatflow/platform/proto/salaatflow/hadith/v1"
	"github.com/salaatflow/platform/services/kit"
)

// Name is the name of the service.
const Name = "hadith-svc"

// Module is the service.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kit.Database(config.Database, store.SchemaFor(config.Database.URL.Reveal())),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(hadith.Store))),
			hadith.New,
			fx.Annotate(api.New, fx.As(new(hadithv1.HadithServiceServer))),
		),
		kit.GRPC(hadithv1.RegisterHadithServiceServer),
		fx.Invoke(begin),
	)
}

// Migrate brings the database up to date.
func Migrate(ctx context.Context, config Config) error {
	return kit.Migrate(ctx, config.Database, store.SchemaFor(config.Database.URL.Reveal()))
}

// begin puts the Forty into an empty library before the service serves.
func begin(lifecycle fx.Lifecycle, config Config, store hadith.Store) {
	if config.Forty {
		lifecycle.Append(fx.StartHook(func(ctx context.Context) error { return putForty(ctx, store) }))
	}
}
