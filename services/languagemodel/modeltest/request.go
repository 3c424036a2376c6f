package modeltest

import (
	"encoding/json"
	"net/http"
	"regexp"
)

// Request is what the stand-in was asked.
type Request struct {
	// System and User are the last message of each of these.
	System, User string
	// Roles are who said the messages, in their order.
	Roles []string
	// Options are what a selection is restricted to; nil when it is none.
	Options []string
	// Tools are what may be called, by name with the schema of the arguments; nil when nothing may.
	Tools map[string]json.RawMessage
}

// wire is a request as the protocol has it, as far as the platform uses it.
type wire struct {
	Model    string `json:"model"`
	Messages []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	} `json:"messages"`
	ResponseFormat *struct {
		Type       string `json:"type"`
		JSONSchema struct {
			Name   string          `json:"name"`
			Strict bool            `json:"strict"`
			Schema json.RawMessage `json:"schema"`
		} `json:"json_schema"`
	} `json:"response_format"`
	Tools []struct {
		Type     string `json:"type"`
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
	ParallelToolCalls *bool `json:"parallel_tool_calls"`
}

var functionName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

func read(r *http.Request, raw []byte) (Request, *refusal) {
	var asked wire
	switch {
	case r.Method != http.MethodPost || r.URL.Path != "/v1/chat/completions":
		return Request{}, &refusal{http.StatusNotFound, "not_found", "no " + r.Method + " " + r.URL.Path}
	case r.Header.Get("Authorization") != "Bearer "+Key:
		return Request{}, &refusal{http.StatusUnauthorized, "invalid_api_key", "another key than Config gives"}
	case json.Unmarshal(raw, &asked) != nil:
		return Request{}, &refusal{http.StatusBadRequest, "invalid_json", "no request of the protocol"}
	case asked.Model != Model:
		return Request{}, &refusal{http.StatusNotFound, "model_not_found", "no model " + asked.Model}
	case len(asked.Messages) == 0:
		return Request{}, &refusal{http.StatusBadRequest, "empty", "no messages"}
	}
	request := Request{}
	for _, message := range asked.Messages {
		request.Roles = append(request.Roles, message.Role)
		switch message.Role {
		case "system":
			request.System = message.Content
		case "user":
			request.User = message.Content
		}
	}
	if problem := asked.readSelection(&request); problem != nil {
		return Request{}, problem
	}
	problem := asked.readTools(&request)
	return request, problem
}

// readSelection reads a selection's schema, which must be one that strict structured output takes.
func (w wire) readSelection(request *Request) *refusal {
	if w.ResponseFormat == nil {
		return nil
	}
	var schema struct {
		Type       string `json:"type"`
		Properties map[string]struct {
			Type  string `json:"type"`
			Items struct {
				Type string   `json:"type"`
				Enum []string `json:"enum"`
			} `json:"items"`
		} `json:"properties"`
		Required   []string `json:"required"`
		Additional *bool    `json:"additionalProperties"`
	}
	format := w.ResponseFormat.JSONSchema
	err := json.Unmarshal(format.Schema, &schema)
	if err != nil || w.ResponseFormat.Type != "json_schema" || !format.Strict || !functionName.MatchString(format.Name) ||
		schema.Type != "object" || schema.Additional == nil || *schema.Additional ||
		len(schema.Properties) != 1 || len(schema.Required) != 1 {
		return &refusal{http.StatusBadRequest, "invalid_schema", "no schema for strict structured output"}
	}
	selected := schema.Properties[schema.Required[0]]
	if selected.Type != "array" || selected.Items.Type != "string" || len(selected.Items.Enum) == 0 {
		return &refusal{http.StatusBadRequest, "invalid_schema", "no selection"}
	}
	request.Options = selected.Items.Enum
	return nil
}

func (w wire) readTools(request *Request) *refusal {
	if w.Tools == nil {
		if w.ParallelToolCalls != nil {
			return &refusal{http.StatusBadRequest, "invalid_request", "parallel_tool_calls without tools"}
		}
		return nil
	}
	request.Tools = map[string]json.RawMessage{}
	for _, tool := range w.Tools {
		var schema struct{ Type string }
		if tool.Type != "function" || !functionName.MatchString(tool.Function.Name) ||
			(tool.Function.Parameters != nil &&
				(json.Unmarshal(tool.Function.Parameters, &schema) != nil || schema.Type != "object")) {
			return &refusal{http.StatusBadRequest, "invalid_tool", "no tool: " + tool.Function.Name}
		}
		request.Tools[tool.Function.Name] = tool.Function.Parameters
	}
	return nil
}
