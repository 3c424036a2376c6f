// Package dialogue is one turn of a conversation: what was asked, what the conversation remembers, and the four things that a turn
// may do about it, which are to call a tool, to ask, to have something confirmed, and to say something. What a request needs is
// decided by the packages below topics.
package dialogue

import (
	"context"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
	"github.com/salaatflow/platform/language/gazetteer"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// Services are what all turns share. Access and Model may be nil.
type Services struct {
	Caller Caller
	Routes func() *routing.Table
	// Access decides who may call what; nil decides by the annotations alone.
	Access *access.Decider
	// Tasks offers the RPCs on tasks that are not tools.
	Tasks tasksv1.TaskServiceClient
	// Reminders says when the caller is not reminded.
	Reminders tasksv1.ReminderServiceClient
	// Users changes the profile of the caller.
	Users usersv1.UserServiceClient
	// Model is offered messages that the detector does not understand. It may be nil.
	Model    *languagemodel.Client
	Clock    clock.Clock
	Logger   *slog.Logger
	Messages *messages.Catalogue
	Places   *gazetteer.Gazetteer
}

// Turn is one message and its reply. It is used by one goroutine.
type Turn struct {
	*Services
	// Dispatch does what an intent asks for. With it a topic resumes a request that may be about another one: topics do not know each
	// other, except that tasks are due at prayer times, and those are asked for at a masjid.
	Dispatch func(ctx context.Context, intent detect.Intent, slots detect.Slots)

	Detector   *detect.Detector // the same throughout the turn
	Person     identity.Caller
	State      *conversation.State
	Now        time.Time // in the user's zone
	Input      detect.Input
	Detected   detect.Result
	Words      words.Message
	Book       *messages.Book
	Answer     *Answer
	Asked      conversation.Asked     // what this turn set out to do
	ExtraCalls int                    // calls beyond maxCalls, for several confirmed actions
	Changed    bool                   // this turn changed one of the user's tasks
	Waited     bool                   // the message only asked to wait
	HalfTold   bool                   // the message before told which half of the day it means
	Own        bool                   // the message asks for what is done by itself, whatever came before
	Unasked    *conversation.Question // what the message would have changed and does not ask for; nil for nothing

	// Stands is what the message stands behind, Typed how it was typed, and ReadFirst what it was read as by itself.
	Stands    dialogueact.Context
	Typed     string
	ReadFirst detect.Result

	act     dialogueact.Told // nil before it was asked for
	calls   int
	spoken  []conversation.Item // tasks that an open question offered, or that were looked up
	unnamed bool                // the task is one that was spoken of or shown, and not named
	// lookedUp are the results of what was looked up since the last other call, by tool and arguments.
	lookedUp map[string]*toolresult.Result
}

// Caller calls tools by name or alias, as the caller in the context.
type Caller interface {
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
}

// SetLast remembers the request, for "aur Asr?".
func (t *Turn) SetLast(intent detect.Intent, slots detect.Slots) {
	t.State.Last = conversation.Asked{Intent: intent, Slots: slots}
}

// NotePrayer remembers the prayer just mentioned.
func (t *Turn) NotePrayer(prayer *string) {
	if prayer != nil {
		t.State.Prayer = *prayer
	}
}
