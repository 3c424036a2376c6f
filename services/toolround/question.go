package toolround

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"google.golang.org/protobuf/encoding/protojson"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"

	"github.com/salaatflow/platform/services/compactjson"
	"github.com/salaatflow/platform/services/toolspec"
)

// MaxQuestions is how many questions a round may have.
const MaxQuestions = 16

// The methods by which MCP asks.
const (
	MethodElicit = "elicitation/create"
	MethodSample = "sampling/createMessage"
	MethodRoots  = "roots/list"
)

// question is a question as MCP writes it.
type question struct {
	Method string `json:"method"`
	Params any    `json:"params"`
}

type elicit struct {
	Mode    string          `json:"mode"`
	Message string          `json:"message"`
	Schema  json.RawMessage `json:"requestedSchema,omitempty"`
	URL     string          `json:"url,omitempty"`
	ID      string          `json:"elicitationId,omitempty"`
}

type sample struct {
	Messages     []turn `json:"messages"`
	MaxTokens    int32  `json:"maxTokens"`
	SystemPrompt string `json:"systemPrompt,omitempty"`
}

type turn struct {
	Role    string `json:"role"`
	Content *block `json:"content"`
}

// defaultTokens is how long an answer of a model may be where the tool does not say.
const defaultTokens = 1000

// Questions returns questions as a JSON object by their names, as MCP writes them, and what a caller needs to be asked them.
func Questions(asked *toolsv1.InputRequired) (questions json.RawMessage, needs []string, err error) {
	requests := asked.GetRequests()
	if len(requests) == 0 || len(requests) > MaxQuestions {
		return nil, nil, fmt.Errorf("it asks %d questions at once: 1 to %d are possible", len(requests), MaxQuestions)
	}
	if len(asked.GetState()) > MaxState {
		return nil, nil, fmt.Errorf("its state has %d bytes, more than %d", len(asked.GetState()), MaxState)
	}
	made := map[string]question{}
	for _, name := range slices.Sorted(maps.Keys(requests)) {
		one, need, err := questionOf(requests[name])
		if err != nil {
			return nil, nil, fmt.Errorf("its question %q: %w", name, err)
		}
		made[name] = one
		if !slices.Contains(needs, need) {
			needs = append(needs, need)
		}
	}
	questions, err = compactjson.Marshal(made)
	return questions, needs, err
}

func questionOf(request *toolsv1.InputRequest) (asked question, need string, err error) {
	switch ask := request.GetAsk().(type) {
	case *toolsv1.InputRequest_Elicit:
		if ask.Elicit.GetUrl() != "" {
			return question{MethodElicit, elicit{
				Mode: "url", Message: ask.Elicit.GetMessage(), URL: ask.Elicit.GetUrl(), ID: ask.Elicit.GetId(),
			}}, toolspec.CapabilityElicitationURL, nil
		}
		form, err := formOf(ask.Elicit)
		return question{MethodElicit, elicit{Mode: "form", Message: ask.Elicit.GetMessage(), Schema: form}},
			toolspec.CapabilityElicitation, err
	case *toolsv1.InputRequest_Sample:
		made := sample{MaxTokens: cmp.Or(ask.Sample.GetMaxTokens(), defaultTokens), SystemPrompt: ask.Sample.GetSystemPrompt()}
		for _, said := range ask.Sample.GetMessages() {
			content, err := blockOf(said.GetContent())
			if err != nil {
				return question{}, "", err
			}
			made.Messages = append(made.Messages, turn{cmp.Or(said.GetRole(), "user"), content})
		}
		return question{MethodSample, made}, toolspec.CapabilitySampling, nil
	case *toolsv1.InputRequest_Roots:
		return question{MethodRoots, struct{}{}}, toolspec.CapabilityRoots, nil
	default:
		return question{}, "", errors.New("it asks neither a person nor a model nor for roots")
	}
}

// formOf returns the schema of a form; without one, nothing is to be filled in.
func formOf(asked *toolsv1.Elicit) (json.RawMessage, error) {
	if asked.GetSchema() == nil {
		return json.RawMessage(`{"type":"object","properties":{}}`), nil
	}
	text, err := protojson.Marshal(asked.GetSchema())
	if err != nil {
		return nil, err
	}
	return compactjson.Compact(text), nil
}
