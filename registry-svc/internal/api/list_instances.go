package api

import (
	"context"
	"math"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
	"google.golang.org/protobuf/types/known/timestamppb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// ListInstances returns the instances that are registered, also those that are not called, and those that were.
func (s *Server) ListInstances(
	ctx context.Context, request *registryv1.ListInstancesRequest,
) (*registryv1.ListInstancesResponse, error) {
	listed, err := s.presence(ctx, request.GetService())
	if err != nil {
		return nil, err
	}
	return &registryv1.ListInstancesResponse{Instances: listed, Count: int32(min(len(listed), math.MaxInt32))}, nil
}

// ListPresence returns what ListInstances does of all services.
func (s *Server) ListPresence(ctx context.Context, _ *registryv1.ListPresenceRequest) (*registryv1.ListPresenceResponse, error) {
	listed, err := s.presence(ctx, "")
	if err != nil {
		return nil, err
	}
	return &registryv1.ListPresenceResponse{Instances: listed}, nil
}

// presence returns the instances of a service or, if that is empty, of all, that are registered or were.
func (s *Server) presence(ctx context.Context, service string) ([]*registryv1.RegisteredInstance, error) {
	departed, err := s.Registry.Departed(ctx, service)
	if err != nil {
		return nil, err
	}
	listed, ttl, err := s.Registry.Instances(ctx, service)
	if err != nil {
		return nil, err
	}
	var all []*registryv1.RegisteredInstance
	here := map[[2]string]bool{}
	for _, one := range listed {
		here[[2]string{one.Instance.Service, one.Instance.ID}] = true
		all = append(all, &registryv1.RegisteredInstance{
			Instance: one.Instance.ID, Service: one.Instance.Service, Version: one.Definition.Version,
			Address: one.Instance.Address, Definition: one.Definition.Hash, State: string(one.State),
			RegisteredAt: timestamppb.New(one.Since), LeaseEndsAt: timestamppb.New(one.Expires),
			LeaseTtl: durationpb.New(ttl), Renewed: one.Condition.Renewed && !one.Condition.Silent, LastError: orNil(one.Condition.Error),
		})
	}
	for _, one := range departed {
		if !here[[2]string{one.Instance.Service, one.Instance.ID}] { // it may have returned meanwhile
			all = append(all, departedInstance(one))
		}
	}
	slices.SortStableFunc(all, func(a, b *registryv1.RegisteredInstance) int {
		if by := strings.Compare(a.GetService(), b.GetService()); by != 0 {
			return by
		}
		return strings.Compare(a.GetInstance(), b.GetInstance())
	})
	return all, nil
}

func departedInstance(one registrations.Departed) *registryv1.RegisteredInstance {
	state := registrations.InstanceGone
	if one.Stopped {
		state = registrations.InstanceStopped
	}
	return &registryv1.RegisteredInstance{
		Instance: one.Instance.ID, Service: one.Instance.Service, Version: one.Version, Address: one.Instance.Address,
		Definition: one.Instance.DefinitionHash, State: string(state), RegisteredAt: timestamppb.New(one.Since),
		DepartedAt: timestamppb.New(one.At), LastError: orNil(one.Error), Tools: one.Tools,
	}
}

// orNil returns nil for an empty text, which is null in JSON.
func orNil(text string) *string {
	if text == "" {
		return nil
	}
	return proto.String(text)
}
