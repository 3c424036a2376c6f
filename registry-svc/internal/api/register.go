package api

import (
	"context"

	"google.golang.org/protobuf/types/known/durationpb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/addresses"
	"github.com/salaatflow/platform/registry-svc/internal/grants"
	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/grpcserver"
)

// Register admits an instance and returns its lease.
func (s *Server) Register(
	ctx context.Context, request *registryv1.RegisterRequest,
) (*registryv1.RegisterResponse, error) {
	host := addresses.CallerOf(ctx)
	caller := grants.CallerOf(ctx, grpcserver.ShownSecret(ctx))
	networks, err := s.Grants.Register(ctx, caller, request.GetService(), request.GetGrpcServices())
	if err != nil {
		return nil, refusal(err)
	}
	address, err := s.Addresses.And(networks...).Admit(ctx, host, request.GetAddress())
	if err != nil {
		return nil, refusal(err)
	}
	lease, err := s.Registry.Register(ctx, registrations.Offer{
		Service:       request.GetService(),
		Version:       request.GetVersion(),
		InstanceID:    request.GetInstanceId(),
		Address:       address,
		GRPCServices:  request.GetGrpcServices(),
		Files:         request.GetFiles(),
		PreviousLease: request.GetPreviousLeaseId(),
		Holder:        registrations.NewHolder(host, s.Grants.Proven(caller)),
	})
	if err != nil {
		return nil, refusal(err)
	}
	response := &registryv1.RegisterResponse{LeaseId: lease.ID, Ttl: durationpb.New(lease.TTL)}
	for _, note := range lease.Notes {
		response.Notes = append(response.Notes, note.String())
	}
	return response, nil
}
