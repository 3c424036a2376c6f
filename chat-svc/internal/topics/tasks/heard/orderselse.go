package heard

import (
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
)

// OrdersOther reports whether a message is an order of its own, which changes something else of a task that it names: "make the rent high
// priority", where it was asked which task is to be moved.
func (t Talk) OrdersOther(question conversation.Question) bool {
	in := t.Input
	in.About = detect.NoTopic // by itself
	order := t.Detector.Detect(in)
	if order.Intent != detect.UpdateTask || question.Intent != detect.UpdateTask || order.Confidence < wholeOrder {
		return false
	}
	now, before := order.Slots, question.Slots
	names := now.TaskID != nil || now.TaskRef != nil
	now.TaskID, now.TaskRef = nil, nil
	other := dialogue.CountSlots(dialogue.Merged(before, now)) == dialogue.CountSlots(before)+dialogue.CountSlots(now)
	return names && now.ChangesTask() && before.ChangesTask() && other
}

// wholeOrder is the confidence that only a message with a verb reaches: "the rent, high priority" does not.
const wholeOrder = 0.995

// MakesAnother reports whether a message makes a task, and another than a question is about: "add buy bread on Friday", where it was asked
// when to call.
func (t Talk) MakesAnother(question conversation.Question) bool {
	title := dialogue.TextOf(t.Detected.Slots.Title)
	makes := t.Detected.Intent == detect.CreateTask && t.Detected.Cues.Makes && title != ""
	return makes && !strings.EqualFold(title, dialogue.TextOf(question.Slots.Title))
}

// ChangesAnother reports whether a message orders something of a task that it names, where it was asked when another is due: "move the rent
// to Friday".
func (t Talk) ChangesAnother(question conversation.Question) bool {
	slots := t.Detected.Slots
	named := dialogue.TextOf(slots.TaskRef)
	names := slots.TaskID != nil || named != "" && !strings.EqualFold(named, question.Task.Name)
	return names && t.Detected.Intent != detect.CreateTask && t.Detected.Intent.Writes()
}

// TellMoreOfNew takes a change of "it" for one of the task whose title was asked for, and asks for that again: "make it saturday". It
// reports whether the message is one.
func (t Talk) TellMoreOfNew(question conversation.Question) bool {
	slots, cues := t.Detected.Slots, t.Detected.Cues
	slots.Title = nil
	names := slots.TaskID != nil || slots.TaskRef != nil || cues.Ordinal != 0 || t.Words.MentionsTasks()
	if question.Intent != detect.CreateTask || t.Detected.Intent != detect.UpdateTask || names || !slots.ChangesTask() || t.Words.Asked {
		return false
	}
	t.Ask(t.Revised(question, slots, cues.ClockOnly), "ask_title", nil)
	return true
}
