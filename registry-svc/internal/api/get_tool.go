package api

import (
	"context"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/apperr"
)

// GetTool returns the tool with a canonical name or an alias.
func (s *Server) GetTool(
	_ context.Context, request *registryv1.GetToolRequest,
) (*registryv1.GetToolResponse, error) {
	catalog, err := s.Registry.Catalog()
	if err != nil {
		return nil, refusal(err)
	}
	tool := catalog.Lookup(request.GetName())
	if tool == nil {
		return nil, apperr.New(codes.NotFound, errorsv1.Reason_REASON_TOOL_NOT_FOUND,
			"no registered tool has the name or alias %q", request.GetName())
	}
	return &registryv1.GetToolResponse{Tool: registeredTool(tool)}, nil
}
