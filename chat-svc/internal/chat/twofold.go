package chat

import (
	"context"
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words/cares"
	"github.com/salaatflow/platform/chat-svc/internal/words/twofold"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
)

// sureOfPart is how sure it must be what each part of a message asks for that is answered in parts.
const sureOfPart = 0.85

// mostTurns is in how many turns a message is answered at most.
const mostTurns = 3

// answer answers a message: in more than one turn where it asks for several things, or for one and orders a change, so that none is passed
// over. It returns the first turn that failed, or else the last one, with the messages of all and the question that is open then.
func (c *Chat) answer(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	var answered *turn
	told := ""
	for _, request := range c.requests(caller, state, message) {
		t := c.answerOne(ctx, caller, state, id, request.text)
		told = dialogue.Joined(told, t.Answer.Message)
		if request.rest != "" {
			told = dialogue.Joined(told, t.Book.Say("rest_not_understood", messages.Args{"rest": messages.Data(request.rest)}))
		}
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
	answered.Answer.Message = told
	return answered
}

// requests parts a message into what each turn answers, in their order; into the message alone where it is one request.
func (c *Chat) requests(caller identity.Caller, state *conversation.State, message string) []request {
	parts := []request{{text: message}}
	if cares.In(message).Kind != cares.None {
		return parts
	}
	for i := 0; i < len(parts) && len(parts) < mostTurns; {
		apart := c.twofold(caller, state, parts[i].text)
		if len(apart) < 2 {
			if len(apart) == 1 {
				parts[i] = apart[0]
			}
			i++
			continue
		}
		parts = slices.Replace(parts, i, i+1, apart...)
	}
	return parts
}

func (c *Chat) answerOne(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	t := c.newTurn(caller, state, message)
	t.Answer.ConversationID = id
	t.respond(ctx)
	t.Answer.Message = messages.Sentence(t.Answer.Message)
	t.remember()
	return t
}

// twofold parts a message into two that each are sure by themselves, in the order in which they are answered, or takes off what is not
// understood; nil for a message that is one request. A message that answers an open question is left whole, and so is one that orders two
// changes of tasks: what comes of those is planned.
func (c *Chat) twofold(caller identity.Caller, state *conversation.State, message string) []request {
	if state.Question != nil {
		return nil
	}
	now := c.Clock.Now().In(caller.Zone())
	read := func(text string) detect.Result {
		return c.Detect(detect.Input{Text: text, Now: now, Zone: caller.Zone(), About: state.About})
	}
	parts := twofold.Parts(message)
	if len(parts) == 0 || read(message).Cues.Exact { // behind a phrase's colon all belongs to it
		return nil
	}
	for _, part := range parts {
		before, behind := part[0], part[1]
		if !twofold.Asks(before) && !twofold.AsksPlainly(behind) {
			continue
		}
		one, other := read(before), read(behind)
		asksFirst := twofold.Asks(before) && asks(one)
		asksThen := twofold.AsksPlainly(behind) && asks(other)
		switch {
		case asksFirst && (asksThen || orders(other)), orders(one) && asksThen && other.Intent == detect.ListTasks:
			return []request{{text: before}, {text: behind}}
		case orders(one) && asksThen:
			return []request{{text: behind}, {text: before}} // what is ordered may leave a question open
		}
	}
	return twoOrders(parts, read)
}

// asks reports whether a part surely asks for something to be told.
func asks(r detect.Result) bool {
	return r.Intent != detect.Unknown && !r.Intent.Writes() && r.Confidence >= sureOfPart
}

// orders reports whether a part surely orders a change, and says of which task.
func orders(r detect.Result) bool {
	names := r.Slots.Title != nil || r.Slots.TaskRef != nil || r.Slots.TaskID != nil
	return r.Intent.Writes() && r.Confidence >= sureOfPart && names && !r.Cues.Pronoun
}
