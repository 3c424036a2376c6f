package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/taskstore"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// A tool that asks something while it is a task ends its call, as it always does, and the task waits for input. What the next call
// needs is kept with the task: so the answers, by tasks/update, have it go on at whichever gateway they come to, as the call of whoever
// sends them.

// question is what the call of a task asks.
type question struct {
	asked *toolresult.Asked
	call  toolCall
	round int // the number of the call, from 1
	can   []string
}

// paused is what is kept of a task that waits for input.
type paused struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments,omitempty"`
	Indirect  bool            `json:"indirect,omitempty"`
	Round     int             `json:"round"`
	// Capabilities are what the client can be asked, and State is the tool's, sealed.
	Capabilities []string `json:"capabilities,omitempty"`
	State        string   `json:"state"`
	// Requests are those without an answer, and Responses the answers that there are. A name stands for one request in all of the
	// task's life.
	Requests  map[string]json.RawMessage `json:"requests"`
	Responses map[string]json.RawMessage `json:"responses,omitempty"`
}

// nameInTask returns the name that a question of a round has in its task: the tool may ask the next one under the same name.
func nameInTask(round int, name string) string { return fmt.Sprintf("%d.%s", round, name) }

func nameInRound(name string) string {
	_, name, _ = strings.Cut(name, ".")
	return name
}

// body returns what is kept of a task that asks.
func (q *question) body() ([]byte, error) {
	var asked map[string]json.RawMessage
	if err := json.Unmarshal(q.asked.Requests, &asked); err != nil {
		return nil, internalError()
	}
	waits := &paused{
		Name: q.call.name, Arguments: q.call.arguments, Indirect: q.call.indirect,
		Round: q.round, Capabilities: q.can, State: q.asked.State, Requests: map[string]json.RawMessage{},
	}
	for name, request := range asked {
		waits.Requests[nameInTask(q.round, name)] = request
	}
	return waits.body()
}

func (p *paused) body() ([]byte, error) {
	body, err := compactjson.Marshal(p)
	switch {
	case err != nil:
		return nil, internalError()
	case len(body) > maxTaskResult:
		return nil, &jsonrpc.Error{
			Code:    jsonrpc.CodeInternalError,
			Message: fmt.Sprintf("the arguments, questions and answers of a task may have %d bytes together", maxTaskResult),
		}
	default:
		return body, nil
	}
}

// openRequests returns the requests of a task that waits for input, which have no answer.
func openRequests(body []byte) []byte {
	var waits struct {
		Requests json.RawMessage `json:"requests"`
	}
	if json.Unmarshal(body, &waits) != nil || waits.Requests == nil {
		return []byte(`{}`)
	}
	return waits.Requests
}

// round returns what makes a call of a task, which is its number-th; a nil round for a tool that does not converse.
func (h *handler) round(call toolCall, round *toolround.Round, number int) func(context.Context) outcome {
	return func(ctx context.Context) (came outcome) {
		defer func() {
			if cause := recover(); cause != nil {
				came = outcome{err: h.panicked(ctx, methodCallTool, cause)}
			}
		}()
		if round == nil {
			text, err := h.appendCalled(ctx, nil, call, true)
			return outcome{text: text, err: err}
		}
		result, replayed, err := h.called(toolround.NewContext(ctx, round), call)
		switch {
		case err != nil:
			return outcome{err: err}
		case round.Stale:
			return outcome{err: invalidParams(result.ErrorMessage)}
		case len(round.Lacking) > 0:
			return outcome{err: lacking(round.Lacking, result.ErrorMessage)}
		case result.Asked != nil && number < maxRounds:
			return outcome{asked: &question{asked: result.Asked, call: call, round: number, can: round.Capabilities}}
		case result.Asked != nil:
			result = toolresult.FromError(apperr.Refused("%s asked %d times and has no result", call.name, maxRounds))
		}
		return outcome{text: h.modern.appendCall(nil, result, replayed)}
	}
}

// updateTask takes answers to what a task asks. As the protocol wants, others are ignored: to what is answered, or was never asked.
func (h *handler) updateTask(ctx context.Context, task *taskstore.Task, given json.RawMessage) (sdk.Result, error) {
	var answers map[string]json.RawMessage
	if given != nil && (json.Unmarshal(given, &answers) != nil || answers == nil) {
		return nil, invalidParams("the inputResponses of tasks/update are an object, of answers by the names of the inputRequests")
	}
	for task != nil && task.Status == taskstore.InputRequired {
		if answers == nil {
			return nil, invalidParams("tasks/update needs the inputResponses: answers by the names of the inputRequests")
		}
		taken, err := h.takeAnswers(ctx, task, answers)
		if refused, ok := err.(*jsonrpc.Error); ok { //nolint:errorlint // as this package makes them
			return nil, refused
		}
		if err != nil || taken {
			return h.acknowledge(ctx, true, err)
		}
		if task, err = h.tasks.store.Get(ctx, task.ID, task.Owner); err != nil { // somebody else has changed it
			return h.acknowledge(ctx, true, err)
		}
	}
	return h.acknowledge(ctx, task != nil, nil)
}

// takeAnswers takes the answers to what a task asks, and has it go on if there are all. It returns false if somebody else has changed
// the task meanwhile.
func (h *handler) takeAnswers(ctx context.Context, task *taskstore.Task, answers map[string]json.RawMessage) (bool, error) {
	var waits paused
	if json.Unmarshal(task.Body, &waits) != nil {
		return false, internalError()
	}
	news, err := waits.take(answers)
	if err != nil || !news {
		return true, err
	}
	body, err := waits.body()
	if err != nil {
		return false, err
	}
	if len(waits.Requests) > 0 {
		return h.tasks.store.Swap(ctx, task.ID, task.Body, body)
	}
	return h.tasks.resume(ctx, task.Owner, task.ID, task.Body, h.round(waits.next()))
}

// take takes the answers to requests that have none, and reports whether there was one.
func (p *paused) take(answers map[string]json.RawMessage) (bool, error) {
	news := false
	for name, text := range answers {
		request, asked := p.Requests[name]
		if !asked {
			continue
		}
		answer, err := answerTo(request, text)
		if err != nil {
			return false, invalidParams(fmt.Sprintf("the answer to %q: %v", clipped(name), err))
		}
		if p.Responses == nil {
			p.Responses = map[string]json.RawMessage{}
		}
		delete(p.Requests, name)
		p.Responses[name] = answer
		news = true
	}
	return news, nil
}

// answerTo returns an answer as it is given to tools, or why it is none to a request.
func answerTo(request, text json.RawMessage) (json.RawMessage, error) {
	var asked struct{ Method string }
	if err := json.Unmarshal(request, &asked); err != nil {
		return nil, err
	}
	const only = "answer"
	var answers sdk.InputResponseMap
	if err := json.Unmarshal(fmt.Appendf(nil, `{%q:%s}`, only, text), &answers); err != nil {
		return nil, fmt.Errorf("it is not what %s is answered", asked.Method)
	}
	fits := false
	switch answer := answers[only].(type) {
	case *sdk.ElicitResult:
		fits = asked.Method == toolround.MethodElicit && slices.Contains([]string{"accept", "decline", "cancel"}, answer.Action)
	case *sdk.CreateMessageWithToolsResult:
		fits = asked.Method == toolround.MethodSample
	case *sdk.ListRootsResult:
		fits = asked.Method == toolround.MethodRoots
	}
	answer := responsesOf(answers)[only]
	if !fits || answer == nil {
		return nil, fmt.Errorf("it is not what %s is answered", asked.Method)
	}
	return answer, nil
}

// next returns the next call of a task, the round that it is, and its number.
func (p *paused) next() (toolCall, *toolround.Round, int) {
	round := &toolround.Round{Capabilities: p.Capabilities, State: p.State, Responses: map[string]json.RawMessage{}}
	for name, answer := range p.Responses {
		round.Responses[nameInRound(name)] = answer
	}
	return toolCall{name: p.Name, arguments: p.Arguments, indirect: p.Indirect}, round, p.Round + 1
}
