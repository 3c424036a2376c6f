package chat

import (
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/identity"
)

// RequestsOf returns what the turns answer of a message that begins a conversation; ? is before what is told not to be understood.
func RequestsOf(c *Chat, message string) (all []string) {
	for _, one := range c.requests(identity.Caller{UserID: 1}, &conversation.State{}, message) {
		all = append(all, one.text)
		if one.rest != "" {
			all = append(all, "?"+one.rest)
		}
	}
	return all
}
