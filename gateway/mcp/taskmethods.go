package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/taskstore"
	"github.com/salaatflow/platform/services/toolround"
)

// The methods of tasks.
const (
	methodGetTask    = "tasks/get"
	methodUpdateTask = "tasks/update"
	methodCancelTask = "tasks/cancel"
)

// taskParams are the params of all of them. The answers are those of tasks/update.
type taskParams struct {
	sdk.ParamsBase
	TaskID         string          `json:"taskId"`
	InputResponses json.RawMessage `json:"inputResponses,omitempty"`
}

func isTaskMethod(method string) bool {
	switch method {
	case methodGetTask, methodUpdateTask, methodCancelTask:
		return true
	default:
		return false
	}
}

// addTaskMethods lets an SDK server know the methods of tasks. The handler itself answers them.
func addTaskMethods(server *sdk.Server) error {
	for _, method := range []string{methodGetTask, methodUpdateTask, methodCancelTask} {
		err := sdk.AddReceivingCustomMethod(server, method,
			func(context.Context, *sdk.ServerSession, *taskParams) (*rawResult, error) {
				return nil, methodNotFound(method)
			})
		if err != nil {
			return err
		}
	}
	return nil
}

// mayBeTask reports whether a call may become a task; conversing is its tool if that converses. One whose client wants to be told how
// far it is may not, unless the tool needs a task: the protocol has no way to tell it of a task.
func (h *handler) mayBeTask(request sdk.Request, call toolCall, conversing *Tool) bool {
	if h.tasks == nil || call.keyed || !knowsTasks(request) {
		return false
	}
	_, told := request.GetParams().GetMeta()["progressToken"]
	return conversing == nil || conversing.NeedsTask || !told
}

// callAsTask calls a tool for a client that knows tasks. What it asks soon ends the call, as it does for any other client.
func (h *handler) callAsTask(ctx context.Context, request *sdk.CallToolRequest, call toolCall, conversing *Tool) (sdk.Result, error) {
	var round *toolround.Round
	if conversing != nil {
		round = roundOf(request, request.Params.RequestState, request.Params.InputResponses)
	}
	task, came := h.tasks.run(ctx, callerOf(ctx), h.round(call, round, 1))
	switch {
	case task != nil:
		return h.modern.result(h.modern.appendTask(nil, task, `"resultType":"task"`)), nil
	case came.err != nil:
		return nil, came.err
	case came.asked != nil:
		return h.modern.result(h.modern.appendAsked(nil, came.asked.asked)), nil
	default:
		return h.modern.result(came.text), nil
	}
}

// answerTask answers a method of tasks.
func (h *handler) answerTask(ctx context.Context, method string, request sdk.Request) (sdk.Result, error) {
	params, ok := request.GetParams().(*taskParams)
	if !ok || params == nil {
		return nil, invalidParams(method + " needs params with the taskId")
	}
	if !knowsTasks(request) {
		return nil, missingExtension()
	}
	owner := callerOf(ctx)
	if method == methodCancelTask {
		known, err := h.tasks.store.Cancel(ctx, params.TaskID, owner)
		return h.acknowledge(ctx, known, err)
	}
	task, err := h.tasks.store.Get(ctx, params.TaskID, owner)
	if err != nil || task == nil {
		return h.acknowledge(ctx, task != nil, err)
	}
	if method == methodUpdateTask {
		return h.updateTask(ctx, task, params.InputResponses)
	}
	return h.modern.result(h.modern.appendTask(nil, task, "")), nil
}

// acknowledge answers with nothing but that it was done.
func (h *handler) acknowledge(ctx context.Context, known bool, err error) (sdk.Result, error) {
	switch {
	case err != nil:
		h.logger.WarnContext(ctx, "tasks cannot be looked up", "error", err)
		return nil, &jsonrpc.Error{Code: codeUnavailable, Message: "tasks cannot be looked up now; try again later"}
	case !known:
		return nil, invalidParams("there is no such task; it may have been forgotten")
	default:
		return h.modern.result(append([]byte{'{'}, bytes.TrimPrefix(h.modern.json, []byte{','})...)), nil
	}
}

// missingExtension says that a client must declare that it knows tasks.
func missingExtension() error {
	return &jsonrpc.Error{ // the SDK's own data would require roots, too
		Code: sdk.CodeMissingRequiredClientCapabilities, Message: "the client must declare the extension " + tasksExtension,
		Data: json.RawMessage(`{"requiredCapabilities":{"extensions":{"` + tasksExtension + `":{}}}}`),
	}
}

// appendTask appends a task as a result, of the type complete unless another is given.
func (e ending) appendTask(dst []byte, task *taskstore.Task, resultType string) []byte {
	dst = appendTaskMembers(append(dst, '{'), task)
	end := e.json
	if resultType != "" {
		end = bytes.Replace(end, []byte(`"resultType":"complete"`), []byte(resultType), 1)
	}
	return append(dst, end...)
}

// appendTaskMembers appends what a result and a notification say of a task.
func appendTaskMembers(dst []byte, task *taskstore.Task) []byte {
	dst = appendString(append(dst, `"taskId":`...), []byte(task.ID))
	dst = fmt.Appendf(dst, `,"status":%q,"createdAt":%q,"lastUpdatedAt":%q,"ttlMs":%d,"pollIntervalMs":%d`,
		task.Status, timestamp(task.Created), timestamp(task.Updated), taskKept.Milliseconds(), pollEvery.Milliseconds())
	switch task.Status {
	case taskstore.Completed:
		return append(append(dst, `,"result":`...), task.Body...)
	case taskstore.Failed:
		var failed struct{ Message string }
		if json.Unmarshal(task.Body, &failed) == nil {
			dst = appendString(append(dst, `,"statusMessage":`...), []byte(failed.Message))
		}
		return append(append(dst, `,"error":`...), task.Body...)
	case taskstore.InputRequired:
		return append(append(dst, `,"inputRequests":`...), openRequests(task.Body)...)
	case taskstore.Working, taskstore.Cancelled:
	}
	return dst
}

func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// refuseMisrouted refuses a method of tasks whose header names another task than its body, as the SDK does for tools. It returns
// false if there is nothing to refuse.
func refuseMisrouted(w http.ResponseWriter, r *http.Request, body []byte) bool {
	if !isTaskMethod(r.Header.Get(methodHeader)) {
		return false
	}
	read, ok := readMessage(body)
	if !ok || read.Method != r.Header.Get(methodHeader) {
		return false // the SDK reports what is wrong
	}
	var message struct {
		Params taskParams `json:"params"`
	}
	if json.Unmarshal(body, &message) != nil || said(r.Header[nameHeader], message.Params.TaskID) {
		return false
	}
	refuseMessage(w, http.StatusBadRequest, read.ID, &jsonrpc.Error{
		Code:    sdk.CodeHeaderMismatch,
		Message: fmt.Sprintf("the header %s must be the taskId of the params", nameHeader),
	})
	return true
}
