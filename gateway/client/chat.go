package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// Reply is the chat's answer to a message.
type Reply struct {
	// Success is whether nothing failed.
	Success bool `json:"success"`
	// Message is for the person.
	Message        string `json:"message"`
	ConversationID string `json:"conversation_id"`
	// Asks is what the chat wants to know; empty when it asks nothing.
	Asks string `json:"asks"`
	// Error is the code of a failure; empty on success.
	Error string `json:"error"`
}

// ErrNoConversation is within the error of a message to a conversation that has ended, or is another's.
var ErrNoConversation = errors.New("the conversation is not there")

// Chat says something in a conversation; with an empty id it begins one. A user of 0 means nobody. What fails in the
// conversation is in the reply; the error says that there is none.
func (c *Client) Chat(ctx context.Context, message, conversation string, user int32) (*Reply, error) {
	request := map[string]string{"message": message}
	if conversation != "" {
		request["conversation_id"] = conversation
	}
	body, err := json.Marshal(request)
	if err != nil {
		return nil, err
	}
	answer, err := c.exchange(ctx, http.MethodPost, c.base.JoinPath("api/v1/chat"), body, user)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Reply
		Message *string `json:"message"`
	}
	if err := answer.decode(&reply); err != nil {
		return nil, err
	}
	if reply.Message == nil && answer.status == http.StatusNotFound {
		return nil, fmt.Errorf("%w: %w", ErrNoConversation, answer.refusal())
	}
	if reply.Message == nil {
		return nil, answer.refusal()
	}
	reply.Reply.Message = *reply.Message
	return &reply.Reply, nil
}
