package tasks

import (
	"context"
	"strings"
	"time"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/toolresult"
)

// stepLine says what a step would do.
func (t Talk) stepLine(step conversation.Step) string {
	said := dialogue.Item(step.Task)
	switch step.Intent {
	case detect.DeleteTask:
		return t.Book.Say("step_delete", said)
	case detect.UpdateTask:
		said["changes"] = t.Book.List(t.changeParts(t.wouldBe(step.Slots), dialogue.Changing(step.Task.ID, step.Slots)))
		return t.Book.Say("step_update", said)
	default:
		return t.Book.Say("step_complete", said)
	}
}

// wouldBe is a task as a change would leave what it changes.
func (t Talk) wouldBe(slots detect.Slots) task {
	due := slots.Due
	for _, form := range []string{dateTimeLayout, time.DateOnly} {
		if at, err := time.ParseInLocation(form, dialogue.Due(dialogue.TextOf(due)), t.Now.Location()); err == nil {
			told := at.Format(time.RFC3339)
			due = &told
		}
	}
	return task{
		Title: dialogue.TextOf(slots.Title), Priority: dialogue.TextOf(slots.Priority), LinkedPrayer: slots.LinkedPrayer, Due: due,
		Recurrence: slots.Recurrence, Category: slots.Category,
	}
}

// makeStep calls the tool of a step, and returns the task as it was before a change. A change of a task that cannot be read is not made,
// since nobody could take it back.
func (t Talk) makeStep(ctx context.Context, step conversation.Step, args dialogue.Arguments) (before task, result *toolresult.Result) {
	if step.Intent == detect.UpdateTask {
		known, refused := t.taskByNumber(ctx, step.Task.ID)
		if refused != nil {
			return task{}, toolresult.FromError(refused)
		}
		before = known
	}
	return before, t.Call(ctx, string(step.Intent), args)
}

// ExecuteSteps runs the confirmed steps one after another, and reports the result of each.
func (t Talk) ExecuteSteps(ctx context.Context, steps []conversation.Step) {
	t.ExtraCalls += len(steps)
	var told []string
	var done []conversation.Undo
	var failed *toolresult.Result
	for _, step := range steps {
		tool, args := string(step.Intent), dialogue.Changing(step.Task.ID, step.Slots)
		before, result := t.makeStep(ctx, step, args)
		t.Answer.Intent, t.Answer.Tool, t.Answer.Arguments = step.Intent, &tool, args.WithSlots(detect.Slots{})
		if !result.Success {
			t.Fail(result, args)
			failure := dialogue.Item(step.Task)
			failure["why"] = t.Answer.Message
			told = append(told, t.Book.Say("step_failed", failure))
			if failed == nil {
				failed = result
			}
			continue
		}
		undo, line := t.tellStep(step, result)
		if step.Intent == detect.UpdateTask {
			undo.Before = restoring(before, args)
		}
		told, done = append(told, line), append(done, undo)
		t.Answer.Data = result.Data
	}
	if len(done) > 0 {
		last := done[len(done)-1]
		last.Also = done[:len(done)-1]
		t.State.Undo, t.Changed, t.State.Task = &last, true, conversation.Item{}
		told = append(told, t.Book.Say("steps_undo", nil))
	}
	t.SetLast(lastOf(steps))
	if failed != nil {
		t.Answer.Failed(failed)
	}
	t.Answer.Message = strings.Join(told, "\n")
}

// lastOf returns what is asked for by a message that only names another task: what the steps did, where all did the same.
func lastOf(steps []conversation.Step) (detect.Intent, detect.Slots) {
	if !sameAction(steps) {
		return "", detect.Slots{}
	}
	return steps[0].Intent, steps[0].Slots
}

// tellStep returns how to undo a step, and the line that reports it.
func (t Talk) tellStep(step conversation.Step, result *toolresult.Result) (conversation.Undo, string) {
	undo := conversation.Undo{Did: string(step.Intent), Task: step.Task}
	var answered struct {
		Task task `json:"task"`
	}
	switch step.Intent {
	case detect.DeleteTask:
		t.noteDeleted(step.Task)
		return undo, t.Book.Say("step_deleted", dialogue.Item(step.Task))
	case detect.UpdateTask:
		if !t.Decode(result.Data, &answered) {
			return undo, ""
		}
		said := dialogue.Item(step.Task)
		said["changes"] = t.Book.List(t.changeParts(answered.Task, dialogue.Changing(step.Task.ID, step.Slots)))
		return undo, t.Book.Say("task_updated", said)
	}
	if !t.Decode(result.Data, &answered) || answered.Task.NextTaskID == nil {
		return undo, t.Book.Say("task_completed", dialogue.Item(step.Task))
	}
	undo.Next = *answered.Task.NextTaskID
	args := dialogue.Item(step.Task)
	args["next"] = undo.Next
	return undo, t.Book.Say("task_completed_next", args)
}
