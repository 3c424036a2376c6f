package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// MapIntent maps an intent, exact and case-sensitive, to the tool name it answers.
func (s *Server) MapIntent(
	_ context.Context, request *registryv1.MapIntentRequest,
) (*registryv1.MapIntentResponse, error) {
	catalog, err := s.Registry.Catalog()
	if err != nil {
		return nil, refusal(err)
	}
	response := &registryv1.MapIntentResponse{}
	if name, ok := catalog.MapIntent(request.GetIntent()); ok {
		response.ToolName = &name
	}
	return response, nil
}
