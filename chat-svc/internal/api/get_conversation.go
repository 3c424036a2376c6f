package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/services/identity"
)

// maxResults bounds what tools answered in the turns of a page, in bytes of JSON: as messages these are up to three times as many,
// and a response has 4 MiB.
const maxResults = 1 << 20

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
	size := 0
	for _, turn := range kept.Page {
		read := &chatv1.Turn{
			Number: turn.Number, Message: turn.Message, Answer: turn.Answer, Language: turn.Language, Intent: turn.Intent,
			Tool: unlessEmpty(turn.Tool), Error: unlessEmpty(turn.Error), CreatedAt: timestamp(turn.At, zone), Asks: unlessEmpty(turn.Asks),
		}
		if size += len(turn.Arguments) + len(turn.Data); size <= maxResults {
			var argumentsErr, dataErr error
			read.Arguments, argumentsErr = structOf(json.RawMessage(turn.Arguments))
			read.Data, dataErr = structOf(json.RawMessage(turn.Data))
			if err := errors.Join(argumentsErr, dataErr); err != nil {
				return nil, fmt.Errorf("turn %d of a conversation: %w", turn.Number, err)
			}
		}
		message.Turns = append(message.Turns, read)
	}
	return &chatv1.GetConversationResponse{Conversation: message}, nil
}
