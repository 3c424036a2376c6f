package httpedge

import (
	"bytes"
	"encoding/json"
	"mime"
	"net/http"
	"strings"
	"time"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolround"
	"github.com/salaatflow/platform/services/toolspec"
)

// roundType is the media type of a body that has more than arguments: answers to what a tool asked.
const roundType = "application/vnd.salaatflow.round+json"

// roundBody is such a body.
type roundBody struct {
	Arguments          json.RawMessage            `json:"arguments"`
	Responses          map[string]json.RawMessage `json:"responses"`
	State              string                     `json:"state"`
	ClientCapabilities []string                   `json:"client_capabilities"`
}

// readRound returns the arguments in the body of a call, and the round that it is; nil for a body of arguments.
func readRound(r *http.Request, body []byte) (arguments []byte, round *toolround.Round, _ *apperr.Error) {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); !strings.EqualFold(strings.TrimSpace(kind), roundType) {
		return body, nil, nil
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.DisallowUnknownFields()
	var read roundBody
	if err := decoder.Decode(&read); err != nil || decoder.More() {
		return nil, nil, apperr.Invalid(apperr.Violation{
			Message: "The body is an object with arguments, responses, state and client_capabilities",
		})
	}
	if read.ClientCapabilities == nil { // who answers one question can answer another
		read.ClientCapabilities = []string{
			toolspec.CapabilityElicitation, toolspec.CapabilityElicitationURL, toolspec.CapabilitySampling, toolspec.CapabilityRoots,
		}
	}
	return read.Arguments, &toolround.Round{
		Capabilities: read.ClientCapabilities, Responses: read.Responses, State: read.State,
	}, nil
}

// events is a response that tells of a call while it runs. It is JSON, as any other, if nothing was told before the result.
type events struct {
	http.ResponseWriter
	begun bool
}

// eventsFor returns what tells of a call to a client that wants to know; nil for another client, or a tool that says nothing.
func (e *Edge) eventsFor(w http.ResponseWriter, r *http.Request) *events {
	route := e.Routes().Lookup(r.PathValue("name"))
	if route == nil || route.Talk == nil || !route.Talk.Streams || !acceptsEvents(r.Header) {
		return nil
	}
	return &events{ResponseWriter: w}
}

func acceptsEvents(header http.Header) bool {
	for _, accepted := range header.Values("Accept") {
		for part := range strings.SplitSeq(accepted, ",") {
			if kind, _, err := mime.ParseMediaType(part); err == nil && kind == "text/event-stream" {
				return true
			}
		}
	}
	return false
}

// follow has a round told of; nil is that of a caller who only waits.
func (v *events) follow(round *toolround.Round) *toolround.Round {
	if round == nil {
		round = &toolround.Round{Patient: true}
	}
	round.Progress = func(progress *toolsv1.Progress) {
		v.send("progress", map[string]any{
			"progress": progress.GetProgress(), "total": progress.GetTotal(), "message": progress.GetMessage(),
		})
	}
	round.Log = func(line *toolsv1.Log) {
		v.send("log", map[string]any{"level": line.GetLevel(), "logger": line.GetLogger(), "data": line.GetData().AsInterface()})
	}
	return round
}

// finish sends the result, if something was told before. Otherwise it reports false.
func (v *events) finish(result *toolresult.Result) bool {
	if v == nil || !v.begun {
		return false
	}
	v.write("result", result.AppendJSON(nil))
	return true
}

func (v *events) send(name string, what map[string]any) {
	if text, err := compactjson.Marshal(what); err == nil { // NaN is no JSON, and tells nothing
		v.write(name, text)
	}
}

// write writes an event. The client must have received it before the call can take no longer; one that has gone is noticed then.
func (v *events) write(name string, text []byte) {
	if !v.begun {
		v.begun = true
		v.Header().Set("Content-Type", "text/event-stream")
		v.Header().Set("Cache-Control", "no-store")
	}
	control := http.NewResponseController(v.ResponseWriter)
	event := append([]byte("event: "+name+"\ndata: "), text...)
	_, _ = v.Write(append(event, '\n', '\n'))
	_ = control.Flush()
	const within = 30 * time.Second
	_ = control.SetWriteDeadline(time.Now().Add(toolround.StreamTimeout + within)) //nolint:forbidigo // the network uses real time
}
