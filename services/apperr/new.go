package apperr

import (
	"fmt"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// New returns an error with a code and a reason. The formatted message is public.
func New(code codes.Code, reason errorsv1.Reason, format string, args ...any) *Error {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	return &Error{Code: code, Reason: reason, Message: message}
}

// Invalid returns an error for invalid arguments: INVALID_ARGUMENT, VALIDATION_ERROR. Its message lists the violations.
func Invalid(violations ...Violation) *Error {
	if len(violations) > maxViolations {
		violations = violations[:maxViolations:maxViolations]
	}
	return &Error{
		Code:       codes.InvalidArgument,
		Reason:     errorsv1.Reason_REASON_VALIDATION_ERROR,
		Message:    violationsMessage(violations),
		Violations: violations,
	}
}

// NotFound returns an error for something that does not exist for this user: NOT_FOUND.
func NotFound(format string, args ...any) *Error {
	return New(codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND, format, args...)
}

// Refused returns an error for a valid request that the current state does not allow: FAILED_PRECONDITION, INVALID_REQUEST.
func Refused(format string, args ...any) *Error {
	return New(codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// Conflict returns an error for a request that lost a race with another: ABORTED, INVALID_REQUEST.
func Conflict(format string, args ...any) *Error {
	return New(codes.Aborted, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// AlreadyExists returns an error for creating what exists already: ALREADY_EXISTS, INVALID_REQUEST.
func AlreadyExists(format string, args ...any) *Error {
	return New(codes.AlreadyExists, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// Unauthenticated returns an error for a missing user or an invalid credential: UNAUTHENTICATED, AUTH_REQUIRED.
func Unauthenticated(format string, args ...any) *Error {
	return New(codes.Unauthenticated, errorsv1.Reason_REASON_AUTH_REQUIRED, format, args...)
}

// Forbidden returns an error for what the user is not permitted to do: PERMISSION_DENIED, FORBIDDEN.
func Forbidden(format string, args ...any) *Error {
	return New(codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, format, args...)
}

// Unavailable returns an error for a service that is unreachable or cannot answer now: UNAVAILABLE, NETWORK_ERROR.
func Unavailable(format string, args ...any) *Error {
	return New(codes.Unavailable, errorsv1.Reason_REASON_NETWORK_ERROR, format, args...)
}

// RateLimited returns an error for too many calls: RESOURCE_EXHAUSTED, RATE_LIMITED.
func RateLimited(format string, args ...any) *Error {
	return New(codes.ResourceExhausted, errorsv1.Reason_REASON_RATE_LIMITED, format, args...)
}

// Internal returns an error for a failure of the service: INTERNAL, SERVER_ERROR. Only logs show the cause; the public
// message is always the same.
func Internal(cause error) *Error {
	return New(codes.Internal, errorsv1.Reason_REASON_SERVER_ERROR, internalMessage).WithCause(cause)
}
