// Package chat understands what a person types, calls the tool that is meant, and answers in the person's language. It
// acts on what was said, never on a guess: what is missing it asks for, and what it did not understand it says.
package chat

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/chat/memory"
	"github.com/salaatflow/platform/gateway/internal/chat/messages"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// Tools are those that the chat calls. The gateway must require them.
func Tools() []string {
	return []string{
		toolnames.CreateTask, toolnames.ListTasks, toolnames.UpdateTask, toolnames.DeleteTask, toolnames.CompleteTask,
		toolnames.ListMasjids, toolnames.GetMasjidDetails, toolnames.SearchMasjids, toolnames.GetPrayerTimes,
		toolnames.GetCurrentPrayer, toolnames.GetDailyHadith, toolnames.GetRandomHadith, toolnames.GetUserInfo,
	}
}

// Missing are the tools that the chat calls and a gateway which requires these tools does not require.
func Missing(required []string) []string {
	return slices.DeleteFunc(Tools(), func(tool string) bool { return slices.Contains(required, tool) })
}

// Caller calls tools by name or alias, as whom the claim in the context names.
type Caller interface {
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
}

// Options are what a Chat needs. Every field is required but Model.
type Options struct {
	// Detector understands the platform's own tools.
	Detector *detect.Detector
	Caller   Caller
	Routes   func() *routing.Table
	Profiles toolclient.Profiles
	// Tasks are the RPCs of tasks that are no tools: to look at one, and to bring one back.
	Tasks tasksv1.TaskServiceClient
	// Model is offered what the detector does not understand; nil for none.
	Model *languagemodel.Client
	// Required are the tools without which the gateway is not ready.
	Required []string
	Store    memory.Store
	Clock    clock.Clock
	Logger   *slog.Logger
	Metrics  prometheus.Registerer
}

// Chat holds conversations. It is safe for concurrent use.
type Chat struct {
	Options
	detector atomic.Pointer[detect.Detector] // of the platform's tools, and of those that are registered now
	messages *messages.Catalogue
	places   *gazetteer.Gazetteer
	turns    *prometheus.CounterVec
}

// New returns a chat. It fails where the gateway could be ready without a tool that the chat calls.
func New(options Options) (*Chat, error) {
	if missing := Missing(options.Required); len(missing) > 0 {
		return nil, fmt.Errorf("the chat calls tools that the gateway does not require: %s", strings.Join(missing, ", "))
	}
	catalogue, catalogueErr := messages.New()
	places, placesErr := gazetteer.New()
	if err := errors.Join(catalogueErr, placesErr); err != nil {
		return nil, fmt.Errorf("chat: %w", err)
	}
	c := &Chat{Options: options, messages: catalogue, places: places, turns: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "salaatflow_chat_turns_total",
		Help: "Messages to the chat by what was understood, the language of the answer and the error code; the code is empty for a success.",
	}, []string{"intent", "language", "error"})}
	options.Metrics.MustRegister(c.turns)
	c.detector.Store(options.Detector)
	return c, nil
}

// Turn answers one message. The error is of a request that is no turn: a claim that is refused, or a conversation that the
// caller has not.
func (c *Chat) Turn(ctx context.Context, request Request) (*Answer, *apperr.Error) {
	caller, refused := authn.FromContext(ctx).Caller()
	if refused == nil {
		caller, refused = toolclient.Authorize(ctx, c.Profiles, caller, toolsv1.Auth_AUTH_OPTIONAL)
	}
	if refused != nil {
		return nil, refused
	}
	hold, refused := c.hold(ctx, caller.UserID, request.ConversationID)
	if refused != nil {
		return nil, refused
	}
	defer hold.Release()
	t := c.newTurn(caller, &hold.State, request.Message)
	t.answer.ConversationID = hold.ID
	t.respond(ctx)
	t.remember()
	c.count(t.answer)
	return t.answer, nil
}

func (c *Chat) hold(ctx context.Context, owner int32, id string) (*memory.Hold, *apperr.Error) {
	var (
		hold *memory.Hold
		err  error
	)
	if id == "" {
		hold, err = c.Store.Begin(ctx, owner)
	} else {
		hold, err = c.Store.Resume(ctx, owner, id)
	}
	switch {
	case errors.Is(err, memory.ErrNotFound):
		return nil, apperr.NotFound("you have no such conversation, or it has ended: leave conversation_id out to begin one")
	case err != nil:
		return nil, apperr.From(err)
	}
	return hold, nil
}

func (c *Chat) count(answer *Answer) {
	code := ""
	if answer.Error != nil {
		code = *answer.Error
	}
	c.turns.WithLabelValues(string(answer.Intent), string(answer.Language), code).Inc()
}
