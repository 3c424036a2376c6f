package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// ResolveName returns the canonical name of the tool with a name or an alias. It returns an unknown name unchanged.
func (s *Server) ResolveName(
	_ context.Context, request *registryv1.ResolveNameRequest,
) (*registryv1.ResolveNameResponse, error) {
	catalog, err := s.Registry.Catalog()
	if err != nil {
		return nil, refusal(err)
	}
	tool := catalog.Lookup(request.GetName())
	if tool == nil {
		return &registryv1.ResolveNameResponse{CanonicalName: request.GetName()}, nil
	}
	return &registryv1.ResolveNameResponse{CanonicalName: tool.Name, Found: true}, nil
}
