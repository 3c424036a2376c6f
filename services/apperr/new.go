package apperr

import (
	"fmt"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// New makes an error of a code and a reason. The formatted message is public.
func New(code codes.Code, reason errorsv1.Reason, format string, args ...any) *Error {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	return &Error{Code: code, Reason: reason, Message: message}
}

// Invalid refuses arguments: INVALID_ARGUMENT, VALIDATION_ERROR. The message is made of the violations.
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

// NotFound says that there is no such thing of this user: NOT_FOUND.
func NotFound(format string, args ...any) *Error {
	return New(codes.NotFound, errorsv1.Reason_REASON_NOT_FOUND, format, args...)
}

// Refused refuses a well-formed request in the present state: FAILED_PRECONDITION, INVALID_REQUEST.
func Refused(format string, args ...any) *Error {
	return New(codes.FailedPrecondition, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// Conflict refuses a request that lost a race with another: ABORTED, INVALID_REQUEST.
func Conflict(format string, args ...any) *Error {
	return New(codes.Aborted, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// AlreadyExists refuses to make what is there: ALREADY_EXISTS, INVALID_REQUEST.
func AlreadyExists(format string, args ...any) *Error {
	return New(codes.AlreadyExists, errorsv1.Reason_REASON_INVALID_REQUEST, format, args...)
}

// Unauthenticated says that a user is needed, or that the credential is bad: UNAUTHENTICATED, AUTH_REQUIRED.
func Unauthenticated(format string, args ...any) *Error {
	return New(codes.Unauthenticated, errorsv1.Reason_REASON_AUTH_REQUIRED, format, args...)
}

// Forbidden says that the user may not: PERMISSION_DENIED, FORBIDDEN.
func Forbidden(format string, args ...any) *Error {
	return New(codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, format, args...)
}

// Unavailable says that the service cannot be reached or cannot answer now: UNAVAILABLE, NETWORK_ERROR.
func Unavailable(format string, args ...any) *Error {
	return New(codes.Unavailable, errorsv1.Reason_REASON_NETWORK_ERROR, format, args...)
}

// RateLimited says that there are too many calls: RESOURCE_EXHAUSTED, RATE_LIMITED.
func RateLimited(format string, args ...any) *Error {
	return New(codes.ResourceExhausted, errorsv1.Reason_REASON_RATE_LIMITED, format, args...)
}

// Internal says that the service failed: INTERNAL, SERVER_ERROR. The cause is for the log alone; the public message is
// always the same.
func Internal(cause error) *Error {
	return New(codes.Internal, errorsv1.Reason_REASON_SERVER_ERROR, internalMessage).WithCause(cause)
}
