package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/identity"
)

// RequestsOf returns what the turns answer of a message that begins a conversation; ? is before what is told not to be understood.
func RequestsOf(c *Chat, message string) []string {
	turns, rest := c.requests(identity.Caller{UserID: 1}, &conversation.State{}, message)
	if rest != "" {
		turns = append(turns, "?"+rest)
	}
	return turns
}
