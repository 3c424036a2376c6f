// Package userssvc is the service that manages users' profiles.
package userssvc

import (
	"context"
	"io"
	"log/slog"

	"go.uber.org/fx"

	"github.com/salaatflow/platform/language/gazetteer"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/users-svc/internal/api"
	"github.com/salaatflow/platform/users-svc/internal/store"
	"github.com/salaatflow/platform/users-svc/internal/tokens"
	"github.com/salaatflow/platform/users-svc/internal/users"
)

// Name is the name of the service.
const Name = "users-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(users.Store)), fx.As(new(users.Identities))),
			gazetteer.New,
			newService,
			fx.Annotate(store.NewTokens, fx.As(new(tokens.Store))),
			newTokens,
			fx.Annotate(api.New, fx.As(new(usersv1.UserServiceServer))),
		),
		kit.GRPC(usersv1.RegisterUserServiceServer),
		// They ask for the preferred masjid of the user who calls them. Nothing else of a user is theirs to ask.
		kit.OnBehalf(usersv1.UserService_GetUserInfo_FullMethodName, "tasks-svc", "masjid-svc"),
		// Who may ask these can learn, and make, the number of anybody.
		kit.EdgesOnly(usersv1.UserService_ResolveIdentity_FullMethodName),
		kit.EdgesOnly(usersv1.UserService_VerifyToken_FullMethodName),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

func newService(
	config Config, store users.Store, identities users.Identities, clock clock.Clock, places *gazetteer.Gazetteer,
) *users.Service {
	return &users.Service{
		Store: store, Identities: identities, Clock: clock, Places: places, Defaults: config.DefaultProfiles, Admins: config.Admins,
	}
}

func newTokens(store tokens.Store, clock clock.Clock, logger *slog.Logger) *tokens.Service {
	return &tokens.Service{Store: store, Clock: clock, Logger: logger}
}
