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
	// Success is true unless something failed.
	Success bool `json:"success"`
	// Message is for the person.
	Message        string `json:"message"`
	ConversationID string `json:"conversation_id"`
	// Asks is what the chat is waiting for, or empty.
	Asks string `json:"asks"`
	// Error is the error code, or empty on success.
	Error string `json:"error"`
}

// ErrNoConversation means that the conversation has ended, or is another user's.
var ErrNoConversation = errors.New("no such conversation")

// ErrChatAway means that the gateway is there, and the chat behind it is not: it starts or stops.
var ErrChatAway = errors.New("the chat is away")

// Chat sends a message to a conversation; an empty id begins a new one. User 0 is anonymous. A failure inside the
// conversation is part of the reply; an error means that there is no reply.
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
	if reply.Message == nil && answer.status == http.StatusServiceUnavailable {
		return nil, fmt.Errorf("%w: %w", ErrChatAway, answer.refusal())
	}
	if reply.Message == nil {
		return nil, answer.refusal()
	}
	reply.Reply.Message = *reply.Message
	return &reply.Reply, nil
}
