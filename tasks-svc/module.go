// Package taskssvc is the service that manages users' spiritual tasks.
package taskssvc

import (
	"context"
	"io"
	"log/slog"
	"time"

	"go.uber.org/fx"

	masjidv1 "github.com/salaatflow/platform/proto/salaatflow/masjid/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/profiles"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/tasks-svc/internal/api"
	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/prayertimes"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
)

// Name is the name of the service.
const Name = "tasks-svc"

// Module returns the service as an fx module.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			fx.Annotate(store.New, fx.As(new(tasks.Store)), fx.As(new(reminders.WebhookStore)), fx.As(new(calendar.Store))),
			newProfiles,
			newPrayers,
			newService,
			newPurger,
			newWordReader,
			newPlanner,
			newReminders,
			newReleaser,
			newWebhooks,
			newPoster,
			newCalendars,
			fx.Annotate(api.New, fx.As(new(tasksv1.TaskServiceServer))),
			fx.Annotate(api.NewReminders, fx.As(new(tasksv1.ReminderServiceServer))),
		),
		kit.GRPC(tasksv1.RegisterTaskServiceServer),
		kit.GRPC(tasksv1.RegisterReminderServiceServer),
		kit.Background[*tasks.Purger](),
		kit.Background[*tasks.WordReader](),
		kit.Background[*tasks.Planner](),
		kit.Background[*reminders.Releaser](),
		kit.Background[*reminders.Poster](),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate brings the database up to date, and reports on out what it did.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

// profilesTimeout bounds how long a new task waits for its user's preferred masjid.
const profilesTimeout = time.Second

func newProfiles(config Config, peers *kit.Peers) (tasks.Profiles, error) {
	users, err := peers.Open(usersv1.UserService_ServiceDesc.ServiceName, config.UsersAddress, config.Registry.Address)
	if err != nil || users == nil {
		return nil, err
	}
	return profiles.New(users, profilesTimeout), nil
}

func newService(
	store tasks.Store, profiles tasks.Profiles, prayers *prayertimes.Client, clock clock.Clock, logger *slog.Logger,
) *tasks.Service {
	service := &tasks.Service{Store: store, Profiles: profiles, Clock: clock, Log: logger}
	if prayers != nil {
		service.Prayers, service.DayPrayers = prayers, prayers
	}
	return service
}

// newPrayers returns who is asked when prayers begin; nil if nobody is.
func newPrayers(config Config, peers *kit.Peers) (*prayertimes.Client, error) {
	masjids, err := peers.Open(masjidv1.MasjidService_ServiceDesc.ServiceName, config.MasjidsAddress, config.Registry.Address)
	if err != nil || masjids == nil {
		return nil, err
	}
	return prayertimes.New(masjids), nil
}

// newPlanner returns the Planner that runs while the service does.
func newPlanner(config Config, service *tasks.Service) *tasks.Planner {
	return &tasks.Planner{Service: service, Every: config.ReminderInterval}
}

// newPurger returns the Purger that runs while the service does.
func newPurger(config Config, service *tasks.Service) *tasks.Purger {
	return &tasks.Purger{Service: service, Every: config.PurgeInterval}
}

// readWordsEvery is how often tasks are looked for that the search does not know. There are none but while versions change.
const readWordsEvery = time.Minute

// newWordReader returns the WordReader that runs while the service does.
func newWordReader(service *tasks.Service) *tasks.WordReader {
	return &tasks.WordReader{Service: service, Every: readWordsEvery}
}

func newReminders(config Config, store reminders.WebhookStore, clock clock.Clock, logger *slog.Logger) *reminders.Service {
	return &reminders.Service{Store: store, Clock: clock, Log: logger, Every: config.ReminderInterval, Lease: config.ReminderLease}
}

// newReleaser returns the Releaser that runs while the service does.
func newReleaser(service *reminders.Service) *reminders.Releaser {
	return &reminders.Releaser{Service: service}
}

func newWebhooks(config Config, store reminders.WebhookStore, clock clock.Clock) *reminders.Webhooks {
	return &reminders.Webhooks{Store: store, Clock: clock, Private: config.WebhookPrivate}
}

// newPoster returns the Poster that runs while the service does.
func newPoster(config Config, webhooks *reminders.Webhooks, logger *slog.Logger) *reminders.Poster {
	return reminders.NewPoster(webhooks, logger, config.ReminderInterval)
}

func newCalendars(store calendar.Store, clock clock.Clock, logger *slog.Logger) *calendar.Links {
	return &calendar.Links{Store: store, Clock: clock, Log: logger}
}
