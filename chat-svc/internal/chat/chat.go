// Package chat understands what a person types, calls the right tool, and replies in the person's language. It never
// acts on a guess: it asks for what is missing, and says so if it does not understand.
//
// It holds conversations and leads through a turn: an open question comes first, then what the message asks for, then what it
// continues. The packages below topics answer.
package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/emergency"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// Request is one message from a person.
type Request struct {
	Message string
	// ConversationID is the conversation to continue. If empty, a new one begins.
	ConversationID string
}

// Tools returns the names of the tools that the chat itself calls.
func Tools() []string {
	return []string{
		toolnames.CreateTask, toolnames.ListTasks, toolnames.UpdateTask, toolnames.DeleteTask, toolnames.CompleteTask,
		toolnames.ListMasjids, toolnames.GetMasjidDetails, toolnames.SearchMasjids, toolnames.GetPrayerTimes,
		toolnames.GetCurrentPrayer, toolnames.GetIslamicDate, toolnames.GetDailyHadith, toolnames.GetRandomHadith, toolnames.GetUserInfo,
	}
}

// Profiles adds the user's profile to a caller, as it is now.
type Profiles interface {
	Renewed(ctx context.Context, caller identity.Caller) identity.Caller
}

// Options configures a Chat. Every field except Access and Model is required.
type Options struct {
	// Detector returns what understands requests for the platform's own tools, always the same. The first turn waits for it.
	Detector func() *detect.Detector
	Caller   dialogue.Caller
	Routes   func() *routing.Table
	// Access decides who may call what, so that the chat offers nothing else; nil decides by the annotations alone.
	Access *access.Decider
	// Profiles adds the user's profile to callers.
	Profiles Profiles
	// Tasks offers the RPCs on tasks that are not tools: getting a single task and restoring a deleted one.
	Tasks tasksv1.TaskServiceClient
	// Reminders says when the caller is not reminded.
	Reminders tasksv1.ReminderServiceClient
	// Users changes the profile of the caller.
	Users usersv1.UserServiceClient
	// Model is offered messages that the detector does not understand. It may be nil.
	Model   *languagemodel.Client
	Store   conversation.Store
	Clock   clock.Clock
	Logger  *slog.Logger
	Metrics prometheus.Registerer
}

// Chat holds conversations. It is safe for concurrent use.
type Chat struct {
	Options
	detector atomic.Pointer[detect.Detector] // of the platform's tools and the registered ones; nil until there are such
	services dialogue.Services
	numbers  *emergency.Directory
	turns    *prometheus.CounterVec
}

// New returns a chat.
func New(options Options) (*Chat, error) {
	catalogue, catalogueErr := messages.New()
	places, placesErr := gazetteer.New()
	numbers, numbersErr := emergency.New()
	if err := errors.Join(catalogueErr, placesErr, numbersErr); err != nil {
		return nil, fmt.Errorf("chat: %w", err)
	}
	services := dialogue.Services{
		Caller: options.Caller, Routes: options.Routes, Access: options.Access, Tasks: options.Tasks,
		Reminders: options.Reminders, Users: options.Users, Model: options.Model, Clock: options.Clock,
		Logger: options.Logger, Messages: catalogue, Places: places,
	}
	c := &Chat{Options: options, services: services, numbers: numbers, turns: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_chat_turns_total",
		Help: "Messages to the chat by detected intent, language of the answer and error code; the code is empty for a success.",
	}, []string{"intent", "language", "error"})}
	options.Metrics.MustRegister(c.turns)
	return c, nil
}

// keepTimeout bounds how long storing an answered turn may take, even after the caller has gone.
const keepTimeout = 2 * time.Second

// Turn answers a message from the caller in ctx. It returns NOT_FOUND if the caller has no such conversation. If a
// turn cannot be stored, it is still answered, since its tools have already acted.
func (c *Chat) Turn(ctx context.Context, request Request) (*dialogue.Answer, error) {
	caller := c.caller(ctx)
	ctx = identity.NewContext(ctx, caller)
	hold, err := c.hold(ctx, caller.UserID, request.ConversationID)
	if err != nil {
		return nil, err
	}
	defer c.release(ctx, hold)
	t := c.answer(ctx, caller, &hold.State, hold.ID, request.Message)
	t.Input.Text = words.WithoutTail(request.Message)
	c.keep(ctx, hold, t)
	c.count(t.Answer)
	return t.Answer, nil
}

// caller returns the caller in ctx, completed from the user's profile. What the edge added may be older than the last message,
// which may have moved the user to another time zone.
func (c *Chat) caller(ctx context.Context) identity.Caller {
	caller := identity.FromContext(ctx)
	if caller.UserID == 0 {
		return caller
	}
	return c.Profiles.Renewed(ctx, caller)
}

func (c *Chat) hold(ctx context.Context, owner int32, id string) (*conversation.Hold, error) {
	if id == "" {
		return c.Store.Begin(ctx, owner)
	}
	hold, err := c.Store.Resume(ctx, owner, id)
	if errors.Is(err, conversation.ErrNotFound) {
		return nil, apperr.NotFound("you have no such conversation, or it has ended: leave conversation_id out to begin one")
	}
	return hold, err
}

func (c *Chat) keep(ctx context.Context, hold *conversation.Hold, t *turn) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepTimeout)
	defer cancel()
	if err := hold.Keep(ctx, t.record()); err != nil {
		c.Logger.WarnContext(ctx, "failed to store an answered turn", "conversation", hold.ID, "error", err)
	}
}

// release lets go of a conversation whose turn ended without an answer.
func (c *Chat) release(ctx context.Context, hold *conversation.Hold) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepTimeout)
	defer cancel()
	if err := hold.Release(ctx); err != nil {
		c.Logger.WarnContext(ctx, "failed to release a conversation", "conversation", hold.ID, "error", err)
	}
}

// Detect returns what a sentence means on its own.
func (c *Chat) Detect(input detect.Input) detect.Result { return c.understanding().Detect(input) }

func (c *Chat) understanding() *detect.Detector {
	if all := c.detector.Load(); all != nil {
		return all
	}
	return c.Detector()
}

func (c *Chat) count(answer *dialogue.Answer) {
	code := ""
	if answer.Error != nil {
		code = *answer.Error
	}
	c.turns.WithLabelValues(string(answer.Intent), string(answer.Language), code).Inc()
}
