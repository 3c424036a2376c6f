package chat

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/chat-svc/internal/words/twofold"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/identity"
)

// sureOfPart is how sure it must be what each part of a message asks for that is answered in parts.
const sureOfPart = 0.85

// answer answers a message; in two turns where it asks for two things, or for one and orders a change, so that neither is passed over.
func (c *Chat) answer(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	told := ""
	if first, second, ok := c.twofold(caller, state, message); ok {
		t := c.answerOne(ctx, caller, state, id, first)
		c.count(t.Answer)
		told, message = t.Answer.Message, second
	}
	t := c.answerOne(ctx, caller, state, id, message)
	t.Answer.Message = dialogue.Joined(told, t.Answer.Message)
	return t
}

func (c *Chat) answerOne(ctx context.Context, caller identity.Caller, state *conversation.State, id, message string) *turn {
	t := c.newTurn(caller, state, message)
	t.Answer.ConversationID = id
	t.respond(ctx)
	t.Answer.Message = messages.Sentence(t.Answer.Message)
	t.remember()
	return t
}

// twofold parts a message into two that each are sure by themselves, in the order in which they are answered. A message that answers an
// open question is left whole, and so is one that orders two changes: what comes of those is planned.
func (c *Chat) twofold(caller identity.Caller, state *conversation.State, message string) (first, second string, ok bool) {
	if state.Question != nil {
		return "", "", false
	}
	now := c.Clock.Now().In(caller.Zone())
	read := func(text string) detect.Result {
		return c.Detect(detect.Input{Text: text, Now: now, Zone: caller.Zone(), About: state.About})
	}
	for _, part := range twofold.Parts(message) {
		before, behind := part[0], part[1]
		if !twofold.Asks(before) && !twofold.AsksPlainly(behind) {
			continue
		}
		one, other := read(before), read(behind)
		asksFirst := twofold.Asks(before) && asks(one)
		asksThen := twofold.AsksPlainly(behind) && asks(other)
		switch {
		case asksFirst && (asksThen || orders(other)), orders(one) && asksThen && other.Intent == detect.ListTasks:
			return before, behind, true
		case orders(one) && asksThen:
			return behind, before, true // what is ordered may leave a question open
		}
	}
	return "", "", false
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
