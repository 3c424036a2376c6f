package api

import (
	"context"
	"math"

	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// ListInstances returns the instances that are registered, also those that are not called.
func (s *Server) ListInstances(
	ctx context.Context, request *registryv1.ListInstancesRequest,
) (*registryv1.ListInstancesResponse, error) {
	listed, ttl, err := s.Registry.Instances(ctx, request.GetService())
	if err != nil {
		return nil, err
	}
	response := &registryv1.ListInstancesResponse{Count: int32(min(len(listed), math.MaxInt32))}
	for _, one := range listed {
		response.Instances = append(response.Instances, &registryv1.RegisteredInstance{
			Instance: one.Instance.ID, Service: one.Instance.Service, Version: one.Definition.Version,
			Address: one.Instance.Address, Definition: one.Definition.Hash, State: string(one.State),
			RegisteredAt: timestamppb.New(one.Since), LeaseEndsAt: timestamppb.New(one.Expires),
			LeaseTtl: durationpb.New(ttl), Renewed: one.Condition.Renewed && !one.Condition.Silent,
		})
	}
	return response, nil
}
