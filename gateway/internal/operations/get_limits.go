package operations

import (
	"context"
	"slices"
	"time"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/services/ratelimit"
)

// GetLimits returns the limits in force, and who is near them.
func (s *Server) GetLimits(context.Context, *gatewayv1.GetLimitsRequest) (*gatewayv1.GetLimitsResponse, error) {
	inFlight, queued := s.Budgets.Bounds()
	answer := &gatewayv1.GetLimitsResponse{MaxInFlight: within(int64(inFlight)), MaxQueued: within(int64(queued))}
	for _, policy := range inForce(s.Limits.Policies()) {
		answer.Limits = append(answer.Limits, &gatewayv1.RateLimit{
			Name: policy.Name, Quota: within(int64(policy.Quota)), WindowSeconds: within(int64(policy.Window / time.Second)),
			Burst: within(int64(policy.Burst)), By: policy.By, Operations: policy.Operations, Access: policy.Access, Callers: policy.Callers,
		})
	}
	now := s.Clock.Now()
	for _, near := range s.Limits.Near() {
		one := &gatewayv1.NearLimit{
			Limit: near.Policy, Caller: orNone(near.UserID), Operation: orNil(near.Operation), Remaining: within(near.Remaining),
			ResetSeconds: within(int64((near.Until.Sub(now) + time.Second - 1) / time.Second)),
		}
		if near.Network.IsValid() {
			one.Network = orNil(near.Network.String())
		}
		answer.Near = append(answer.Near, one)
	}
	for _, budget := range s.Budgets.Budgets() {
		answer.Services = append(answer.Services, &gatewayv1.ServiceBudget{
			Service: budget.Service, InFlight: within(int64(budget.Held)), Waiting: within(int64(budget.Waiting)), Room: within(int64(budget.Room)),
		})
	}
	return answer, nil
}

// inForce returns the policies, that of requests first.
func inForce(policies *ratelimit.Policies) []*ratelimit.Policy {
	if policies == nil {
		return nil
	}
	all := slices.Clone(policies.Calls)
	if policies.Requests != nil {
		all = slices.Insert(all, 0, policies.Requests)
	}
	return all
}
