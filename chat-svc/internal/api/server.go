// Package api serves the chat over gRPC. It converts between messages and the types of packages chat and
// conversation.
package api

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/known/structpb"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"
	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/conversation"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// Server implements salaatflow.chat.v1.ChatService.
type Server struct {
	chatv1.UnimplementedChatServiceServer

	chat  *chat.Chat
	store conversation.Store
	clock clock.Clock
}

// New returns a Server.
func New(talk *chat.Chat, store conversation.Store, clk clock.Clock) *Server {
	return &Server{chat: talk, store: store, clock: clk}
}

// refusal converts an error to the one that the caller sees. It returns an error that is no refusal as it is: the
// server then answers INTERNAL and logs it.
func refusal(err error) error {
	switch {
	case errors.Is(err, conversation.ErrNotFound):
		return apperr.NotFound("you have no such conversation, or it has ended")
	case errors.Is(err, conversation.ErrPageToken):
		refused := apperr.Invalid(apperr.Violation{
			Field: "page_token", Message: "must be the next_page_token of a page of this list",
		})
		refused.Code, refused.Reason = codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID
		return refused
	default:
		return err
	}
}

// structOf converts a JSON object to a message. It returns nil for none.
func structOf(object json.RawMessage) (*structpb.Struct, error) {
	if len(object) == 0 {
		return nil, nil
	}
	message := &structpb.Struct{}
	if err := protojson.Unmarshal(object, message); err != nil {
		return nil, fmt.Errorf("not a JSON object: %w", err)
	}
	return message, nil
}

func timestamp(t time.Time, zone *time.Location) string { return t.In(zone).Format(time.RFC3339) }

// unlessEmpty returns nil, which is null in JSON, for an empty text.
func unlessEmpty(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
