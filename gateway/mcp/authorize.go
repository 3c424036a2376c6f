package mcp

import (
	"bytes"
	"context"
	"encoding/json"
)

// toolsCalled returns the names of the tools that a valid JSON body calls: one, or those of a batch.
func toolsCalled(ctx context.Context, body []byte) []string {
	if !bytes.Contains(body, []byte(methodCallTool)) {
		return nil
	}
	type message struct {
		Method string `json:"method"`
		Params struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"`
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
	var names []string
	for _, one := range messages {
		if one.Method == methodCallTool {
			names = append(names, calledName(ctx, one.Params.Name, one.Params.Arguments)...)
		}
	}
	return names
}

// calledName returns the name of the tool that a call is about; none if it is refused before there is one.
func calledName(ctx context.Context, name string, arguments []byte) []string {
	asked, refused := toolCall{name: name, arguments: arguments}.named(ctx)
	if refused != nil {
		return nil
	}
	return []string{asked.name}
}
