// Package masjidsvc is the service of masjids and prayer times.
package masjidsvc

import (
	"context"
	"io"
	"log/slog"
	"time"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/api"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/moons"
	"github.com/salaatflow/platform/masjid-svc/internal/prayers"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/masjid-svc/prayertime"
	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/profiles"
	"github.com/salaatflow/platform/services/sqlstore"
)

// Name is the name of the service.
const Name = "masjid-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(masjids.Store)), fx.As(new(moons.Store))),
			gazetteer.New,
			newDirectory,
			newMoons,
			newProfiles,
			newPrayers,
			fx.Annotate(api.New, fx.As(new(masjidv1.MasjidServiceServer))),
		),
		kit.GRPC(masjidv1.RegisterMasjidServiceServer),
		kit.Background[*directory.Directory](),
		kit.Background[*moons.Moons](),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

func newDirectory(
	preparation *kit.Preparation, config Config, store masjids.Store, places *gazetteer.Gazetteer, clock clock.Clock,
	logger *slog.Logger,
) (*directory.Directory, error) {
	options := directory.Options{Store: store, Places: places, Clock: clock, Logger: logger, Refresh: config.RefreshInterval}
	if !config.WithoutDefaults {
		defaults, err := exchange.Karachi(places)
		if err != nil {
			return nil, err
		}
		options.Defaults = defaults
	}
	opened := directory.New(options)
	preparation.Append("the masjids", opened.Load)
	return opened, nil
}

func newMoons(
	preparation *kit.Preparation, config Config, store moons.Store, clock clock.Clock, logger *slog.Logger,
) *moons.Moons {
	opened := moons.New(moons.Options{
		Store: store, Base: prayertime.DefaultHijriCalendar(), Clock: clock, Logger: logger, Refresh: config.RefreshInterval,
	})
	preparation.Append("the announced moons", opened.Load)
	return opened
}

// profilesTimeout bounds how long a question about prayer times waits for the user's profile.
const profilesTimeout = time.Second

func newProfiles(config Config, peers *kit.Peers) (prayers.Profiles, error) {
	users, err := peers.Open(usersv1.UserService_ServiceDesc.ServiceName, config.UsersAddress, config.Registry.Address)
	if err != nil || users == nil {
		return nil, err
	}
	return profiles.New(users, profilesTimeout), nil
}

func newPrayers(
	directory *directory.Directory, places *gazetteer.Gazetteer, profiles prayers.Profiles, moons *moons.Moons, clock clock.Clock,
	logger *slog.Logger,
) *prayers.Service {
	return &prayers.Service{
		Directory: directory, Places: places, Profiles: profiles, Zone: zones.At, Hijri: moons.Calendar,
		Clock: clock, Log: logger,
	}
}
