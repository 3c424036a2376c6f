package tasks

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// asksOtherDay says that there is no such day as the message names, and asks for another. It reports whether the message names one.
func (t Talk) asksOtherDay(of conversation.Item, slots detect.Slots) bool {
	day := t.Detected.Cues.NoSuchDay
	if day == "" {
		return false
	}
	slots.Due = nil
	asked := conversation.Asked{Intent: detect.CreateTask, Slots: slots}
	if of.ID != 0 {
		asked.Intent = detect.UpdateTask
	}
	t.Ask(conversation.Question{Asks: dialogue.AsksDue, Asked: asked, Task: of}, "no_such_day", messages.Args{"day": messages.Data(day)})
	return true
}

// HandleDueAnswer takes the message as the day that was asked for. It reports whether the message was handled.
func (t Talk) HandleDueAnswer(ctx context.Context, question conversation.Question) bool {
	given := t.Detector.Fragment(t.Input, question.Intent)
	t.Detected.Cues.NoSuchDay, t.Detected.Cues.ClockOnly = given.Cues.NoSuchDay, given.Cues.ClockOnly
	told := detect.Slots{Due: given.Slots.Due, DueRelative: given.Slots.DueRelative, Recurrence: given.Slots.Recurrence}
	if given.Cues.Denies || !told.ChangesTask() && given.Cues.NoSuchDay == "" {
		return false
	}
	slots := dialogue.Merged(question.Slots, told)
	if question.Task.ID != 0 {
		t.Change(ctx, question.Task, slots)
		return true
	}
	t.Dispatch(ctx, detect.CreateTask, slots)
	return true
}
