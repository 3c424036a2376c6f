package apperr

import (
	"strings"

	"google.golang.org/grpc/codes"
)

// Keys of the metadata of a refusal.
const (
	keyRule          = "rule"
	keyInternal      = "rule_internal"
	keyMissingScopes = "missing_scopes"
)

// internalReason is all that callers are told of an internal rule.
const internalReason = "the platform's policy does not allow this call"

// RefusedInternally returns an error for what a rule does not permit of which callers are not told: PERMISSION_DENIED, FORBIDDEN.
// The error names the rule, for the audit of the programs that it passes; Told takes it out.
func RefusedInternally(rule string) *Error {
	refused := RefusedBy(rule, internalReason)
	refused.Metadata[keyInternal] = "true"
	return refused
}

// Told returns the error as callers may see it who are none of the platform's edges: without an internal rule.
func (e *Error) Told() *Error {
	if e.Metadata[keyInternal] == "" {
		return e
	}
	told := *e
	told.Metadata = nil
	return &told
}

// NeedsUser returns an error for a call without a user that a rule says there must be: UNAUTHENTICATED, AUTH_REQUIRED.
func NeedsUser(rule, reason string) *Error {
	refused := Unauthenticated("%s", reason)
	refused.Metadata = map[string]string{keyRule: rule}
	return refused
}

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
	if e.Code != codes.PermissionDenied && e.Code != codes.Unauthenticated {
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
