package api

import (
	"context"
	"math"
	"net/netip"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/identity"
)

// ListDefinitions returns what is remembered of a service, or of all.
func (s *Server) ListDefinitions(
	ctx context.Context, request *registryv1.ListDefinitionsRequest,
) (*registryv1.ListDefinitionsResponse, error) {
	pins, err := s.Registry.Pins(ctx, request.GetService())
	if err != nil {
		return nil, err
	}
	offers, err := s.Registry.OffersOf(ctx)
	if err != nil {
		return nil, err
	}
	response := &registryv1.ListDefinitionsResponse{}
	for _, pin := range pins {
		if state := request.GetState(); state == "" || state == string(pin.State) {
			response.Definitions = append(response.Definitions, remembered(pin, offers))
		}
	}
	response.Count = int32(min(len(response.GetDefinitions()), math.MaxInt32))
	return response, nil
}

// GetDefinition returns what is remembered under a hash.
func (s *Server) GetDefinition(
	ctx context.Context, request *registryv1.GetDefinitionRequest,
) (*registryv1.GetDefinitionResponse, error) {
	pin, _, err := s.Registry.Remembered(ctx, request.GetHash())
	if err != nil {
		return nil, refusal(err)
	}
	offers, err := s.Registry.OffersOf(ctx)
	if err != nil {
		return nil, err
	}
	response := &registryv1.GetDefinitionResponse{Definition: remembered(pin, offers)}
	for _, tool := range pin.Definition.Manifest().Tools {
		response.Tools = append(response.Tools, registeredTool(&catalog.Tool{
			Tool: tool, Definition: pin.Definition, Instances: offers[pin.Hash],
		}))
	}
	return response, nil
}

// DiffDefinition returns what differs from the accepted definition.
func (s *Server) DiffDefinition(
	ctx context.Context, request *registryv1.DiffDefinitionRequest,
) (*registryv1.DiffDefinitionResponse, error) {
	pin, accepted, err := s.Registry.Remembered(ctx, request.GetHash())
	if err != nil {
		return nil, refusal(err)
	}
	offers, err := s.Registry.OffersOf(ctx)
	if err != nil {
		return nil, err
	}
	response := &registryv1.DiffDefinitionResponse{Definition: remembered(pin, offers), AcceptedHash: accepted.Hash}
	for _, d := range registrations.Differences(accepted, pin.Definition) {
		response.Changes = append(response.Changes, &registryv1.DefinitionChange{
			Subject: d.Subject, Field: d.Field, Before: d.Before, After: d.After,
		})
	}
	return response, nil
}

// AcceptDefinition lets a definition be published.
func (s *Server) AcceptDefinition(
	ctx context.Context, request *registryv1.AcceptDefinitionRequest,
) (*registryv1.AcceptDefinitionResponse, error) {
	decided, err := s.decide(ctx, registryv1.RegistryService_AcceptDefinition_FullMethodName, request.GetHash(),
		registrations.Verdict{State: registrations.Accepted, Reason: request.GetReason()})
	if err != nil {
		return nil, err
	}
	return &registryv1.AcceptDefinitionResponse{Definition: decided}, nil
}

// RejectDefinition keeps a definition from being published.
func (s *Server) RejectDefinition(
	ctx context.Context, request *registryv1.RejectDefinitionRequest,
) (*registryv1.RejectDefinitionResponse, error) {
	decided, err := s.decide(ctx, registryv1.RegistryService_RejectDefinition_FullMethodName, request.GetHash(),
		registrations.Verdict{State: registrations.Rejected, Reason: request.GetReason()})
	if err != nil {
		return nil, err
	}
	return &registryv1.RejectDefinitionResponse{Definition: decided}, nil
}

func (s *Server) decide(
	ctx context.Context, method, hash string, verdict registrations.Verdict,
) (*registryv1.RememberedDefinition, error) {
	caller, err := identity.RequireUser(ctx)
	if err != nil {
		return nil, err
	}
	if refused := s.Registry.Audit.Admit(); refused != nil {
		return nil, refused
	}
	verdict.By = "user " + strconv.Itoa(int(caller.UserID))
	pin, err := s.Registry.Decide(ctx, hash, verdict)
	if err != nil {
		err = refusal(err)
		s.decided(ctx, method, apperr.From(err).ToolCode(), "definition "+hash+" is not "+string(verdict.State)+": "+err.Error())
		return nil, err
	}
	s.decided(ctx, method, audit.OK,
		"definition "+pin.Hash+" of "+pin.Service+" "+pin.Version+" is "+string(pin.State)+": "+verdict.Reason)
	offers, err := s.Registry.OffersOf(ctx)
	if err != nil {
		return nil, err
	}
	return remembered(pin, offers), nil
}

// decided records a decision, or that one failed. The option of the RPC leaves the record to this, which says of what it is.
func (s *Server) decided(ctx context.Context, method, result, detail string) {
	s.Registry.Audit.Record(ctx, audit.Answering(ctx, audit.Record{
		Tool: strings.TrimPrefix(method, "/"), Decision: audit.Allowed, Result: result, Detail: detail,
	}))
}

func remembered(pin registrations.Pin, offers map[string]int) *registryv1.RememberedDefinition {
	wire := &registryv1.RememberedDefinition{
		Hash: pin.Hash, Service: pin.Service, Version: pin.Version, State: string(pin.State),
		FirstSeen: timestamppb.New(pin.Since), Tools: pin.Tools,
		InstanceCount: int32(min(offers[pin.Hash], math.MaxInt32)),
	}
	if pin.Host != (netip.Addr{}) {
		wire.Host = proto.String(pin.Host.String())
	}
	if pin.Verdict.By != "" {
		wire.DecidedBy, wire.DecidedAt = proto.String(pin.Verdict.By), timestamppb.New(pin.Verdict.At)
	}
	if reason := strings.TrimSpace(pin.Verdict.Reason); reason != "" {
		wire.Reason = proto.String(reason)
	}
	return wire
}
