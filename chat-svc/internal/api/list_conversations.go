package api

import (
	"context"
	"time"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/identity"
)

// ListConversations returns a page of the user's conversations.
func (s *Server) ListConversations(
	ctx context.Context, req *chatv1.ListConversationsRequest,
) (*chatv1.ListConversationsResponse, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	page, err := s.store.List(ctx, caller.UserID, int(req.GetLimit()), req.GetPageToken())
	if err != nil {
		return nil, refusal(err)
	}
	response := &chatv1.ListConversationsResponse{
		Count: int32(page.Count), NextPageToken: unlessEmpty(page.NextPageToken), // far below the range of int32
	}
	for _, one := range page.Conversations {
		response.Conversations = append(response.Conversations, summary(one, caller.Zone()))
	}
	return response, nil
}

func summary(of conversation.Summary, zone *time.Location) *chatv1.ConversationSummary {
	return &chatv1.ConversationSummary{
		ConversationId: of.ID, FirstMessage: of.FirstMessage, TurnCount: int32(of.Turns),
		CreatedAt: timestamp(of.Created, zone), UpdatedAt: timestamp(of.Updated, zone), ExpiresAt: timestamp(of.Expires, zone),
	}
}
