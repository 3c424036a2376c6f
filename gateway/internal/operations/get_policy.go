package operations

import (
	"context"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
)

// GetPolicy returns the policy file.
func (s *Server) GetPolicy(context.Context, *gatewayv1.GetPolicyRequest) (*gatewayv1.GetPolicyResponse, error) {
	source, _ := s.Access.Source()
	answer := &gatewayv1.GetPolicyResponse{File: orNil(source.File), Text: source.Text, Problem: orNil(source.Problem)}
	for _, rule := range source.Rules {
		answer.Rules = append(answer.Rules, &gatewayv1.PolicyRule{
			Name: rule.Name, Allow: rule.Allow, Reason: rule.Reason, Internal: rule.Internal,
		})
	}
	return answer, nil
}
