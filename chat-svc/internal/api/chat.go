package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"google.golang.org/protobuf/types/known/structpb"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	"github.com/salaatflow/platform/chat-svc/internal/chat"
	"github.com/salaatflow/platform/chat-svc/internal/dialogue"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcserver"
)

// Chat answers a message. The failure of a tool is part of the response, whose HTTP status is that of the error.
func (s *Server) Chat(ctx context.Context, req *chatv1.ChatRequest) (*chatv1.ChatResponse, error) {
	answer, err := s.chat.Turn(ctx, chat.Request{Message: req.GetMessage(), ConversationID: req.GetConversationId()})
	if err != nil {
		return nil, refusal(err)
	}
	if status := answer.HTTPStatus(); status != http.StatusOK {
		if err := grpcserver.SetHTTPStatus(ctx, status); err != nil {
			return nil, err
		}
	}
	if len(answer.MissingScopes) > 0 {
		if err := grpcserver.SetMissingScopes(ctx, answer.MissingScopes...); err != nil {
			return nil, err
		}
	}
	return response(answer)
}

func response(answer *dialogue.Answer) (*chatv1.ChatResponse, error) {
	arguments, argumentsErr := structOf(answer.Arguments)
	data, dataErr := structOf(answer.Data)
	if err := errors.Join(argumentsErr, dataErr); err != nil {
		return nil, fmt.Errorf("arguments or result of a tool: %w", err)
	}
	message := &chatv1.ChatResponse{
		Success: answer.Success, Message: answer.Message, Language: string(answer.Language), ConversationId: answer.ConversationID,
		Intent: string(answer.Intent), Tool: answer.Tool, Arguments: arguments, Data: data, Asks: answer.Asks,
		Error: answer.Error, ErrorMessage: answer.ErrorMessage,
	}
	if len(answer.Violations) > 0 {
		message.Refused = &chatv1.ChatResponse_Violations{Violations: violations(answer.Violations)}
	}
	return message, nil
}

func violations(of []apperr.Violation) *structpb.ListValue {
	list := &structpb.ListValue{}
	for _, violation := range of {
		list.Values = append(list.Values, structpb.NewStructValue(&structpb.Struct{Fields: map[string]*structpb.Value{
			"field": structpb.NewStringValue(violation.Field), "message": structpb.NewStringValue(violation.Message),
		}}))
	}
	return list
}
