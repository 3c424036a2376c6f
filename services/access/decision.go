// Package access decides who may call what: one decision, which every edge asks for and each service asks for again. It knows
// what the annotation of an RPC says (who may call, and with which scopes), and the rules of a policy file.
package access

import (
	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/services/apperr"
)

// The names of the rules that hold without a policy file. No rule of a file has one of these names.
const (
	RuleUser   = "user"   // a user must be signed in
	RuleAdmin  = "admin"  // the user must be an administrator
	RuleScopes = "scopes" // the credential must have the scopes
)

// Decision is whether a call is allowed. The zero Decision refuses.
type Decision struct {
	Allowed bool
	// Rule is the rule that refused, one of the constants or one of the policy file; empty when the call is allowed.
	Rule string
	// Reason is why it refused, a sentence for the caller.
	Reason string
	// Internal reports that the caller is told neither.
	Internal bool
	// MissingScopes are those that the credential lacks; nil when it lacks none.
	MissingScopes []string

	code codes.Code
}

var allowed = Decision{Allowed: true}

// Err returns the decision as the error that the caller gets, nil when the call is allowed: AUTH_REQUIRED where signing in would
// help, and FORBIDDEN, with the missing scopes and the rule as metadata.
func (d Decision) Err() *apperr.Error {
	switch {
	case d.Allowed:
		return nil
	case d.code == codes.Unauthenticated:
		return apperr.NeedsUser(d.Rule, d.Reason)
	case d.Internal:
		return apperr.RefusedInternally(d.Rule)
	}
	return apperr.RefusedBy(d.Rule, d.Reason, d.MissingScopes...)
}
