package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
)

// rounds are the tools that ask.
type rounds struct {
	conformancev1.UnimplementedRoundServiceServer
}

// Sampling asks the model what it was given.
func (rounds) Sampling(_ context.Context, in *conformancev1.SamplingRequest) (*conformancev1.SamplingResponse, error) {
	if said, ok := sampled(in.GetInputs(), "answer"); ok {
		return &conformancev1.SamplingResponse{Content: texts("LLM response: " + said)}, nil
	}
	return &conformancev1.SamplingResponse{Asked: ask("", asks{"answer": sample(in.GetPrompt(), 100)})}, nil
}

// Elicitation asks a person what it was given.
func (rounds) Elicitation(_ context.Context, in *conformancev1.ElicitationRequest) (*conformancev1.ElicitationResponse, error) {
	if said := answer(in.GetInputs(), "answer"); said != nil {
		return &conformancev1.ElicitationResponse{Content: texts(elicited(said))}, nil
	}
	asked := form(in.GetMessage(), object{
		"username": object{"type": "string", "description": "User's response"},
		"email":    object{"type": "string", "description": "User's email address"},
	}, "username", "email")
	return &conformancev1.ElicitationResponse{Asked: ask("", asks{"answer": asked})}, nil
}

// ElicitationDefaults asks with a form whose fields have defaults.
func (rounds) ElicitationDefaults(
	_ context.Context, in *conformancev1.ElicitationDefaultsRequest,
) (*conformancev1.ElicitationDefaultsResponse, error) {
	if said := answer(in.GetInputs(), "answer"); said != nil {
		return &conformancev1.ElicitationDefaultsResponse{Content: texts(elicited(said))}, nil
	}
	asked := form("Test defaults for primitives", object{
		"name":     object{"type": "string", "description": "User name", "default": "John Doe"},
		"age":      object{"type": "integer", "description": "User age", "default": 30},
		"score":    object{"type": "number", "description": "User score", "default": 95.5},
		"status":   object{"type": "string", "description": "User status", "enum": list{"active", "inactive", "pending"}, "default": "active"},
		"verified": object{"type": "boolean", "description": "Verification status", "default": true},
	})
	return &conformancev1.ElicitationDefaultsResponse{Asked: ask("", asks{"answer": asked})}, nil
}

// ElicitationEnums asks with a form whose fields have only some values.
func (rounds) ElicitationEnums(
	_ context.Context, in *conformancev1.ElicitationEnumsRequest,
) (*conformancev1.ElicitationEnumsResponse, error) {
	if said := answer(in.GetInputs(), "answer"); said != nil {
		return &conformancev1.ElicitationEnumsResponse{Content: texts(elicited(said))}, nil
	}
	titled := list{
		object{"const": "value1", "title": "First Option"}, object{"const": "value2", "title": "Second Option"},
		object{"const": "value3", "title": "Third Option"},
	}
	options := list{"option1", "option2", "option3"}
	asked := form("Test enum schemas", object{
		"untitledSingle": object{"type": "string", "enum": options},
		"titledSingle":   object{"type": "string", "oneOf": titled},
		"legacyEnum": object{
			"type": "string", "enum": list{"opt1", "opt2", "opt3"}, "enumNames": list{"Option One", "Option Two", "Option Three"},
		},
		"untitledMulti": object{"type": "array", "minItems": 1, "maxItems": 3, "items": object{"type": "string", "enum": options}},
		"titledMulti":   object{"type": "array", "minItems": 1, "maxItems": 3, "items": object{"anyOf": titled}},
	})
	return &conformancev1.ElicitationEnumsResponse{Asked: ask("", asks{"answer": asked})}, nil
}

// InputRequiredElicitation asks for a name until it has one.
func (rounds) InputRequiredElicitation(
	_ context.Context, in *conformancev1.InputRequiredElicitationRequest,
) (*conformancev1.InputRequiredElicitationResponse, error) {
	if name := filled(in.GetInputs(), "user_name", "name"); name != "" {
		return &conformancev1.InputRequiredElicitationResponse{Content: texts("Hello, " + name + "!")}, nil
	}
	return &conformancev1.InputRequiredElicitationResponse{Asked: ask("", asks{"user_name": askName("What is your name?")})}, nil
}

// InputRequiredSampling asks the model for a capital.
func (rounds) InputRequiredSampling(
	_ context.Context, in *conformancev1.InputRequiredSamplingRequest,
) (*conformancev1.InputRequiredSamplingResponse, error) {
	if said, ok := sampled(in.GetInputs(), "capital_question"); ok {
		return &conformancev1.InputRequiredSamplingResponse{Content: texts("Sampling response: " + said)}, nil
	}
	return &conformancev1.InputRequiredSamplingResponse{
		Asked: ask("", asks{"capital_question": sample("What is the capital of France?", 100)}),
	}, nil
}

// InputRequiredListRoots asks for the client's folders.
func (rounds) InputRequiredListRoots(
	_ context.Context, in *conformancev1.InputRequiredListRootsRequest,
) (*conformancev1.InputRequiredListRootsResponse, error) {
	if said := answer(in.GetInputs(), "client_roots"); said != nil {
		var found []string
		for _, root := range said.GetFields()["roots"].GetListValue().GetValues() {
			found = append(found, root.GetStructValue().GetFields()["uri"].GetStringValue())
		}
		return &conformancev1.InputRequiredListRootsResponse{
			Content: texts(fmt.Sprintf("Client exposed %d root(s): %s", len(found), strings.Join(found, ", "))),
		}, nil
	}
	return &conformancev1.InputRequiredListRootsResponse{Asked: ask("", asks{"client_roots": roots()})}, nil
}

// InputRequiredRequestState wants its state again.
func (rounds) InputRequiredRequestState(
	_ context.Context, in *conformancev1.InputRequiredRequestStateRequest,
) (*conformancev1.InputRequiredRequestStateResponse, error) {
	if in.GetInputs().GetState() == "asked" && accepted(in.GetInputs(), "confirm") != nil {
		return &conformancev1.InputRequiredRequestStateResponse{
			Content: texts("state-ok: requestState received and confirmation accepted"),
		}, nil
	}
	return &conformancev1.InputRequiredRequestStateResponse{Asked: ask("asked", asks{"confirm": askConfirmation()})}, nil
}

// InputRequiredMultipleInputs asks a person, the model and for folders at once.
func (rounds) InputRequiredMultipleInputs(
	_ context.Context, in *conformancev1.InputRequiredMultipleInputsRequest,
) (*conformancev1.InputRequiredMultipleInputsResponse, error) {
	name := filled(in.GetInputs(), "user_name", "name")
	greeting, greeted := sampled(in.GetInputs(), "greeting")
	found := answer(in.GetInputs(), "client_roots")
	if name != "" && greeted && found != nil {
		count := len(found.GetFields()["roots"].GetListValue().GetValues())
		return &conformancev1.InputRequiredMultipleInputsResponse{
			Content: texts(fmt.Sprintf("%s %s: %d root(s) visible", greeting, name, count)),
		}, nil
	}
	return &conformancev1.InputRequiredMultipleInputsResponse{Asked: ask("several", asks{
		"user_name": askName("What is your name?"), "greeting": sample("Generate a greeting", 50), "client_roots": roots(),
	})}, nil
}

// InputRequiredMultiRound asks for a name, and then for a colour.
func (rounds) InputRequiredMultiRound(
	_ context.Context, in *conformancev1.InputRequiredMultiRoundRequest,
) (*conformancev1.InputRequiredMultiRoundResponse, error) {
	name, second := strings.CutPrefix(in.GetInputs().GetState(), "name=")
	switch {
	case second:
		color := filled(in.GetInputs(), "step2", "color")
		return &conformancev1.InputRequiredMultiRoundResponse{
			Content: texts(fmt.Sprintf("Multi-round complete: %s likes %s", name, color)),
		}, nil
	case in.GetInputs().GetState() == "first":
		asked := form("Step 2: What is your favorite color?", object{"color": object{"type": "string"}}, "color")
		return &conformancev1.InputRequiredMultiRoundResponse{
			Asked: ask("name="+filled(in.GetInputs(), "step1", "name"), asks{"step2": asked}),
		}, nil
	default:
		return &conformancev1.InputRequiredMultiRoundResponse{
			Asked: ask("first", asks{"step1": askName("Step 1: What is your name?")}),
		}, nil
	}
}

// InputRequiredTamperedState wants its state again, which the platform keeps from being changed.
func (rounds) InputRequiredTamperedState(
	_ context.Context, in *conformancev1.InputRequiredTamperedStateRequest,
) (*conformancev1.InputRequiredTamperedStateResponse, error) {
	if in.GetInputs().GetState() == "asked" && accepted(in.GetInputs(), "confirm") != nil {
		return &conformancev1.InputRequiredTamperedStateResponse{Content: texts("state-ok: confirmation accepted")}, nil
	}
	return &conformancev1.InputRequiredTamperedStateResponse{Asked: ask("asked", asks{"confirm": askConfirmation()})}, nil
}

// InputRequiredCapabilities asks only what the client can be asked.
func (rounds) InputRequiredCapabilities(
	_ context.Context, in *conformancev1.InputRequiredCapabilitiesRequest,
) (*conformancev1.InputRequiredCapabilitiesResponse, error) {
	if len(in.GetInputs().GetResponses()) > 0 {
		return &conformancev1.InputRequiredCapabilitiesResponse{Content: texts("What the client can be asked was answered")}, nil
	}
	can, asked := in.GetInputs().GetClientCapabilities(), asks{}
	if slices.Contains(can, "elicitation") {
		asked["user_name"] = askName("What is your name?")
	}
	if slices.Contains(can, "sampling") {
		asked["greeting"] = sample("Generate a short greeting", 50)
	}
	if slices.Contains(can, "roots") {
		asked["client_roots"] = roots()
	}
	if len(asked) == 0 {
		return &conformancev1.InputRequiredCapabilitiesResponse{Content: texts("The client cannot be asked")}, nil
	}
	return &conformancev1.InputRequiredCapabilitiesResponse{Asked: ask("", asked)}, nil
}

// MissingCapability is never called by a client without a model.
func (rounds) MissingCapability(
	context.Context, *conformancev1.MissingCapabilityRequest,
) (*conformancev1.MissingCapabilityResponse, error) {
	return &conformancev1.MissingCapabilityResponse{Content: texts("The client has a model.")}, nil
}
