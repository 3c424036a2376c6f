package mcp

import (
	"cmp"
	"context"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
)

// A tool that converses says how far it is, or asks its caller.

// conversing knows which tools of a list converse, and which have parameters that are repeated in headers. It is safe for concurrent use.
type conversing struct {
	last atomic.Pointer[conversingNames]
}

type conversingNames struct {
	list      []*Tool
	names     map[string]*Tool // all of them, also aliases
	repeating map[string]*Tool
}

// has reports whether a tool of the list converses. The list is the same slice until a tool changes.
func (c *conversing) has(list []*Tool, name string) bool { return c.find(list, name) != nil }

// find returns a tool of the list that converses, or nil.
func (c *conversing) find(list []*Tool, name string) *Tool { return c.known(list).names[name] }

// headers returns the headers in which the parameters of a tool of the list are repeated, by the parameter.
func (c *conversing) headers(list []*Tool, name string) map[string]string {
	if tool := c.known(list).repeating[name]; tool != nil {
		return tool.Headers
	}
	return nil
}

// anyHeaders reports whether a tool of the list has such parameters.
func (c *conversing) anyHeaders(list []*Tool) bool { return len(c.known(list).repeating) > 0 }

func (c *conversing) known(list []*Tool) *conversingNames {
	if known := c.last.Load(); known != nil && sameSlice(known.list, list) {
		return known
	}
	known := &conversingNames{list: list, names: map[string]*Tool{}, repeating: map[string]*Tool{}}
	for _, tool := range list {
		if tool.Converses {
			tool.nameIn(known.names)
		}
		if len(tool.Headers) > 0 {
			tool.nameIn(known.repeating)
		}
	}
	c.last.Store(known)
	return known
}

// nameIn adds a tool by all its names.
func (t *Tool) nameIn(names map[string]*Tool) {
	names[t.Name] = t
	for _, alias := range t.Aliases {
		names[alias] = t
	}
}

func sameSlice(a, b []*Tool) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// converses reports whether a body calls one tool, prompt or resource that converses.
func (h *handler) converses(ctx context.Context, body []byte) bool {
	calls := called(ctx, body)
	if len(calls) != 1 || isBatch(body) {
		return false
	}
	if calls[0].Method == CallsTool {
		return h.conversing.has(h.backend.Tools(), calls[0].Name)
	}
	return h.offers != nil && h.offers.Asks(calls[0])
}

// converse calls a tool that converses, until it has an answer or the client has to call again.
func (h *handler) converse(ctx context.Context, request *sdk.CallToolRequest, call toolCall, modern bool) (sdk.Result, error) {
	end, round := h.ending(modern), roundOf(request, request.Params.RequestState, request.Params.InputResponses)
	follow(ctx, round, request)
	return h.inRounds(ctx, request.Session, round, modern, exchange{
		name: call.name,
		once: func(ctx context.Context) answer {
			result, replayed, err := h.called(ctx, call)
			if err != nil {
				return answer{err: err}
			}
			return answer{asked: result.Asked, reason: result.ErrorMessage, result: end.result(end.appendCall(nil, result, replayed))}
		},
		refuse: func(refused *apperr.Error) (sdk.Result, error) {
			return end.result(end.appendCall(nil, toolresult.FromError(refused), false)), nil
		},
	})
}

// follow has the client told what a tool says while it works.
func follow(ctx context.Context, round *toolround.Round, request *sdk.CallToolRequest) {
	if token := request.Params.GetProgressToken(); token != nil {
		round.Progress = func(progress *toolsv1.Progress) {
			// A client that is gone is noticed when it is answered.
			_ = request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{
				ProgressToken: token, Progress: progress.GetProgress(), Total: progress.GetTotal(), Message: progress.GetMessage(),
			})
		}
	}
	round.Log = func(line *toolsv1.Log) {
		_ = request.Session.Log(ctx, &sdk.LoggingMessageParams{
			Level: sdk.LoggingLevel(cmp.Or(line.GetLevel(), "info")), Logger: line.GetLogger(), Data: line.GetData().AsInterface(),
		})
	}
}
