package tasks

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/language/detect"
	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// noteChange remembers a change to a task, so that it can be undone, and makes the task the current one.
func (t Talk) noteChange(tool string, k task, before json.RawMessage) {
	t.State.Undo = &conversation.Undo{Did: tool, Task: k.item(), Before: before}
	t.State.Task, t.Changed = k.item(), true
}

// mostDeleted is how many deleted tasks a conversation remembers.
const mostDeleted = 20

// noteDeleted remembers a deleted task, which may be wanted back.
func (t Talk) noteDeleted(one conversation.Item) {
	t.State.Deleted = append(t.State.Deleted, one)
	t.State.Deleted = t.State.Deleted[max(0, len(t.State.Deleted)-mostDeleted):]
}

// Undo reverts the last change.
func (t Talk) Undo(ctx context.Context) {
	t.Answer.Intent = detect.Unknown
	last := t.State.Undo
	if last == nil {
		t.Say("nothing_to_undo", nil)
		return
	}
	t.State.Undo = nil
	changes := append(slices.Clone(last.Also), *last)
	t.ExtraCalls += 2 * len(last.Also)
	var told []string
	for _, change := range slices.Backward(changes) {
		t.UndoChange(ctx, &change)
		told = append(told, t.Answer.Message)
		if !t.Answer.Success {
			break
		}
	}
	t.Answer.Message = strings.Join(told, "\n")
	t.SetLast(detect.UpdateTask, detect.Slots{})
}

// BringBack restores a task that was deleted where that is asked for by its number: "bring back number 2".
func (t Talk) BringBack(ctx context.Context) bool {
	slots, last := t.Detected.Slots, t.State.Undo
	asks := t.Detected.Intent == detect.UpdateTask && dialogue.TextOf(slots.Status) == "pending"
	if !asks || slots.TaskID == nil {
		return false
	}
	if last != nil && last.Did == toolnames.DeleteTask && *slots.TaskID == int(last.Task.ID) {
		t.Undo(ctx)
		return true
	}
	gone := t.knownTask(int32(*t.Detected.Slots.TaskID)) //nolint:gosec // a number of a task is at most that of an int32
	if _, refused := t.taskByNumber(ctx, gone.ID); refused == nil || refused.ToolCode() != "NOT_FOUND" {
		return false
	}
	t.Restore(ctx, gone)
	return true
}

// UndoChange reverts one change, and says so or why not. It reports whether it did.
func (t Talk) UndoChange(ctx context.Context, last *conversation.Undo) (done bool) {
	switch last.Did {
	case toolnames.DeleteTask:
		done = t.Restore(ctx, last.Task)
	case toolnames.CreateTask:
		if done = t.revert(ctx, toolnames.DeleteTask, dialogue.Arguments{"task_id": last.Task.ID}, "undone_create", last.Task); done {
			t.noteDeleted(last.Task)
		}
	case toolnames.CompleteTask:
		done = t.reopen(ctx, last)
	default:
		var before dialogue.Arguments
		done = t.Decode(last.Before, &before) && t.revert(ctx, toolnames.UpdateTask, before, "undone_update", last.Task)
	}
	if done && last.Did != toolnames.CreateTask {
		t.State.Task = last.Task
	}
	return done
}

// Restore restores a deleted task. There is no tool for that, so the answer names none.
func (t Talk) Restore(ctx context.Context, deleted conversation.Item) bool {
	answered, err := t.Tasks.UndeleteTask(identity.NewContext(ctx, t.Person), &tasksv1.UndeleteTaskRequest{TaskId: deleted.ID})
	if err != nil {
		refused := apperr.From(err)
		t.Fail(toolresult.FromError(refused), dialogue.Arguments{"task_id": deleted.ID})
		if refused.ToolCode() == "NOT_FOUND" {
			t.Say("undo_too_late", dialogue.Item(deleted))
		}
		return false
	}
	t.State.Deleted = slices.DeleteFunc(t.State.Deleted, func(one conversation.Item) bool { return one.ID == deleted.ID })
	t.Say("task_restored", dialogue.Item(conversation.Item{ID: deleted.ID, Name: answered.GetTask().GetTitle()}))
	return true
}

func (t Talk) revert(ctx context.Context, tool string, args dialogue.Arguments, key string, of conversation.Item) bool {
	t.Own = t.Own || t.Explained(dialogue.Undoing, detect.Slots{})
	if !t.Run(ctx, tool, args, detect.Slots{}) {
		return false
	}
	t.Answer.Intent = detect.Intent(tool)
	t.Say(key, dialogue.Item(of))
	return true
}

// reopen makes a completed task pending again, and deletes the next occurrence that completing it created.
func (t Talk) reopen(ctx context.Context, completed *conversation.Undo) bool {
	if completed.Next != 0 {
		removed := t.Call(ctx, toolnames.DeleteTask, dialogue.Arguments{"task_id": completed.Next})
		if !removed.Success && removed.Error != "NOT_FOUND" {
			t.Fail(removed, dialogue.Arguments{"task_id": completed.Next})
			return false
		}
	}
	args := dialogue.Arguments{"task_id": completed.Task.ID, "status": "pending"}
	return t.revert(ctx, toolnames.UpdateTask, args, "undone_complete", completed.Task)
}
