package chat

import (
	"context"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/topics/smalltalk"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
)

// sureOfRequest is how sure it must be what each request of a message asks for that is answered in several turns.
const sureOfRequest = 0.85

// mostTurns is in how many turns a message is answered at most.
const mostTurns = 3

// answer answers a message: in a turn for each of its requests, so that none is passed over. It returns the first turn that failed, or
// else the last one, with the messages of all and the question that is open then. What stands behind a turn that asks something is told
// not to be done, but for lists, which leave the question open.
func (c *Chat) answer(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	var answered *turn
	told, undo := "", state.Undo
	of := c.requests(caller, state, message)
	for i, request := range of.turns {
		if i > 0 && i < of.lists && state.Question != nil {
			of.undone = append(slices.Clone(of.turns[i:]), of.undone...)
			break
		}
		before := state.Undo
		t := c.answerOne(ctx, caller, state, id, request)
		if before != undo {
			joinUndo(state.Undo, before)
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
	undone, unknown := rest(answered, "rest_not_done", of.undone), rest(answered, "rest_not_understood", of.unknown)
	answered.Answer.Message = dialogue.Joined(told, undone, unknown)
	return answered
}

// rest names what was not answered; empty for nothing.
func rest(t *turn, message string, requests []string) string {
	if requests == nil {
		return ""
	}
	return t.Book.Say(message, messages.Args{"rest": messages.Data(strings.Join(requests, ", "))})
}

// joinUndo makes one of what two requests of a message changed: it is taken back as one.
func joinUndo(now, before *conversation.Undo) {
	if now == nil || before == nil || now == before {
		return
	}
	if kept := now.Did == before.Did && now.Task == before.Task; !kept {
		now.Join(before)
	}
}

func (c *Chat) answerOne(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	t := c.newTurn(caller, state, message)
	t.Answer.ConversationID = id
	t.respond(ctx)
	t.Answer.Message = messages.Sentence(t.Answer.Message)
	t.remember()
	return t
}

// requests are what a message asks for.
type requests struct {
	turns   []string // what each turn answers
	lists   int      // the first turn that only shows tasks behind their changes
	undone  []string // what is too much for one message
	unknown []string // what is not understood beside the others
}

// requests parts a message into what each turn answers, in the order in which that is done. A message that is one request is answered
// whole, and so is one that answers an open question.
func (c *Chat) requests(caller identity.Caller, state *conversation.State, message string) requests {
	whole := requests{turns: []string{message}}
	if state.Question != nil {
		return whole
	}
	in := detect.Input{Text: message, Now: c.Clock.Now().In(caller.Zone()), Zone: caller.Zone(), About: state.About}
	parts := c.understanding().Requests(in)
	if parts == nil {
		return whole
	}
	// Behind a phrase's colon all belongs to it; a task at several times is made as one, and what is known as one question is answered as one.
	if read := c.Detect(in); read.Cues.Exact || smalltalk.IsGrave(read) || read.Each != nil || isOneQuestion(read, parts) {
		return whole
	}
	var s sorted
	if !s.sort(parts) || s.asked == nil && s.lists == nil {
		return whole // changes alone are planned together
	}
	return s.requests()
}

// sorted are the requests of a message by how they are answered.
type sorted struct {
	asked   []string // questions and new tasks, which are done first, since a change may leave a question open
	changes []string // of tasks, which are planned together
	lists   []string // what is to be shown behind changes
	unknown []string // what belongs to none of them, and is told not to be understood
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
			s.unknown = append(s.unknown, part.Text)
		default:
			return false
		}
	}
	return true
}

func (s *sorted) requests() requests {
	turns := s.asked
	if s.changes != nil {
		turns = append(turns, strings.Join(s.changes, ", "))
	}
	of := requests{turns: append(turns, s.lists...), lists: len(turns), unknown: s.unknown}
	if len(of.turns) > mostTurns {
		of.turns, of.undone = of.turns[:mostTurns], of.turns[mostTurns:]
	}
	return of
}

// isOneQuestion reports whether a message is known as one question, of which its parts only ask pieces: sehri and iftar.
func isOneQuestion(whole detect.Result, parts []detect.Request) bool {
	return whole.Cues.Asked != "" && !slices.ContainsFunc(parts, func(part detect.Request) bool {
		return part.Result.Intent != whole.Intent || part.Result.Cues.Asked == whole.Cues.Asked
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
	orders := r.Intent.Writes() && r.Intent != detect.CreateTask && r.Confidence >= sureOfRequest
	names := r.Slots.TaskRef != nil || r.Slots.TaskID != nil || r.Cues.Ordinal != 0
	return orders && names && !r.Cues.Pronoun
}

// ofTheSame reports whether a request says more of the task that another makes: "add order insulin and mark it urgent".
func ofTheSame(r detect.Result) bool {
	return r.Intent == detect.UpdateTask && r.Cues.Pronoun && r.Slots.ChangesTask()
}
