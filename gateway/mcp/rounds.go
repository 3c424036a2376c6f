package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
	"github.com/salaatflow/platform/services/toolspec"
)

// A tool, a prompt or a resource may ask its caller. In the era without sessions a question ends the call, and the client calls again
// with the answers. In a session the server asks the client while the call runs, as often as it is asked.

// maxRounds is how often a call may ask in a session before it is a loop.
const maxRounds = 10

// answerWithin is how long a person has to answer in a session.
const answerWithin = 10 * time.Minute

// exchange is what is called in rounds: a tool, a prompt or a resource.
type exchange struct {
	name string
	// once makes a round.
	once func(context.Context) answer
	// refuse answers a call that cannot go on.
	refuse func(*apperr.Error) (sdk.Result, error)
}

// answer is that to a round: what is asked or else, if asked is nil, the result.
type answer struct {
	asked  *toolresult.Asked
	reason string // why it failed
	result sdk.Result
	err    error
}

// inRounds makes an exchange, from a round on, until it has an answer or the client has to call again.
func (h *handler) inRounds(
	ctx context.Context, session *sdk.ServerSession, round *toolround.Round, modern bool, with exchange,
) (sdk.Result, error) {
	if !modern {
		if wantsWhole(ctx) {
			round.Capabilities = nil // whatever its client can be asked, there is no stream to ask it on
		}
		if kept := keptIn(ctx); kept != nil {
			kept.prime()
		}
		within, done := h.sessions.within(ctx, session.ID())
		defer done()
		ctx = within
	}
	for range maxRounds {
		said := with.once(toolround.NewContext(ctx, round))
		switch {
		case round.Stale && modern:
			return nil, invalidParams(said.reason)
		case len(round.Lacking) > 0:
			return nil, lacking(round.Lacking, said.reason)
		case said.asked == nil:
			return said.result, said.err
		case modern:
			return h.modern.result(h.modern.appendAsked(nil, said.asked)), nil
		}
		responses, err := h.ask(ctx, session, said.asked.Requests)
		if err != nil {
			h.logger.InfoContext(ctx, "a client did not answer what it was asked", "by", with.name, "error", err)
			return with.refuse(apperr.Refused("%s asked something, and had no answer that it can use: %v", with.name, err))
		}
		next := *round
		next.Responses, next.State, next.Asked = responses, said.asked.State, nil
		round = &next
	}
	return with.refuse(apperr.Refused("%s asked %d times and has no result", with.name, maxRounds))
}

// offered gets a prompt or reads a resource, in rounds unless it is one of a batch.
func (h *handler) offered(ctx context.Context, request asking, round *toolround.Round, modern bool, with exchange) (sdk.Result, error) {
	session, ok := request.GetSession().(*sdk.ServerSession)
	if !ok || batchOf(ctx) != nil {
		said := with.once(ctx)
		return said.result, said.err
	}
	return h.inRounds(ctx, session, round, modern, with)
}

// askedIn returns what a call asks in its round; nil when that is nothing.
func askedIn(ctx context.Context) *toolresult.Asked {
	if round := toolround.FromContext(ctx); round != nil {
		return round.Asked
	}
	return nil
}

// asking is a request whose client can be asked something.
type asking interface {
	sdk.Request
	ClientCapabilities() *sdk.ClientCapabilities
}

// roundOf returns the round that a request is.
func roundOf(request asking, state string, responses sdk.InputResponseMap) *toolround.Round {
	round := &toolround.Round{Capabilities: capabilitiesOf(request.ClientCapabilities()), State: state}
	if len(responses) > 0 {
		round.Responses = responsesOf(responses)
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
