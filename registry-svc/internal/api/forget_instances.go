package api

import (
	"context"
	"math"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// ForgetInstances forgets an instance that is registered no more, or all of a service.
func (s *Server) ForgetInstances(
	ctx context.Context, request *registryv1.ForgetInstancesRequest,
) (*registryv1.ForgetInstancesResponse, error) {
	forgotten, err := s.Registry.Forget(ctx, request.GetService(), request.GetInstance())
	if err != nil {
		return nil, refusal(err)
	}
	return &registryv1.ForgetInstancesResponse{Count: int32(min(forgotten, math.MaxInt32))}, nil //nolint:gosec // bounded
}
