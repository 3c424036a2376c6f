package dialogue

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// What a question may ask for, besides the parameters of registered tools.
const (
	AsksTitle   = "title"
	AsksTask    = "task_id"
	AsksMasjid  = "masjid_name"
	AsksArea    = "area"
	AsksCity    = "city"
	AsksChanges = "changes"
	AsksDue     = "due"
	AsksConfirm = "confirm"
)

// Refused marks several steps that were refused, of which the next message may want some after all. It is never asked for.
const Refused = "refused"

// Ask asks a question and leaves it open. Nothing else happens in this turn.
func (t *Turn) Ask(question conversation.Question, key string, args messages.Args) {
	t.Say(key, args)
	if question.Again == 0 && t.Detected.Intent == question.Intent && t.Detected.Cues.ClockOnly {
		question.ClockOnly, question.HalfTold = true, t.Words.SaysHalf()
	}
	t.Answer.Asks = &question.Asks
	t.State.Question = &question
}

// Confirm asks for a yes to what a question describes, and leaves that open.
func (t *Turn) Confirm(question conversation.Question, key string, args messages.Args) {
	question.Asks = AsksConfirm
	t.Ask(question, key, args)
}

// AskAgain repeats the question once, because the answer was not understood. It reports whether it asked; after a
// second failure the question is dropped.
func (t *Turn) AskAgain(question conversation.Question, key string, args messages.Args) bool {
	if question.Again++; question.Again > 1 {
		return false
	}
	t.Ask(question, key, args)
	t.Say("not_understood_answer", messages.Args{"question": t.Answer.Message})
	return true
}

// ChangesSubject reports whether the message clearly asks for something other than the question's request.
func (t *Turn) ChangesSubject(question conversation.Question) bool {
	return t.Detected.Intent != detect.Unknown && t.Detected.Intent != question.Intent
}

// Sure is the confidence from which an ambiguous message counts as a request.
const Sure = 0.7

// MaxFragmentWords is the most words that a follow-up to the previous request has.
const MaxFragmentWords = 6
