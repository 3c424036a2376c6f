package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// ListTools returns the tools that are registered now, ordered by name.
func (s *Server) ListTools(context.Context, *registryv1.ListToolsRequest) (*registryv1.ListToolsResponse, error) {
	catalog, err := s.Registry.Catalog()
	if err != nil {
		return nil, refusal(err)
	}
	response := &registryv1.ListToolsResponse{Revision: catalog.Revision()}
	for _, tool := range catalog.Tools() {
		response.Tools = append(response.Tools, registeredTool(tool))
	}
	return response, nil
}
