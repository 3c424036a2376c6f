package apperr

import (
	"strings"

	"google.golang.org/grpc/codes"
)

// Keys of the metadata of a refusal.
const (
	keyRule          = "rule"
	keyMissingScopes = "missing_scopes"
)

// RefusedBy returns an error for what a rule does not permit: PERMISSION_DENIED, FORBIDDEN. Scopes are those that the caller's
// credential lacks, if that is the reason.
func RefusedBy(rule, reason string, scopes ...string) *Error {
	refused := Forbidden("%s", reason)
	refused.Metadata = map[string]string{keyRule: rule}
	if len(scopes) > 0 {
		refused.Metadata[keyMissingScopes] = strings.Join(scopes, " ")
	}
	return refused
}

// Rule returns the rule that refused, here or at a service; "" for an error that is no refusal of a rule.
func (e *Error) Rule() string {
	if e.Code != codes.PermissionDenied {
		return ""
	}
	return e.Metadata[keyRule]
}

// MissingScopes returns the scopes that the caller's credential lacks; nil for an error that is about something else.
func (e *Error) MissingScopes() []string {
	missing := e.Metadata[keyMissingScopes]
	if e.Code != codes.PermissionDenied || missing == "" {
		return nil
	}
	return strings.Fields(missing)
}
