package chat

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/toolresult"
)

// noteChange remembers a change to a task, so that it can be undone, and makes the task the current one.
func (t *turn) noteChange(tool string, k task, before json.RawMessage) {
	t.state.Undo = &conversation.Undo{Did: tool, Task: k.item(), Before: before}
	t.state.Task, t.changed = k.item(), true
}

// justDeleted reports whether the previous message deleted a task.
func (t *turn) justDeleted() bool {
	return t.state.Undo != nil && t.state.Undo.Fresh && t.state.Undo.Did == toolnames.DeleteTask
}

// undo reverts the last change.
func (t *turn) undo(ctx context.Context) {
	t.answer.Intent = detect.Unknown
	last := t.state.Undo
	if last == nil {
		t.say("nothing_to_undo", nil)
		return
	}
	t.state.Undo = nil
	changes := append(slices.Clone(last.Also), *last)
	t.extraCalls += 2 * len(last.Also)
	var told []string
	for _, change := range slices.Backward(changes) {
		t.undoChange(ctx, &change)
		told = append(told, t.answer.Message)
		if !t.answer.Success {
			break
		}
	}
	t.answer.Message = strings.Join(told, "\n")
	t.setLast(detect.UpdateTask, detect.Slots{})
}

// bringBack undoes the last deletion where it is asked for by the number of its task: "bring back number 2".
func (t *turn) bringBack(ctx context.Context) bool {
	slots, last := t.detected.Slots, t.state.Undo
	asks := t.detected.Intent == detect.UpdateTask && textOf(slots.Status) == "pending"
	if last == nil || last.Did != toolnames.DeleteTask || !asks || value(slots.TaskID) != int(last.Task.ID) {
		return false
	}
	t.undo(ctx)
	return true
}

// undoChange reverts one change, and says so or why not.
func (t *turn) undoChange(ctx context.Context, last *conversation.Undo) {
	var done bool
	switch last.Did {
	case toolnames.DeleteTask:
		done = t.restore(ctx, last.Task)
	case toolnames.CreateTask:
		done = t.revert(ctx, toolnames.DeleteTask, arguments{"task_id": last.Task.ID}, "undone_create", last.Task)
	case toolnames.CompleteTask:
		done = t.reopen(ctx, last)
	default:
		var before arguments
		done = t.decode(last.Before, &before) && t.revert(ctx, toolnames.UpdateTask, before, "undone_update", last.Task)
	}
	if done && last.Did != toolnames.CreateTask {
		t.state.Task = last.Task
	}
}

// restore restores a deleted task. There is no tool for that, so the answer names none.
func (t *turn) restore(ctx context.Context, deleted conversation.Item) bool {
	answered, err := t.Tasks.UndeleteTask(identity.NewContext(ctx, t.caller), &tasksv1.UndeleteTaskRequest{TaskId: deleted.ID})
	if err != nil {
		refused := apperr.From(err)
		t.fail(toolresult.FromError(refused), arguments{"task_id": deleted.ID})
		if refused.ToolCode() == "NOT_FOUND" {
			t.say("undo_too_late", item(deleted))
		}
		return false
	}
	t.say("task_restored", item(conversation.Item{ID: deleted.ID, Name: answered.GetTask().GetTitle()}))
	return true
}

func (t *turn) revert(ctx context.Context, tool string, args arguments, key string, of conversation.Item) bool {
	if !t.run(ctx, tool, args, detect.Slots{}) {
		return false
	}
	t.answer.Intent = detect.Intent(tool)
	t.say(key, item(of))
	return true
}

// reopen makes a completed task pending again, and deletes the next occurrence that completing it created.
func (t *turn) reopen(ctx context.Context, completed *conversation.Undo) bool {
	if completed.Next != 0 {
		removed := t.call(ctx, toolnames.DeleteTask, arguments{"task_id": completed.Next})
		if !removed.Success && removed.Error != "NOT_FOUND" {
			t.fail(removed, arguments{"task_id": completed.Next})
			return false
		}
	}
	args := arguments{"task_id": completed.Task.ID, "status": "pending"}
	return t.revert(ctx, toolnames.UpdateTask, args, "undone_complete", completed.Task)
}
