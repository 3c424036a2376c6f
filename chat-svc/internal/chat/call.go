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

// maxCalls is how many tools one message may call: list, match and act. A yes to several deeds, and undoing them, may call
// as many more as they need.
const maxCalls = 3

// errTooManyCalls ends a turn that would go on calling.
var errTooManyCalls = errors.New("a message may call three tools at the most")

// run calls the tool that the message asks for, and reports it in the answer, whatever comes of it. It says whether the
// tool succeeded; what it answered is then in the answer's data.
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

// look calls a tool whose answer is only needed on the way. When that fails, so does the turn.
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

// decode reads what a tool answered. A tool that answers something else than its schema is a failure of its service.
func (t *turn) decode(data []byte, into any) bool {
	if err := json.Unmarshal(data, into); err != nil {
		t.fail(toolresult.FromError(apperr.Internal(err)), nil)
		return false
	}
	return true
}

// task is a task as the tools answer it.
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
}

func (k task) item() conversation.Item { return conversation.Item{ID: k.ID, Name: k.Title} }

// resultTask gives the task that the tool just run answered.
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
