package languagemodel

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/sashabaranov/go-openai"
)

// Role is the author of a message.
type Role string

// The roles.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
)

// Message is one message of a conversation.
type Message struct {
	Role Role
	Text string
}

// Tool is a tool that the model may call.
type Tool struct {
	// Name is the tool's, ^[a-zA-Z0-9_-]{1,64}$.
	Name string
	// Description describes what it does.
	Description string
	// Parameters is the JSON Schema of its arguments, an object; none at all takes no arguments.
	Parameters json.RawMessage
}

// Conversation holds the messages so far, and the tools that may be called.
type Conversation struct {
	// Messages in their order; at least one.
	Messages []Message
	// Tools that may be called; none is fine.
	Tools []Tool
}

// Reply is the model's next message: a text, one call, or both.
type Reply struct {
	// Text is the text of the reply; may be empty.
	Text string
	// Call is the tool it wants called; nil when it wants none.
	Call *Call
	// Usage is what it cost.
	Usage Usage
}

// Usage counts the tokens of one answer, as the endpoint says; it may say nothing.
type Usage struct {
	// Prompt are the tokens of what was asked, tools included.
	Prompt int
	// Completion are those of the answer.
	Completion int
}

// noParameters is the schema of a tool that takes no arguments.
var noParameters = json.RawMessage(`{"type":"object","properties":{}}`)

// Call is a call that the model requests. The tool is one that it was offered. The arguments are a JSON object, which is
// not checked against the tool's schema.
type Call struct {
	Tool      string
	Arguments json.RawMessage
}

// Converse returns the model's next reply. It returns a BadAnswerError for an empty reply, for one with several calls or a
// call to a tool that was not offered, and for arguments that are not a JSON object; the reply then says only what it cost.
func (c *Client) Converse(ctx context.Context, conversation Conversation) (reply Reply, err error) {
	request, err := conversation.request()
	if err != nil {
		return Reply{}, err
	}
	usage, err := c.ask(ctx, request, func(message openai.ChatCompletionMessage) error {
		reply, err = conversation.read(message)
		return err
	})
	reply.Usage = usage
	return reply, err
}

func (c Conversation) request() (openai.ChatCompletionRequest, error) {
	request := openai.ChatCompletionRequest{}
	if len(c.Messages) == 0 {
		return request, errors.New("languagemodel: a conversation needs messages")
	}
	for _, message := range c.Messages {
		if !slices.Contains([]Role{System, User, Assistant}, message.Role) {
			return request, fmt.Errorf("languagemodel: no message has the role %q", message.Role)
		}
		request.Messages = append(request.Messages, openai.ChatCompletionMessage{Role: string(message.Role), Content: message.Text})
	}
	for _, tool := range c.Tools {
		function := &openai.FunctionDefinition{Name: tool.Name, Description: tool.Description, Parameters: noParameters}
		if len(tool.Parameters) > 0 {
			var schema map[string]any
			if err := json.Unmarshal(tool.Parameters, &schema); err != nil {
				return request, fmt.Errorf("languagemodel: the parameters of %s are not a JSON Schema: %w", tool.Name, err)
			}
			function.Parameters = tool.Parameters
		}
		request.Tools = append(request.Tools, openai.Tool{Type: openai.ToolTypeFunction, Function: function})
	}
	if len(c.Tools) > 0 {
		request.ParallelToolCalls = false
	}
	return request, nil
}

func (c Conversation) read(message openai.ChatCompletionMessage) (Reply, error) {
	reply := Reply{Text: message.Content}
	switch {
	case len(message.ToolCalls) > 1:
		return Reply{}, &BadAnswerError{Problem: fmt.Sprintf("it makes %d calls at once", len(message.ToolCalls))}
	case len(message.ToolCalls) == 1:
		call, err := c.readCall(message.ToolCalls[0].Function)
		if err != nil {
			return Reply{}, err
		}
		reply.Call = call
	case reply.Text == "":
		return Reply{}, &BadAnswerError{Problem: "it says nothing"}
	}
	return reply, nil
}

func (c Conversation) readCall(made openai.FunctionCall) (*Call, error) {
	if !slices.ContainsFunc(c.Tools, func(t Tool) bool { return t.Name == made.Name }) {
		return nil, &BadAnswerError{Problem: fmt.Sprintf("it calls %.40q, which it was not offered", made.Name)}
	}
	if made.Arguments == "" { // a call without arguments, as some endpoints write it
		made.Arguments = "{}"
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(made.Arguments), &object); err != nil || object == nil {
		return nil, &BadAnswerError{Problem: "the arguments of its call are not a JSON object"}
	}
	return &Call{Tool: made.Name, Arguments: json.RawMessage(made.Arguments)}, nil
}
