package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// MapIntent returns the tool name for an intent, which must match exactly, in case too.
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
