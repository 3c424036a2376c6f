package making

import (
	"context"

	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/chat-svc/internal/messages"
	"github.com/salaatflow/platform/language/detect"
)

// asksWhen lists the tasks with their times where the message makes no reminder but asks when there will be one: "mujhe kab yaad
// dilaoge?". It reports whether it does.
func (t Talk) asksWhen(ctx context.Context, slots detect.Slots) bool {
	if found(told.OnlyAsks, dialogue.TextOf(slots.Title)) == nil || !t.Detected.Cues.Reminds {
		return false
	}
	t.Dispatch(ctx, detect.ListTasks, detect.Slots{})
	return true
}

// ofTask changes the time of a task that there is, where that is what a reminder names, by its number: "remind me of task 1 at 3 pm". It
// says that no task reminds before its own time. It reports whether the message names one.
func (t Talk) ofTask(ctx context.Context, slots detect.Slots) bool {
	if !t.Detected.Cues.Reminds || t.State.Question != nil {
		return false
	}
	if before := found(told.BeforeTask, t.Input.Text); before != nil {
		t.Answer.Intent = detect.UpdateTask
		number, _ := t.NumberSaid(before[1])
		t.Say("reminds_once", messages.Args{"id": number})
		return true
	}
	if t.tellsHowLongBefore(slots) && t.State.Task.ID != 0 && t.State.About == detect.Tasks {
		t.Answer.Intent = detect.UpdateTask
		t.Say("reminds_once", messages.Args{"id": t.State.Task.ID})
		return true
	}
	if slots.Title == nil && (t.Detected.Cues.Pronoun || t.AskedOfOne()) && t.ofLast(ctx) {
		return true
	}
	if found(told.OnlyNumber, dialogue.TextOf(slots.Title)) == nil {
		return false
	}
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	if given.Slots.TaskID == nil || given.Plan.Several {
		return false
	}
	t.Detected.Cues.ClockOnly, t.Detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	t.Dispatch(ctx, detect.UpdateTask, detect.Slots{
		TaskID: given.Slots.TaskID, Due: given.Slots.Due, DueRelative: given.Slots.DueRelative, Recurrence: given.Slots.Recurrence,
		LinkedPrayer: given.Slots.LinkedPrayer, Hijri: given.Slots.Hijri,
	})
	return true
}

// tellsHowLongBefore reports whether a reminder names nothing, and tells only how long before something it is to be: "remind me a day
// before", "2 ghante pehle yaad dilana".
func (t Talk) tellsHowLongBefore(slots detect.Slots) bool {
	_, onlyLength := t.Detector.Length(dialogue.TextOf(slots.Title))
	nothing := slots.Title == nil && slots.Due == nil && slots.LinkedPrayer == nil
	over := slots.Title == nil && slots.Due != nil && t.isOver(*slots.Due)
	return t.Words.SaysBefore() && (onlyLength || nothing || over)
}

// ofLast changes the time of the task that was spoken of last, where that is what a reminder points at: "remind me about it at 5 pm". It
// reports whether it does.
func (t Talk) ofLast(ctx context.Context) bool {
	given := t.Detector.Fragment(t.Input, detect.UpdateTask)
	timed := given.Slots.Due != nil || given.Slots.DueRelative != nil
	names := given.Slots.TaskRef != nil || given.Slots.TaskID != nil || given.Plan.Several
	if !timed || names || t.State.Task.ID == 0 || t.State.About != detect.Tasks {
		return false
	}
	t.Detected.Cues.ClockOnly, t.Detected.Cues.AfterIt = given.Cues.ClockOnly, given.Cues.AfterIt
	t.Answer.Intent = detect.UpdateTask
	t.Change(ctx, t.State.Task, detect.Slots{Due: given.Slots.Due, DueRelative: given.Slots.DueRelative, Recurrence: given.Slots.Recurrence})
	return true
}
