package api

import (
	"context"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/services/identity"
)

// GetConversation returns a conversation with a page of its turns.
func (s *Server) GetConversation(
	ctx context.Context, req *chatv1.GetConversationRequest,
) (*chatv1.GetConversationResponse, error) {
	caller := identity.FromContext(ctx)
	kept, err := s.store.Get(ctx, caller.UserID, req.GetConversationId(), int(req.GetLimit()), req.GetPageToken())
	if err != nil {
		return nil, refusal(err)
	}
	zone := caller.Zone()
	message := &chatv1.Conversation{
		ConversationId: kept.ID, TurnCount: int32(kept.Turns), NextPageToken: unlessEmpty(kept.NextPageToken),
		CreatedAt: timestamp(kept.Created, zone), UpdatedAt: timestamp(kept.Updated, zone), ExpiresAt: timestamp(kept.Expires, zone),
	}
	for _, turn := range kept.Page {
		message.Turns = append(message.Turns, &chatv1.Turn{
			Number: turn.Number, Message: turn.Message, Answer: turn.Answer, Language: turn.Language, Intent: turn.Intent,
			Tool: unlessEmpty(turn.Tool), Error: unlessEmpty(turn.Error), CreatedAt: timestamp(turn.At, zone),
		})
	}
	return &chatv1.GetConversationResponse{Conversation: message}, nil
}
