package api

import (
	"context"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/services/identity"
)

// DeleteConversation permanently deletes a conversation.
func (s *Server) DeleteConversation(
	ctx context.Context, req *chatv1.DeleteConversationRequest,
) (*chatv1.DeleteConversationResponse, error) {
	if err := s.store.Delete(ctx, identity.FromContext(ctx).UserID, req.GetConversationId()); err != nil {
		return nil, refusal(err)
	}
	return &chatv1.DeleteConversationResponse{ConversationId: req.GetConversationId(), Deleted: true}, nil
}
