// Package chatsvc is the chat service. It understands English, Roman Urdu and Urdu, calls the right tool, and replies
// in the person's language.
package chatsvc

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"go.opentelemetry.io/otel/metric"
	"go.uber.org/fx"
	"google.golang.org/protobuf/reflect/protoreflect"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/chat-svc/internal/api"
	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/store"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/profiles"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/toolclient"
)

// Name is the name of the service.
const Name = "chat-svc"

// Module returns the service.
func Module(config Config) kit.Module {
	return kit.Service(Name, config.Config,
		kit.Settings(config),
		kitsql.Database(config.Database, store.Schema()),
		fx.Provide(
			fx.Private,
			newDetector,
			newStore, newTools, newModel, newChat, newPurger, newFollower,
			fx.Annotate(api.New, fx.As(new(chatv1.ChatServiceServer))),
		),
		kit.GRPC(chatv1.RegisterChatServiceServer),
		kit.Background[*conversation.Purger](),
		kit.Background[*chat.Follower](),
	)
}

// Schema returns the tables of the service's data.
func Schema() sqlstore.Schema { return store.Schema() }

// Migrate migrates the database and reports the result on out.
func Migrate(ctx context.Context, out io.Writer, config Config) error {
	return kitsql.Migrate(ctx, out, config.Database, store.Schema())
}

func newStore(config Config, db *sqlstore.DB, clk clock.Clock) conversation.Store {
	return store.New(db, clk, conversation.Limits{
		Expiry: config.ConversationExpiry, PerUser: config.UserConversations, Anonymous: config.AnonymousConversations,
	})
}

// newTools calls tools as the caller of the turn, whose profile the turn has completed already.
func newTools(
	lifecycle fx.Lifecycle, config Config, dial grpcclient.Options, decider *access.Decider, clk clock.Clock, logger *slog.Logger,
	metrics prometheus.Registerer, recorder audit.Recorder,
) (*toolclient.Client, error) {
	registry, err := replicas.Dial(config.Registry.Address, dial)
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StopHook(registry.Close))
	tools, err := toolclient.New(toolclient.Options{
		Registry: registry, Dial: dial, Required: chat.Tools(), Access: decider, Clock: clk, Logger: logger, Metrics: metrics,
		Audit: audit.NewEdge(recorder, audit.DoorChat, clk),
	})
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StartStopHook(
		func(ctx context.Context) error {
			if err := tools.Start(ctx); err != nil {
				return err
			}
			return awaitCatalogue(ctx, tools, logger)
		},
		tools.Stop,
	))
	return tools, nil
}

// catalogueTimeout is how long the service waits at its start for a registry that is away.
const catalogueTimeout = 5 * time.Second

// awaitCatalogue waits until the tools are known, so that an instance can answer as soon as it is registered.
func awaitCatalogue(ctx context.Context, tools *toolclient.Client, logger *slog.Logger) error {
	waiting, cancel := context.WithTimeout(ctx, catalogueTimeout)
	defer cancel()
	if err := tools.AwaitCatalog(waiting); err != nil && ctx.Err() == nil {
		logger.WarnContext(ctx, "no catalogue of tools yet; serving without: is the registry running?", "after", catalogueTimeout)
	}
	return ctx.Err()
}

func newModel(
	lifecycle fx.Lifecycle, config Config, clk clock.Clock, meters metric.MeterProvider,
) (*languagemodel.Client, error) {
	model, err := languagemodel.New(languagemodel.Options{Config: config.Model, Clock: clk, MeterProvider: meters})
	if err != nil {
		return nil, err
	}
	lifecycle.Append(fx.StopHook(model.Close))
	return model, nil
}

// newDetector returns the detector once it has been read, which takes as long as a quarter of a start and goes on beside it.
func newDetector() func() *detect.Detector {
	read := sync.OnceValue(func() *detect.Detector {
		detector, err := detect.New()
		if err != nil {
			panic(fmt.Sprintf("chat-svc: the embedded lexicon or model: %v", err)) // a test reads them
		}
		return detector
	})
	go read()
	return read
}

func newChat(
	detector func() *detect.Detector, tools *toolclient.Client, decider *access.Decider, model *languagemodel.Client,
	kept conversation.Store,
	clk clock.Clock, logger *slog.Logger, metrics prometheus.Registerer,
) (*chat.Chat, error) {
	tasks := tools.Service(protoreflect.FullName(tasksv1.TaskService_ServiceDesc.ServiceName))
	reminders := tools.Service(protoreflect.FullName(tasksv1.ReminderService_ServiceDesc.ServiceName))
	users := tools.Service(protoreflect.FullName(usersv1.UserService_ServiceDesc.ServiceName))
	known := profiles.NewCache(profiles.New(users, 0), clk, logger)
	return chat.New(chat.Options{
		Detector: detector, Caller: tools, Routes: tools.Table, Access: decider, Profiles: known,
		Tasks: tasksv1.NewTaskServiceClient(tasks), Reminders: tasksv1.NewReminderServiceClient(reminders),
		Users: usersv1.NewUserServiceClient(known.ForgetOnChange(users)),
		Model: model, Store: kept, Clock: clk, Logger: logger, Metrics: metrics,
	})
}

// newPurger returns the background job that removes expired conversations.
func newPurger(config Config, kept conversation.Store, clk clock.Clock, logger *slog.Logger) *conversation.Purger {
	return &conversation.Purger{Store: kept, Every: config.PurgeInterval, Clock: clk, Logger: logger}
}

// newFollower returns the background job that learns the phrases of registered tools.
func newFollower(talk *chat.Chat, tools *toolclient.Client) *chat.Follower {
	return &chat.Follower{Chat: talk, Subscribe: tools.Subscribe}
}
