package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
	"github.com/salaatflow/platform/services/toolspec"
)

// A tool that converses says how far it is, or asks its caller. In the era without sessions a question ends the call, and the client
// calls again with the answers. In a session the server asks the client while the call runs, as often as the tool asks.

// maxRounds is how many times a tool may ask in a session before it is a loop.
const maxRounds = 10

// answerWithin is how long a person has to answer in a session.
const answerWithin = 10 * time.Minute

// conversing knows which tools of a list converse. It is safe for concurrent use.
type conversing struct {
	last atomic.Pointer[conversingNames]
}

type conversingNames struct {
	list  []*Tool
	names map[string]*Tool // all of them, also aliases
}

// has reports whether a tool of the list converses. The list is the same slice until a tool changes.
func (c *conversing) has(list []*Tool, name string) bool { return c.find(list, name) != nil }

// find returns a tool of the list that converses, or nil.
func (c *conversing) find(list []*Tool, name string) *Tool {
	known := c.last.Load()
	if known == nil || !sameSlice(known.list, list) {
		known = &conversingNames{list: list, names: map[string]*Tool{}}
		for _, tool := range list {
			if tool.Converses {
				for _, name := range append([]string{tool.Name}, tool.Aliases...) {
					known.names[name] = tool
				}
			}
		}
		c.last.Store(known)
	}
	return known.names[name]
}

func sameSlice(a, b []*Tool) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// converses reports whether a body calls one tool that converses.
func (h *handler) converses(ctx context.Context, body []byte) bool {
	calls := called(ctx, body)
	return len(calls) == 1 && calls[0].Method == CallsTool && !isBatch(body) && h.conversing.has(h.backend.Tools(), calls[0].Name)
}

// converse calls a tool that converses, until it has an answer or the client has to call again.
func (h *handler) converse(ctx context.Context, request *sdk.CallToolRequest, call toolCall, modern bool) (sdk.Result, error) {
	round := roundOf(ctx, request)
	var result *toolresult.Result
	for range maxRounds {
		var err error
		var replayed bool
		result, replayed, err = h.called(toolround.NewContext(ctx, round), call)
		switch {
		case err != nil:
			return nil, err
		case round.Stale && modern:
			return nil, invalidParams(result.ErrorMessage)
		case len(round.Lacking) > 0:
			return nil, lacking(round.Lacking, result.ErrorMessage)
		case result.Asked == nil:
			end := h.ending(modern)
			return end.result(end.appendCall(nil, result, replayed)), nil
		case modern:
			return h.modern.result(h.modern.appendAsked(nil, result.Asked)), nil
		}
		responses, err := h.ask(ctx, request.Session, result.Asked.Requests)
		if err != nil {
			h.logger.InfoContext(ctx, "a client did not answer what a tool asked", "tool", call.name, "error", err)
			refused := toolresult.FromError(apperr.Refused("%s asked something, and had no answer that it can use: %v", call.name, err))
			return h.legacy.result(h.legacy.appendCall(nil, refused, false)), nil
		}
		next := *round
		next.Responses, next.State = responses, result.Asked.State
		round = &next
	}
	endless := toolresult.FromError(apperr.Refused("%s asked %d times and has no result", call.name, maxRounds))
	return h.legacy.result(h.legacy.appendCall(nil, endless, false)), nil
}

// roundOf returns the round that a request is.
func roundOf(ctx context.Context, request *sdk.CallToolRequest) *toolround.Round {
	round := &toolround.Round{Capabilities: capabilitiesOf(request.ClientCapabilities()), State: request.Params.RequestState}
	if len(request.Params.InputResponses) > 0 {
		round.Responses = responsesOf(request.Params.InputResponses)
	}
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
	return round
}

// responsesOf returns answers as JSON; one that cannot be written is none.
func responsesOf(given sdk.InputResponseMap) map[string]json.RawMessage {
	responses := make(map[string]json.RawMessage, len(given))
	for name, response := range given {
		if text, err := compactjson.Marshal(response); err == nil {
			responses[name] = text
		}
	}
	return responses
}

// capabilitiesOf returns what a client can be asked.
func capabilitiesOf(declared *sdk.ClientCapabilities) []string {
	var can []string
	if declared == nil {
		return nil
	}
	if elicitation := declared.Elicitation; elicitation != nil {
		if elicitation.Form != nil || elicitation.URL == nil { // neither is what clients say that know forms alone
			can = append(can, toolspec.CapabilityElicitation)
		}
		if elicitation.URL != nil {
			can = append(can, toolspec.CapabilityElicitationURL)
		}
	}
	if declared.Sampling != nil {
		can = append(can, toolspec.CapabilitySampling)
	}
	if declared.RootsV2 != nil {
		can = append(can, toolspec.CapabilityRoots)
	}
	return can
}

// lacking returns the error that a client lacks capabilities.
func lacking(capabilities []string, message string) error {
	missing := &sdk.ClientCapabilities{}
	for _, capability := range capabilities {
		switch capability {
		case toolspec.CapabilityElicitation, toolspec.CapabilityElicitationURL:
			if missing.Elicitation == nil {
				missing.Elicitation = &sdk.ElicitationCapabilities{}
			}
			if capability == toolspec.CapabilityElicitationURL {
				missing.Elicitation.URL = &sdk.URLElicitationCapabilities{}
			} else {
				missing.Elicitation.Form = &sdk.FormElicitationCapabilities{}
			}
		case toolspec.CapabilitySampling:
			missing.Sampling = &sdk.SamplingCapabilities{}
		case toolspec.CapabilityRoots:
			missing.RootsV2 = &sdk.RootCapabilities{}
		}
	}
	data, err := json.Marshal(sdk.MissingRequiredClientCapabilityData{RequiredCapabilities: missing})
	if err != nil {
		return internalError()
	}
	return &jsonrpc.Error{Code: sdk.CodeMissingRequiredClientCapabilities, Message: message, Data: data}
}

// ask asks the client of a session, all questions at once.
func (h *handler) ask(ctx context.Context, session *sdk.ServerSession, questions json.RawMessage) (map[string]json.RawMessage, error) {
	var asked sdk.InputRequestMap
	if err := json.Unmarshal(questions, &asked); err != nil {
		return nil, fmt.Errorf("its questions are malformed: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, answerWithin)
	defer cancel()
	var mu sync.Mutex
	answers := sdk.InputResponseMap{}
	asking, ctx := errgroup.WithContext(ctx)
	for name, question := range asked {
		asking.Go(func() error {
			answer, err := askOne(ctx, session, question)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			mu.Lock()
			defer mu.Unlock()
			answers[name] = answer
			return nil
		})
	}
	if err := asking.Wait(); err != nil {
		return nil, err
	}
	return responsesOf(answers), nil
}

func askOne(ctx context.Context, session *sdk.ServerSession, question sdk.InputRequest) (sdk.InputResponse, error) {
	switch params := question.(type) {
	case *sdk.ElicitParams:
		return session.Elicit(ctx, params)
	case *sdk.CreateMessageWithToolsParams:
		return session.CreateMessageWithTools(ctx, params)
	case *sdk.ListRootsParams:
		return session.ListRoots(ctx, params)
	default:
		return nil, fmt.Errorf("there is no way to ask %T", question)
	}
}
