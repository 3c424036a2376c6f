package access

import (
	"context"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// Decider makes the decision. A nil *Decider has no policy file: it decides by the annotations alone. It is safe for concurrent
// use.
type Decider struct {
	rules *file
	clock clock.Clock
}

// Decide decides whether the caller may call the method. Arguments is the request; nil leaves out the rules about arguments,
// for a decision that comes before there are any, as that about a list.
func (d *Decider) Decide(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) Decision {
	decision := byAnnotation(caller, method)
	if decision.Allowed && arguments != nil {
		decision = byOwner(caller, method, arguments)
	}
	if !decision.Allowed || d == nil || !method.ForCallers {
		return decision
	}
	return d.byRules(ctx, caller, method, arguments)
}

// Lists reports whether a list of what the caller may call has the method. Rules about arguments are left out, and a user is not missed
// where the call could name one.
func (d *Decider) Lists(ctx context.Context, caller identity.Caller, method *Method) bool {
	if !caller.Unnamed && method.AsksScopes && !caller.Scopes.Allows(method.Scopes...) {
		return false // without saying why, which would take longer than to decide it
	}
	decision := d.Decide(ctx, caller, method, nil)
	return decision.Allowed || decision.Rule == RuleUser && caller.Unnamed
}

// DecideArguments decides by what is said about arguments alone, for a call that was allowed before its arguments were read: the file
// was looked at then.
func (d *Decider) DecideArguments(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) Decision {
	if decision := byOwner(caller, method, arguments); !decision.Allowed || d == nil || !method.ForCallers {
		return decision
	}
	rules := d.rules.rules.Load()
	if len(rules.ofArguments) == 0 {
		return allowed
	}
	input := d.input(ctx, caller, method, arguments)
	defer input.release()
	return rules.decide(rules.ofArguments, input)
}

// HasRules reports whether there is a policy file, so that what a caller may call is not known from the annotations alone.
func (d *Decider) HasRules() bool { return d != nil }

// NeedsAddress reports whether a rule asks for the caller's address, which then has to be known.
func (d *Decider) NeedsAddress() bool { return d != nil && d.rules.current().address }

func byAnnotation(caller identity.Caller, method *Method) Decision {
	if method.needsUser() {
		if caller.UserID == 0 {
			return Decision{Rule: RuleUser, Reason: "sign in first: this call needs a user", code: codes.Unauthenticated}
		}
		if method.Auth == toolsv1.Auth_AUTH_ADMIN && !caller.IsAdmin() {
			return Decision{Rule: RuleAdmin, Reason: "only an administrator may call " + method.Name, code: codes.PermissionDenied}
		}
	}
	if method.AsksScopes && !caller.Scopes.Allows(method.Scopes...) {
		missing := caller.Scopes.Missing(method.Scopes...)
		return Decision{
			Rule: RuleScopes, Reason: method.Name + " needs the scope " + strings.Join(missing, " ") + ", which the credential does not have",
			MissingScopes: missing, code: codes.PermissionDenied,
		}
	}
	return allowed
}

// byOwner refuses who names another user in the field that says whose things an RPC is about, unless they are an administrator.
// Where the option names no int32, nobody can tell whose they are, and only administrators may.
func byOwner(caller identity.Caller, method *Method, arguments proto.Message) Decision {
	if method.owner == "" || caller.IsAdmin() {
		return allowed
	}
	message := arguments.ProtoReflect()
	field := message.Descriptor().Fields().ByName(method.owner)
	if field != nil && field.Kind() == protoreflect.Int32Kind && !field.IsList() {
		if owner := message.Get(field).Int(); owner == 0 || owner == int64(caller.UserID) {
			return allowed
		}
	}
	return Decision{
		Rule: RuleAdmin, Reason: "only an administrator may name another user as " + string(method.owner), code: codes.PermissionDenied,
	}
}

func (d *Decider) byRules(ctx context.Context, caller identity.Caller, method *Method, arguments proto.Message) Decision {
	rules := d.rules.current()
	asker, lasts := rules.remembered.asker(caller)
	asked := question{method, asker}
	_, known := rules.remembered.allowed.Get(asked)
	ofArguments := arguments != nil && len(rules.ofArguments) > 0
	if known && !ofArguments {
		return allowed
	}
	input := d.input(ctx, caller, method, arguments)
	defer input.release()
	if !known {
		decision := rules.decide(rules.general, input)
		if !decision.Allowed {
			return decision
		}
		if lasts {
			rules.remembered.allowed.Add(asked, struct{}{})
		}
	}
	if ofArguments {
		return rules.decide(rules.ofArguments, input)
	}
	return allowed
}
