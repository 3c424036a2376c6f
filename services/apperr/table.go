package apperr

import (
	"net/http"
	"strings"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// statusClientClosedRequest is the usual, unregistered HTTP status for a caller that went away.
const statusClientClosedRequest = 499

// row is one row of the contract's error table.
type row struct {
	reason errorsv1.Reason
	http   int
}

// table maps each gRPC code to its meaning at the edge.
var table = map[codes.Code]row{
	codes.InvalidArgument:    {errorsv1.Reason_REASON_VALIDATION_ERROR, http.StatusBadRequest},
	codes.FailedPrecondition: {errorsv1.Reason_REASON_INVALID_REQUEST, http.StatusBadRequest},
	codes.OutOfRange:         {errorsv1.Reason_REASON_INVALID_REQUEST, http.StatusBadRequest},
	codes.Aborted:            {errorsv1.Reason_REASON_INVALID_REQUEST, http.StatusConflict},
	codes.AlreadyExists:      {errorsv1.Reason_REASON_INVALID_REQUEST, http.StatusConflict},
	codes.Unauthenticated:    {errorsv1.Reason_REASON_AUTH_REQUIRED, http.StatusUnauthorized},
	codes.PermissionDenied:   {errorsv1.Reason_REASON_FORBIDDEN, http.StatusForbidden},
	codes.NotFound:           {errorsv1.Reason_REASON_NOT_FOUND, http.StatusNotFound},
	codes.ResourceExhausted:  {errorsv1.Reason_REASON_RATE_LIMITED, http.StatusTooManyRequests},
	codes.Unavailable:        {errorsv1.Reason_REASON_NETWORK_ERROR, http.StatusServiceUnavailable},
	codes.DeadlineExceeded:   {errorsv1.Reason_REASON_TIMEOUT, http.StatusGatewayTimeout},
	codes.Unimplemented:      {errorsv1.Reason_REASON_HTTP_ERROR, http.StatusNotImplemented},
	codes.Canceled:           {errorsv1.Reason_REASON_HTTP_ERROR, statusClientClosedRequest},
	codes.Internal:           {errorsv1.Reason_REASON_SERVER_ERROR, http.StatusInternalServerError},
	codes.Unknown:            {errorsv1.Reason_REASON_SERVER_ERROR, http.StatusInternalServerError},
	codes.DataLoss:           {errorsv1.Reason_REASON_SERVER_ERROR, http.StatusInternalServerError},
}

func rowOf(code codes.Code) row {
	if r, ok := table[code]; ok {
		return r
	}
	return table[codes.Unknown]
}

// ToolCode returns the `error` of a ToolResult, such as VALIDATION_ERROR. That a program of the platform is not trusted by
// another is a failure of the platform and not of its caller.
func (e *Error) ToolCode() string {
	switch e.Reason {
	case errorsv1.Reason_REASON_CREDENTIAL_INVALID, errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED:
		return reasonName(errorsv1.Reason_REASON_SERVER_ERROR)
	case errorsv1.Reason_REASON_TOOL_NOT_FOUND,
		errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR,
		errorsv1.Reason_REASON_INPUT_REQUIRED,
		errorsv1.Reason_REASON_HTTP_ERROR:
		return reasonName(e.Reason)
	default:
		return reasonName(rowOf(e.Code).reason)
	}
}

// HTTPStatus returns the HTTP status of the error, such as 400. With the reason HTTP_ERROR, RESOURCE_EXHAUSTED is a body that
// is too large, and FAILED_PRECONDITION an idempotency key of another request.
func (e *Error) HTTPStatus() int {
	switch {
	case e.Reason == errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, e.Reason == errorsv1.Reason_REASON_CREDENTIAL_INVALID,
		e.Reason == errorsv1.Reason_REASON_IDENTITY_NOT_ALLOWED:
		return http.StatusInternalServerError
	case e.Reason == errorsv1.Reason_REASON_INPUT_REQUIRED:
		return http.StatusConflict
	case e.Reason == errorsv1.Reason_REASON_HTTP_ERROR && e.Code == codes.ResourceExhausted:
		return http.StatusRequestEntityTooLarge
	case e.Reason == errorsv1.Reason_REASON_HTTP_ERROR && e.Code == codes.FailedPrecondition:
		return http.StatusUnprocessableEntity
	default:
		return rowOf(e.Code).http
	}
}

// reasonName returns the reason as ErrorInfo and ToolResult spell it.
func reasonName(reason errorsv1.Reason) string {
	return strings.TrimPrefix(reason.String(), "REASON_")
}

// reasonOf parses the name of a reason. It returns UNSPECIFIED for one that this build does not know.
func reasonOf(name string) errorsv1.Reason {
	return errorsv1.Reason(errorsv1.Reason_value["REASON_"+name])
}
