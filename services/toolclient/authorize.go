package toolclient

import (
	"context"
	"net/netip"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Authorizer settles who is calling, and whether they may.
type Authorizer struct {
	// Profiles completes callers.
	Profiles Profiles
	// Access decides; nil decides by the annotations alone.
	Access *access.Decider
	// Address returns from where a call comes, for rules about it; nil leaves that to whoever said it before.
	Address func(context.Context) netip.Addr
	// Unnamed says that a call may name its user, so that who is nobody yet may be somebody then.
	Unnamed bool
}

// Authorize returns the caller, completed by the profile, or why the caller may not call the method.
func (a *Authorizer) Authorize(ctx context.Context, caller identity.Caller, method *access.Method) (identity.Caller, *apperr.Error) {
	caller = a.Complete(ctx, caller)
	if refused := a.Access.Decide(ctx, caller, method, nil).Err(); refused != nil {
		return identity.Caller{}, refused
	}
	return caller, nil
}

// Complete returns the caller with what the decision needs: the profile of a user, and the address where a rule asks for it.
func (a *Authorizer) Complete(ctx context.Context, caller identity.Caller) identity.Caller {
	if caller.UserID != 0 {
		caller = a.Profiles.Complete(ctx, caller)
	}
	caller.Unnamed = caller.UserID == 0 && (caller.Unnamed || a.Unnamed)
	if a.Address != nil && a.Access.NeedsAddress() {
		caller.Address = a.Address(ctx)
	}
	return caller
}
