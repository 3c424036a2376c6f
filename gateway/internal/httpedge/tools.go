package httpedge

import (
	"encoding/json"
	"net/http"
	"strconv"
	"sync"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/internal/requestbody"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
	"github.com/salaatflow/platform/services/toolspec"
)

// listedTool is a tool in GET /api/v1/tools.
type listedTool struct {
	Name             string          `json:"name"`
	Title            string          `json:"title"`
	Description      string          `json:"description"`
	Aliases          []string        `json:"aliases"`
	Intents          []string        `json:"intents"`
	Auth             string          `json:"auth"`
	Scopes           []string        `json:"scopes"`
	Capabilities     []string        `json:"capabilities"`
	ReadOnly         bool            `json:"read_only"`
	Destructive      bool            `json:"destructive"`
	Idempotent       bool            `json:"idempotent"`
	Available        bool            `json:"available"`
	Service          string          `json:"service"`
	Version          string          `json:"version"`
	InputSchema      json.RawMessage `json:"input_schema"`
	OutputSchema     json.RawMessage `json:"output_schema"`
	ExampleArguments json.RawMessage `json:"example_arguments,omitempty"`
}

func newListedTool(route *routing.Route) listedTool {
	listed := listedTool{
		Name: route.Name, Title: route.Title, Description: route.Description,
		Aliases: append([]string{}, route.Aliases...), Intents: []string{}, Auth: toolspec.AuthName(route.Auth),
		Scopes:       route.Scopes,
		Capabilities: append([]string{}, route.Capabilities...),
		ReadOnly:     route.ReadOnly, Destructive: route.Destructive, Idempotent: route.Idempotent,
		Available: route.Available, Service: route.Service, Version: route.Version,
		InputSchema: route.InputSchema, OutputSchema: route.OutputSchema, ExampleArguments: route.ExampleArguments,
	}
	for _, intent := range route.Intents {
		listed.Intents = append(listed.Intents, intent.Name)
	}
	return listed
}

// callOnce calls the tool of a request, and reports whether the result is one that was given before. Telling, if not nil, tells of it
// while it runs.
func (e *Edge) callOnce(r *http.Request, telling *events) (result *toolresult.Result, replayed bool) {
	if route := e.Routes().Lookup(r.PathValue("name")); route != nil && route.Access.AsksScopes {
		challenge.Need(r.Context(), route.Scopes...)
	}
	key, refused := idempotency.KeyOf(r.Header)
	if refused != nil {
		return toolresult.FromError(refused), false
	}
	body, refused := requestbody.Read(r)
	if refused != nil {
		return toolresult.FromError(refused), false
	}
	arguments, round, refused := readRound(r, body)
	if refused != nil {
		return toolresult.FromError(refused), false
	}
	if telling != nil {
		round = telling.follow(round)
	}
	ctx, exchange := idempotency.NewContext(r.Context(), key)
	if round != nil {
		ctx = toolround.NewContext(ctx, round)
	}
	result = e.Caller.Call(ctx, r.PathValue("name"), arguments)
	return result, exchange.Replayed()
}

func (e *Edge) callTool(w http.ResponseWriter, r *http.Request) {
	telling := e.eventsFor(w, r)
	result, replayed := e.callOnce(r, telling)
	challenge.Lack(r.Context(), result.MissingScopes...)
	if telling.finish(result) {
		return
	}
	buffer := answers.Get().(*[]byte) //nolint:forcetypeassert // nothing else is in there
	header, status, answer := w.Header(), result.HTTPStatus(), result.AppendJSON((*buffer)[:0])
	if replayed {
		header.Set(idempotency.ReplayedHeader, "true")
	}
	header["Content-Type"] = applicationJSON
	header.Set("Content-Length", strconv.Itoa(len(answer)))
	problem.SuggestRetry(header, status)
	w.WriteHeader(status)
	_, _ = w.Write(answer) // an error means that the client has gone
	if cap(answer) <= maxKept {
		*buffer = answer
		answers.Put(buffer)
	}
}

// answers are buffers for answers, which are used again: who writes to a client keeps nothing of what it is given.
var answers = sync.Pool{New: func() any { return new([]byte) }}

// maxKept is the largest buffer that is used again, in bytes.
const maxKept = 64 << 10
