// Package taskssvc is the service that manages users' spiritual tasks.
package taskssvc

import (
	"context"
	"fmt"
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
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/tasks-svc/internal/api"
	"github.com/salaatflow/platform/tasks-svc/internal/calendar"
	"github.com/salaatflow/platform/tasks-svc/internal/prayertimes"
	"github.com/salaatflow/platform/tasks-svc/internal/reminders"
	"github.com/salaatflow/platform/tasks-svc/internal/store"
	"github.com/salaatflow/platform/tasks-svc/internal/tasks"
	"github.com/salaatflow/platform/tasks-svc/internal/webpush"
	"github.com/salaatflow/platform/tasks-svc/internal/words"
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
			fx.Annotate(store.New, fx.As(new(tasks.Store)), fx.As(new(reminders.PostStore)), fx.As(new(calendar.Store))),
			newProfiles,
			newPrayers,
			newService,
			newPurger,
			newWordReader,
			newPlanner,
			newReminders,
			newReleaser,
			newWebhooks,
			newPushes,
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

func newReminders(config Config, store reminders.PostStore, clock clock.Clock, logger *slog.Logger) *reminders.Service {
	return &reminders.Service{Store: store, Clock: clock, Log: logger, Every: config.ReminderInterval, Lease: config.ReminderLease}
}

// newReleaser returns the Releaser that runs while the service does.
func newReleaser(service *reminders.Service) *reminders.Releaser {
	return &reminders.Releaser{Service: service}
}

func newWebhooks(config Config, store reminders.PostStore, clock clock.Clock) *reminders.Webhooks {
	return &reminders.Webhooks{Store: store, Clock: clock, Private: config.WebhookPrivate}
}

// newPoster returns the Poster that runs while the service does.
func newPoster(
	config Config, store reminders.PostStore, webhooks *reminders.Webhooks, pushes *reminders.Pushes, logger *slog.Logger,
) *reminders.Poster {
	return reminders.NewPoster(store, webhooks, pushes, logger, config.ReminderInterval)
}

// newPushes returns who sends to browsers: nobody, where there is no key.
func newPushes(config Config, store reminders.PostStore, service *tasks.Service, clock clock.Clock) (*reminders.Pushes, error) {
	pushes := &reminders.Pushes{Store: store, Clock: clock, Private: config.WebhookPrivate}
	pushes.Body = func(ctx context.Context, userID int32) reminders.Said {
		language, err := service.Language(ctx, tasks.Owner{UserID: userID})
		if err != nil {
			service.Log.InfoContext(ctx, "failed to look up the language of a reminder; it is in English", slog.Any("error", err))
		}
		text, spoken := words.Reminder(language)
		return reminders.Said{Text: text, Language: spoken}
	}
	if config.PushKeyFile == "" {
		return pushes, nil
	}
	read := webpush.ReadKey
	if config.MakePushKey {
		read = webpush.KeptKey
	}
	key, err := read(config.PushKeyFile)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--push-key-file: %w", err))
	}
	pushes.Sender = &webpush.Sender{Key: key, Contact: config.PushContact}
	return pushes, nil
}

func newCalendars(store calendar.Store, clock clock.Clock, logger *slog.Logger) *calendar.Links {
	return &calendar.Links{Store: store, Clock: clock, Log: logger}
}
