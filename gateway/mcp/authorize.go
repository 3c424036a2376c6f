package mcp

import (
	"bytes"
	"encoding/json"
)

// toolsCalled returns the names of the tools that a valid JSON body calls: one, or those of a batch.
func toolsCalled(body []byte) []string {
	if !bytes.Contains(body, []byte(methodCallTool)) {
		return nil
	}
	type message struct {
		Method string `json:"method"`
		Params struct {
			Name string `json:"name"`
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
			names = append(names, one.Params.Name)
		}
	}
	return names
}
