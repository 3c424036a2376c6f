package chat

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// maxCalls is the most tools that one message may call: list, match and act. Confirming several actions, or undoing
// them, allows as many more as that needs.
const maxCalls = 3

// errTooManyCalls fails a call beyond the limit.
var errTooManyCalls = errors.New("a message may call at most three tools")

// run calls the tool that the message asks for and records the call in the answer. It reports whether the tool
// succeeded; if it did, its result is in the answer's data.
func (t *turn) run(ctx context.Context, tool string, args arguments, slots detect.Slots) bool {
	result := t.call(ctx, tool, args)
	t.answer.Tool, t.answer.Arguments = &tool, args.withSlots(slots)
	if !result.Success {
		t.fail(result, args)
		return false
	}
	t.answer.Data = result.Data
	return true
}

// lookUp calls a tool whose result is only needed on the way. If it fails, so does the turn.
func (t *turn) lookUp(ctx context.Context, tool string, args arguments, into any) bool {
	result := t.call(ctx, tool, args)
	if !result.Success {
		t.answer.Tool, t.answer.Arguments = &tool, args.withSlots(detect.Slots{})
		t.fail(result, args)
		return false
	}
	return t.decode(result.Data, into)
}

func (t *turn) call(ctx context.Context, tool string, args arguments) *toolresult.Result {
	if t.calls++; t.calls > maxCalls+t.extraCalls {
		return toolresult.FromError(apperr.Internal(errTooManyCalls))
	}
	encoded, err := json.Marshal(args)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return t.Caller.Call(ctx, tool, encoded)
}

// decode reads a tool's result into a value and reports whether it could. A result that does not match the tool's
// schema is a server error.
func (t *turn) decode(data []byte, into any) bool {
	if err := json.Unmarshal(data, into); err != nil {
		t.fail(toolresult.FromError(apperr.Internal(err)), nil)
		return false
	}
	return true
}

// task is a task in a tool's result.
type task struct {
	ID           int32   `json:"id"`
	Title        string  `json:"title"`
	Priority     string  `json:"priority"`
	LinkedPrayer *string `json:"linked_prayer"`
	Due          *string `json:"due_datetime"`
	Recurrence   *string `json:"recurrence"`
	Category     *string `json:"category"`
	Completed    bool    `json:"completed"`
	NextTaskID   *int32  `json:"next_task_id"`
	RemindAt     *string `json:"remind_at"`
}

func (k task) item() conversation.Item { return conversation.Item{ID: k.ID, Name: k.Title} }

// resultTask returns the task in the result of the last tool call.
func (t *turn) resultTask() (task, bool) {
	var answered struct {
		Task task `json:"task"`
	}
	ok := t.decode(t.answer.Data, &answered)
	return answered.Task, ok
}

func items(tasks []task) []conversation.Item {
	named := make([]conversation.Item, 0, len(tasks))
	for _, one := range tasks {
		named = append(named, one.item())
	}
	return named
}
