package idempotency

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolround"
	"github.com/salaatflow/platform/services/toolspec"
)

// Tool runs a tool call with a key once, whichever edge it comes from; without a key it just runs. The call is told apart by
// the tool's canonical name and its arguments.
func (g *Guard) Tool(
	ctx context.Context, owner Owner, tool *toolspec.Tool, arguments []byte,
	invoke func(context.Context) (json.RawMessage, *apperr.Error),
) (json.RawMessage, *apperr.Error) {
	x := FromContext(ctx)
	if x == nil {
		return invoke(ctx)
	}
	var first *apperr.Error // with its cause, which is not kept
	request := Request{Operation: tool.Name, Owner: owner, Key: x.key, Parts: [][]byte{[]byte("tool"), []byte(tool.Name), arguments}}
	if tool.Talk != nil && tool.Talk.Streams {
		request.Timeout = toolround.StreamTimeout
	}
	answer, replayed, refused := g.Do(ctx, request, func(ctx context.Context) Answer {
		var data json.RawMessage
		if data, first = invoke(ctx); first == nil {
			return Answer{Status: http.StatusOK, Body: data, Withheld: toolspec.HasSecret(tool.Method().Output())}
		}
		text, err := json.Marshal(first)
		if err != nil { // codes and texts always encode
			panic(err)
		}
		return Answer{Status: first.HTTPStatus(), ContentType: failure, Body: text}
	})
	if refused != nil {
		return nil, refused
	}
	x.replayed.Store(replayed)
	if !replayed && first != nil {
		return nil, first
	}
	if answer.ContentType != failure {
		return answer.Body, nil
	}
	failed := &apperr.Error{}
	if err := json.Unmarshal(answer.Body, failed); err != nil {
		return nil, apperr.Internal(err)
	}
	return nil, failed
}

// failure marks the answer of a tool call that failed.
const failure = "error"
