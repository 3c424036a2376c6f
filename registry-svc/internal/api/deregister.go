package api

import (
	"context"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// Deregister ends a lease and removes its instance.
func (s *Server) Deregister(
	ctx context.Context, request *registryv1.DeregisterRequest,
) (*registryv1.DeregisterResponse, error) {
	if err := s.Registry.Deregister(ctx, request.GetLeaseId()); err != nil {
		return nil, refusal(err)
	}
	return &registryv1.DeregisterResponse{}, nil
}
