package apperr

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
)

// The public messages of failures whose own text may hold addresses or internals.
const (
	internalMessage    = "internal error"
	unavailableMessage = "the service cannot be reached; try again later"
	deadlineMessage    = "not answered within the deadline"
	canceledMessage    = "the call was cancelled"
	tooLargeMessage    = "the answer is larger than may be sent: ask for less at a time"
)

// GRPCStatus returns the error as it goes on the wire: the code, the public message, ErrorInfo and, with violations, BadRequest.
// grpc-go calls it for an error that a handler returns.
func (e *Error) GRPCStatus() *status.Status {
	if e.Code == codes.OK { // an error is never a success
		return status.New(codes.Unknown, internalMessage)
	}
	st := status.New(e.Code, e.Message)
	reason := e.Reason
	if reason == errorsv1.Reason_REASON_UNSPECIFIED {
		reason = rowOf(e.Code).reason
	}
	details := []protoadapt.MessageV1{
		&errdetails.ErrorInfo{Reason: reasonName(reason), Domain: Domain, Metadata: e.Metadata},
	}
	if len(e.Violations) > 0 {
		bad := &errdetails.BadRequest{}
		for _, v := range e.Violations {
			bad.FieldViolations = append(bad.FieldViolations,
				&errdetails.BadRequest_FieldViolation{Field: v.Field, Description: v.Message})
		}
		details = append(details, bad)
	}
	detailed, err := st.WithDetails(details...)
	if err != nil { // a message that is not UTF-8 cannot be marshaled; the code and text still stand
		return st
	}
	return detailed
}

// From returns any error as an *Error. An *Error in the chain is returned itself, a gRPC status is read back with its
// details, context errors are TIMEOUT and CANCELLED, and everything else is Internal with err as its cause. Text that may
// hold internals or addresses is replaced and kept as the cause: that of INTERNAL, UNKNOWN and DATA_LOSS from anybody, and
// of UNAVAILABLE, DEADLINE_EXCEEDED and CANCELLED from outside the platform. From(nil) returns nil.
func From(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	if st, ok := status.FromError(err); ok {
		return fromStatus(st, err)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return New(codes.DeadlineExceeded, errorsv1.Reason_REASON_TIMEOUT, deadlineMessage).WithCause(err)
	case errors.Is(err, context.Canceled):
		return New(codes.Canceled, errorsv1.Reason_REASON_HTTP_ERROR, canceledMessage).WithCause(err)
	default:
		return Internal(err)
	}
}

func fromStatus(st *status.Status, err error) *Error {
	e := &Error{Code: st.Code(), Message: st.Message(), cause: err}
	ours := false
	for _, detail := range st.Details() {
		switch d := detail.(type) {
		case *errdetails.ErrorInfo:
			if d.GetDomain() == Domain {
				ours = true
				e.Reason, e.Metadata = reasonOf(d.GetReason()), d.GetMetadata()
			}
		case *errdetails.BadRequest:
			for _, v := range d.GetFieldViolations() {
				e.Violations = append(e.Violations, Violation{Field: v.GetField(), Message: v.GetDescription()})
			}
		}
	}
	if !ours && isTooLarge(st) {
		return New(codes.Internal, errorsv1.Reason_REASON_ANSWER_TOO_LARGE, tooLargeMessage).WithCause(err)
	}
	if e.Reason == errorsv1.Reason_REASON_UNSPECIFIED {
		e.Reason = rowOf(e.Code).reason
	}
	e.Message = publicMessage(e.Code, e.Message, ours)
	return e
}

// isTooLarge reports whether gRPC itself refused a message over the limit. A service that refuses too many calls uses the
// same code.
func isTooLarge(st *status.Status) bool {
	return st.Code() == codes.ResourceExhausted &&
		(strings.Contains(st.Message(), "message larger than max") ||
			strings.Contains(st.Message(), "message after decompression larger than max"))
}

func publicMessage(code codes.Code, message string, ours bool) string {
	switch code {
	case codes.OK, codes.Internal, codes.Unknown, codes.DataLoss:
		return internalMessage
	case codes.Unavailable:
		message = ifForeign(message, ours, unavailableMessage)
	case codes.DeadlineExceeded:
		message = ifForeign(message, ours, deadlineMessage)
	case codes.Canceled:
		message = ifForeign(message, ours, canceledMessage)
	}
	return message
}

func ifForeign(message string, ours bool, instead string) string {
	if ours {
		return message
	}
	return instead
}
