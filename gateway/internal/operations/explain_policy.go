package operations

import (
	"context"
	"net/netip"
	"strings"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// ExplainPolicy decides on a call that nobody makes.
func (s *Server) ExplainPolicy(
	ctx context.Context, request *gatewayv1.ExplainPolicyRequest,
) (*gatewayv1.ExplainPolicyResponse, error) {
	method, arguments := s.method(request.GetTool())
	if method == nil {
		return nil, invalid("tool", "must be the name of a tool, or of an RPC, package.Service/Method")
	}
	caller, refused := callerOf(request)
	if refused != nil {
		return nil, refused
	}
	if text := strings.TrimSpace(request.GetArguments()); text != "" {
		if err := protojson.Unmarshal([]byte(text), arguments); err != nil {
			return nil, invalid("arguments", "must be a JSON object of arguments of "+method.Name)
		}
	}
	decider := s.Access
	if text := request.GetTime(); text != "" {
		at, ok := momentOf(text, caller.Zone())
		if !ok {
			return nil, invalid("time", "must be RFC 3339, such as 2026-11-22T03:00:00+05:00, or without an offset in the caller's time zone")
		}
		decider = decider.At(clockwork.NewFakeClockAt(at))
	}
	// Nothing of who asks may count for who would call.
	decision, steps := decider.Explain(context.WithoutCancel(ctx), caller, method, arguments)
	answer := &gatewayv1.ExplainPolicyResponse{
		Tool: method.Name, Allowed: decision.Allowed, Rule: orNil(decision.Rule), Reason: orNil(decision.Reason),
	}
	for _, step := range steps {
		told := &gatewayv1.PolicyStep{Rule: step.Rule, Asked: step.Asked, Holds: step.Holds, Reason: orNil(step.Reason)}
		if step.Err != nil {
			told.Problem = orNil(step.Err.Error())
		}
		answer.Steps = append(answer.Steps, told)
	}
	return answer, nil
}

// method returns what a name means, and an empty request of it; nil if it means nothing.
func (s *Server) method(name string) (*access.Method, proto.Message) {
	if route := s.Table().Lookup(name); route != nil {
		return route.Access, route.Messages().Input.New().Interface()
	}
	service, method, _ := strings.Cut(strings.TrimPrefix(name, "/"), "/")
	for _, own := range s.Services {
		if string(own.FullName()) != service {
			continue
		}
		if found := own.Methods().ByName(protoreflect.Name(method)); found != nil {
			return access.NewMethod(found), dynamicpb.NewMessage(found.Input())
		}
	}
	return nil, nil
}

func callerOf(request *gatewayv1.ExplainPolicyRequest) (identity.Caller, *apperr.Error) {
	caller := identity.Caller{UserID: request.GetCaller(), Role: identity.Role(request.GetRole())}
	if caller.UserID == 0 && caller.Role != "" {
		return caller, invalid("role", "must be empty for an anonymous caller, or say which user it is")
	}
	if caller.UserID != 0 && caller.Role == "" {
		caller.Role = identity.RoleUser
	}
	if scopes := request.GetScopes(); len(scopes) > 0 {
		caller.Scopes = identity.LimitTo(scopes...)
	}
	var err error
	if address := strings.TrimSpace(request.GetAddress()); address != "" {
		if caller.Address, err = netip.ParseAddr(address); err != nil {
			return caller, invalid("address", "must be an IP address, such as 203.0.113.7")
		}
	}
	if zone := request.GetTimezone(); zone != "" {
		if caller.Timezone, err = identity.LoadZone(zone); err != nil {
			return caller, invalid("timezone", "must be an IANA time zone, such as Asia/Karachi")
		}
	}
	return caller, nil
}

func momentOf(text string, zone *time.Location) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, true
		}
	}
	return time.Time{}, false
}

func invalid(field, message string) *apperr.Error {
	return apperr.Invalid(apperr.Violation{Field: field, Message: message})
}
