package heard

import (
	"context"
	"reflect"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/words"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/dialogueact"
)

// reviseChange takes an answer that says something else of the task that a new one or a change waits for. It writes nothing of what waits,
// unless it says yes, too: "haan, jumme ko". What says all of it anew is done instead ("nahi 11 ko"), what says a part of it anew, or more
// of a new task, is to be confirmed with the rest ("at 5", where it was to be on Saturday), and what says something else is an order of
// its own ("make it friday", where it was to be urgent). It reports whether the answer does.
func (t Talk) reviseChange(ctx context.Context, question conversation.Question) bool {
	said, whole := t.Input.Text, t.Detected
	behind := words.BehindYes(said)
	if behind != "" {
		t.Input.Text = behind
		t.Detected = t.Detector.Detect(t.Input)
	}
	told, clockOnly := t.toldInstead(question, behind != "")
	if !told.ChangesTask() {
		t.Input.Text, t.Detected = said, whole
		return false
	}
	question.Slots.TaskRef, question.Slots.TaskID = nil, nil
	both := t.Revised(question, told, clockOnly)
	t.Answer.Intent, t.Detected.Cues.ClockOnly = question.Intent, clockOnly
	partly := dialogue.CountSlots(both.Slots) < dialogue.CountSlots(question.Slots)+dialogue.CountSlots(told)
	switch {
	case behind != "":
		t.WithTask(ctx, both, question.Task)
	case question.Intent == detect.CreateTask, partly && !reflect.DeepEqual(both.Slots, told):
		t.confirmRevised(both)
	default:
		t.Change(ctx, question.Task, told)
		if !partly && t.Changed && t.Detected.Cues.Act != detect.No {
			t.State.Left = &question
		}
	}
	return true
}

// confirmRevised asks for a yes to a new task or a change as it was revised, and says what it is now.
func (t Talk) confirmRevised(question conversation.Question) {
	if question.Intent == detect.CreateTask {
		t.ConfirmNew(question.Slots)
	} else {
		t.ConfirmTask(question)
	}
	t.Answer.Message = dialogue.Joined(t.Answer.Message, strings.TrimSpace(t.Details(question.Slots)))
}

// toldInstead returns what an answer changes of the task that waits for a yes, if anything, and whether it tells only a time of day.
func (t Talk) toldInstead(question conversation.Question, agrees bool) (told detect.Slots, clockOnly bool) {
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	if !t.mayRevise(question) || given.Cues.Denies || given.Cues.Doubts {
		return told, false
	}
	if name := words.NewName(t.Input.Text); name != "" {
		return detect.Slots{Title: &name}, false
	}
	if t.Detected.Intent != detect.Unknown {
		given.Slots = t.Detected.Slots // as a whole order it is read with more certainty: likh lo tells no low priority
	}
	given.Slots.Title, given.Slots.Status = nil, nil
	told, clockOnly = given.Slots, given.Cues.ClockOnly
	if told.TaskRef != nil || !told.ChangesTask() {
		told, clockOnly = detect.Slots{Due: t.DayInMonthOf(question.Slots.Due)}, false
	}
	idle := !agrees && t.ActBehind(dialogueact.Context{After: string(question.Intent)}).Orders() < dialogue.Idle
	if idle || !t.Explained(detect.UpdateTask, told) {
		return detect.Slots{}, false
	}
	return told, clockOnly
}

// mayRevise reports whether a new task or a change waits for a yes, and the answer neither names a task nor asks for something else.
func (t Talk) mayRevise(question conversation.Question) bool {
	of := t.Detected
	names := of.Cues.Ordinal != 0 || of.Slots.TaskID != nil || of.Plan.Several
	if names || t.Words.Asked || question.Tool != "" || len(question.Steps) > 0 {
		return false
	}
	more := of.Intent == detect.Unknown || of.Intent == detect.UpdateTask
	if question.Intent == detect.CreateTask {
		return more || of.Intent == detect.CreateTask && of.Slots.Title == nil
	}
	return more && question.Intent == detect.UpdateTask
}
