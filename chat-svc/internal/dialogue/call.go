package dialogue

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
)

// maxCalls is the most tools that one message may call: list, match and act. Confirming several actions, or undoing
// them, allows as many more as that needs.
const maxCalls = 3

// errTooManyCalls fails a call beyond the limit.
var errTooManyCalls = errors.New("a message may call at most three tools")

// Run calls the tool that the message asks for and records the call in the answer. It reports whether the tool
// succeeded; if it did, its result is in the answer's data.
func (t *Turn) Run(ctx context.Context, tool string, args Arguments, slots detect.Slots) bool {
	if !t.MayWrite(tool, args, slots) {
		return false
	}
	result := t.Call(ctx, tool, args)
	t.Answer.Tool, t.Answer.Arguments = &tool, args.WithSlots(slots)
	if !result.Success {
		t.Fail(result, args)
		return false
	}
	t.Answer.Data = result.Data
	return true
}

// LookUp calls a tool whose result is only needed on the way; what was looked up before, and not changed since, it does not call again. If
// it fails, so does the turn.
func (t *Turn) LookUp(ctx context.Context, tool string, args Arguments, into any) bool {
	key := tool + " " + string(encoded(args))
	result := t.lookedUp[key]
	if result == nil {
		before := t.lookedUp
		result = t.Call(ctx, tool, args)
		t.lookedUp = before // looking changes nothing
	}
	if !result.Success {
		t.Answer.Tool, t.Answer.Arguments = &tool, args.WithSlots(detect.Slots{})
		t.Fail(result, args)
		return false
	}
	if t.lookedUp == nil {
		t.lookedUp = map[string]*toolresult.Result{}
	}
	t.lookedUp[key] = result
	t.noteTasks(result)
	return t.Decode(result.Data, into)
}

// Call calls a tool. It counts the calls, and fails beyond the limit.
func (t *Turn) Call(ctx context.Context, tool string, args Arguments) *toolresult.Result {
	t.lookedUp = nil // it may be otherwise now
	if t.calls++; t.calls > maxCalls+t.ExtraCalls {
		t.Logger.ErrorContext(ctx, "call of a tool refused", "error", errTooManyCalls, "tool", tool, "intent", t.Answer.Intent)
		return toolresult.FromError(apperr.Internal(errTooManyCalls))
	}
	return t.Caller.Call(ctx, tool, encoded(args))
}

func encoded(args Arguments) []byte {
	content, err := json.Marshal(args)
	if err != nil { // texts and numbers alone cannot fail
		panic(err)
	}
	return content
}

// Decode reads a tool's result into a value and reports whether it could. A result that does not match the tool's
// schema is a server error.
func (t *Turn) Decode(data []byte, into any) bool {
	if err := json.Unmarshal(data, into); err != nil {
		t.Fail(toolresult.FromError(apperr.Internal(err)), nil)
		return false
	}
	return true
}
