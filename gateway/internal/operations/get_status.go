package operations

import (
	"context"
	"slices"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
)

// unknown is the state of a service that is not known, because the registry does not answer.
const unknown = "unknown"

// GetStatus tells whether the platform is ready, without where its programs run.
func (s *Server) GetStatus(ctx context.Context, _ *gatewayv1.GetStatusRequest) (*gatewayv1.GetStatusResponse, error) {
	seen := s.look(ctx)
	down := within(int64(len(seen.down())))
	answer := &gatewayv1.GetStatusResponse{Ready: down == 0, Down: down}
	for _, service := range slices.Sorted(slices.Values(s.Required())) {
		answer.Services = append(answer.Services, seen.service(service))
	}
	return answer, nil
}

// ranks are the states of services, the best first.
var ranks = []string{"ready", "not_ready", gone, stopped, neverRegistered, unknown}

// service returns how a service is: as its best instance.
func (s *sight) service(name string) *gatewayv1.ServiceStatus {
	found := &gatewayv1.ServiceStatus{Service: name, State: unknown}
	for _, one := range s.programs {
		if one.GetProgram() != name {
			continue
		}
		if one.GetReady() {
			found.Ready++
		}
		if one.GetDown() {
			found.Down++
		}
		state := one.standing()
		if slices.Index(ranks, state) >= slices.Index(ranks, found.GetState()) {
			continue
		}
		found.State, found.Since = state, nil
		if ended := one.GetRegistration().GetDepartedAt(); ended != nil {
			found.Since = orNil(stamp(ended.AsTime()))
		}
	}
	return found
}

// standing is the state of a program as its service's.
func (p *program) standing() string {
	switch state := p.GetRegistration().GetState(); {
	case p.GetReady():
		return "ready"
	case state == gone || state == stopped || state == neverRegistered:
		return state
	default:
		return "not_ready"
	}
}
