package chat

import (
	"slices"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/identity"
)

// RequestsOf returns what the turns answer of a message that begins a conversation; ? is before what is told not to be understood, and !
// before what is told not to be done.
func RequestsOf(c *Chat, message string) []string {
	of := c.requests(identity.Caller{UserID: 1}, &conversation.State{}, message)
	all := slices.Clone(of.turns)
	for _, one := range of.unknown {
		all = append(all, "?"+one)
	}
	for _, one := range of.undone {
		all = append(all, "!"+one)
	}
	return all
}
