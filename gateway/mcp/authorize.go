package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
)

// Called is a call that a message makes of something that is offered.
type Called struct {
	// Method is tools/call, prompts/get or resources/read.
	Method string
	// Name is the name of the tool or prompt, or the URI of the resource.
	Name string
}

// Methods of Called.
const (
	CallsTool     = methodCallTool
	GetsPrompt    = methodGetPrompt
	ReadsResource = methodReadResource
)

// callingMethods are the methods of Called.
var callingMethods = []string{CallsTool, GetsPrompt, ReadsResource}

// called returns the calls that a valid JSON body makes: one, or those of a batch.
func called(ctx context.Context, body []byte) []Called {
	if !slices.ContainsFunc(callingMethods, func(method string) bool { return bytes.Contains(body, []byte(method)) }) {
		return nil
	}
	type message struct {
		Method string `json:"method"`
		Params struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
			URI       string          `json:"uri"`
		} `json:"params"`
	}
	messages := make([]message, 1)
	into := any(&messages[0])
	if isBatch(body) {
		into = &messages
	}
	if json.Unmarshal(body, into) != nil {
		return nil // the SDK reports what is wrong
	}
	var calls []Called
	for _, one := range messages {
		switch one.Method {
		case CallsTool:
			calls = append(calls, calledTool(ctx, one.Params.Name, one.Params.Arguments)...)
		case GetsPrompt:
			calls = append(calls, Called{one.Method, one.Params.Name})
		case ReadsResource:
			calls = append(calls, Called{one.Method, one.Params.URI})
		}
	}
	return calls
}

// calledTool returns the call of a tool by the name of the tool that it is about; none if it is refused before there is one.
func calledTool(ctx context.Context, name string, arguments []byte) []Called {
	asked, refused := toolCall{name: name, arguments: arguments}.named(ctx)
	if refused != nil {
		return nil
	}
	return []Called{{CallsTool, asked.name}}
}
