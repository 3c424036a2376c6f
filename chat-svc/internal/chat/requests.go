package chat

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words/cares"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
)

// sureOfRequest is how sure it must be what each request of a message asks for that is answered in several turns.
const sureOfRequest = 0.85

// mostTurns is in how many turns a message is answered at most.
const mostTurns = 3

// answer answers a message: in a turn for each of its requests, so that none is passed over. It returns the first turn that failed, or else
// the last one, with the messages of all and the question that is open then.
func (c *Chat) answer(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	var answered *turn
	told, undo := "", state.Undo
	requests, rest := c.requests(caller, state, message)
	for _, request := range requests {
		before := state.Undo
		t := c.answerOne(ctx, caller, state, id, request)
		if answered != nil && before != nil && before != undo && state.Undo != before {
			state.Undo.Join(before) // what one message did is taken back as one
		}
		told = dialogue.Joined(told, t.Answer.Message)
		switch {
		case answered == nil:
			answered = t
		case answered.Answer.Success:
			c.count(answered.Answer)
			answered = t
		default:
			c.count(t.Answer)
		}
		answered.Answer.Asks = t.Answer.Asks
	}
	if rest != "" {
		told = dialogue.Joined(told, answered.Book.Say("rest_not_understood", messages.Args{"rest": messages.Data(rest)}))
	}
	answered.Answer.Message = told
	return answered
}

func (c *Chat) answerOne(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	t := c.newTurn(caller, state, message)
	t.Answer.ConversationID = id
	t.respond(ctx)
	t.Answer.Message = messages.Sentence(t.Answer.Message)
	t.remember()
	return t
}

// requests parts a message into what each turn answers, in the order in which that is done, and what is only told not to be done. A message
// that is one request is answered whole, and so is one that answers an open question.
func (c *Chat) requests(caller identity.Caller, state *conversation.State, message string) (turns []string, rest string) {
	if state.Question != nil || cares.In(message).Kind != cares.None {
		return []string{message}, ""
	}
	in := detect.Input{Text: message, Now: c.Clock.Now().In(caller.Zone()), Zone: caller.Zone(), About: state.About}
	parts := c.understanding().Requests(in)
	if parts == nil {
		return []string{message}, ""
	}
	// Behind a phrase's colon all belongs to it; a task at several times is made as one, and a question that is known of several things is
	// answered as one: sehri and iftar.
	if whole := c.Detect(in); whole.Cues.Exact || whole.Each != nil || whole.Cues.Asked != "" && oneQuestion(parts) {
		return []string{message}, ""
	}
	var s sorted
	if !s.sort(parts) || s.asked == nil && s.lists == nil {
		return []string{message}, "" // changes alone are planned together
	}
	turns = s.turns()
	if len(turns) > mostTurns {
		s.rest = append(turns[mostTurns:], s.rest...)
		turns = turns[:mostTurns]
	}
	return turns, strings.Join(s.rest, ", ")
}

// sorted are the requests of a message by how they are answered.
type sorted struct {
	asked   []string // questions and new tasks, which are done first, since a change may leave a question open
	changes []string // of tasks, which are planned together
	lists   []string // what is to be shown behind changes
	rest    []string // what belongs to none of them, and is told not to be understood
}

// sort reports whether each request is sure by itself, or one that is told not to be understood.
func (s *sorted) sort(parts []detect.Request) bool {
	for _, part := range parts {
		r := part.Result
		switch {
		case s.changes != nil && r.Intent == detect.ListTasks && asks(r):
			s.lists = append(s.lists, part.Text)
		case asks(r) && !part.Shares, makes(r):
			s.asked = append(s.asked, part.Text)
		case changes(r):
			s.changes = append(s.changes, part.Text)
		case s.asked != nil && r.Intent.Writes() && !ofTheSame(r):
			s.rest = append(s.rest, part.Text)
		default:
			return false
		}
	}
	return true
}

func (s *sorted) turns() []string {
	turns := s.asked
	if s.changes != nil {
		turns = append(turns, strings.Join(s.changes, ", "))
	}
	return append(turns, s.lists...)
}

// oneQuestion reports whether requests only ask the same of several things.
func oneQuestion(parts []detect.Request) bool {
	return !slices.ContainsFunc(parts, func(part detect.Request) bool {
		return part.Result.Intent.Writes() || part.Result.Intent != parts[0].Result.Intent
	})
}

// asks reports whether a request surely asks for something to be told.
func asks(r detect.Result) bool {
	return r.Intent != detect.Unknown && !r.Intent.Writes() && r.Confidence >= sureOfRequest
}

// makes reports whether a request surely orders a new task, and says how it is called.
func makes(r detect.Result) bool {
	return r.Intent == detect.CreateTask && r.Confidence >= sureOfRequest && r.Slots.Title != nil
}

// changes reports whether a request surely orders a change of a task that it names.
func changes(r detect.Result) bool {
	names := r.Slots.TaskRef != nil || r.Slots.TaskID != nil || r.Cues.Ordinal != 0
	return r.Intent.Writes() && r.Intent != detect.CreateTask && r.Confidence >= sureOfRequest && names && !r.Cues.Pronoun
}

// ofTheSame reports whether a request says more of the task that another makes: "add order insulin and mark it urgent".
func ofTheSame(r detect.Result) bool {
	return r.Intent == detect.UpdateTask && r.Cues.Pronoun && r.Slots.ChangesTask()
}
