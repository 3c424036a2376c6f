package apperr_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
)

func TestTheContractsTable(t *testing.T) {
	const unspecified = errorsv1.Reason_REASON_UNSPECIFIED
	for _, tc := range []struct {
		code     codes.Code
		reason   errorsv1.Reason
		toolCode string
		http     int
	}{
		{codes.InvalidArgument, unspecified, "VALIDATION_ERROR", 400},
		{codes.InvalidArgument, errorsv1.Reason_REASON_PAGE_TOKEN_INVALID, "VALIDATION_ERROR", 400},
		{codes.FailedPrecondition, unspecified, "INVALID_REQUEST", 400},
		{codes.OutOfRange, unspecified, "INVALID_REQUEST", 400},
		{codes.Aborted, unspecified, "INVALID_REQUEST", 409},
		{codes.AlreadyExists, unspecified, "INVALID_REQUEST", 409},
		{codes.AlreadyExists, errorsv1.Reason_REASON_NAME_TAKEN, "INVALID_REQUEST", 409},
		{codes.Unauthenticated, unspecified, "AUTH_REQUIRED", 401},
		{codes.Unauthenticated, errorsv1.Reason_REASON_CREDENTIAL_INVALID, "SERVER_ERROR", 500},
		{codes.PermissionDenied, unspecified, "FORBIDDEN", 403},
		{codes.NotFound, unspecified, "NOT_FOUND", 404},
		{codes.NotFound, errorsv1.Reason_REASON_TOOL_NOT_FOUND, "TOOL_NOT_FOUND", 404},
		{codes.ResourceExhausted, unspecified, "RATE_LIMITED", 429},
		{codes.Unavailable, unspecified, "NETWORK_ERROR", 503},
		{codes.DeadlineExceeded, unspecified, "TIMEOUT", 504},
		{codes.Internal, unspecified, "SERVER_ERROR", 500},
		{codes.Unknown, unspecified, "SERVER_ERROR", 500},
		{codes.DataLoss, unspecified, "SERVER_ERROR", 500},
		{codes.Unimplemented, unspecified, "HTTP_ERROR", 501},
		{codes.Canceled, unspecified, "HTTP_ERROR", 499},
		{codes.ResourceExhausted, errorsv1.Reason_REASON_HTTP_ERROR, "HTTP_ERROR", 413},
		{codes.FailedPrecondition, errorsv1.Reason_REASON_HTTP_ERROR, "HTTP_ERROR", 422},
		{codes.FailedPrecondition, errorsv1.Reason_REASON_INPUT_REQUIRED, "INPUT_REQUIRED", 409},
		{codes.Internal, errorsv1.Reason_REASON_TOOL_EXECUTION_ERROR, "TOOL_EXECUTION_ERROR", 500},
		{codes.Code(99), unspecified, "SERVER_ERROR", 500},
	} {
		t.Run(fmt.Sprint(tc.code, tc.reason), func(t *testing.T) {
			e := apperr.New(tc.code, tc.reason, "x")
			if e.ToolCode() != tc.toolCode || e.HTTPStatus() != tc.http {
				t.Errorf("got %s %d, want %s %d", e.ToolCode(), e.HTTPStatus(), tc.toolCode, tc.http)
			}
		})
	}
}

func TestAnErrorIsWholeAfterAGRPCHop(t *testing.T) {
	taken := apperr.New(codes.AlreadyExists, errorsv1.Reason_REASON_NAME_TAKEN, "the name %q is taken", "add_task")
	taken.Metadata = map[string]string{"name": "add_task", "holder": "tasks-svc"}
	for name, sent := range map[string]*apperr.Error{
		"invalid":         apperr.Invalid(apperr.Violation{Field: "title", Message: "Required"}, apperr.Violation{Message: "no"}),
		"not found":       apperr.NotFound("there is no task %d", 7),
		"refused":         apperr.Refused("the task is completed"),
		"conflict":        apperr.Conflict("the task was changed meanwhile"),
		"already exists":  apperr.AlreadyExists("it is there"),
		"unauthenticated": apperr.Unauthenticated("a user is required"),
		"forbidden":       apperr.Forbidden("not yours"),
		"unavailable":     apperr.Unavailable("try again in a minute"),
		"rate limited":    apperr.RateLimited("too many calls"),
		"name taken":      taken,
	} {
		t.Run(name, func(t *testing.T) {
			got := apperr.From(sent.GRPCStatus().Err())
			if got.Code != sent.Code || got.Reason != sent.Reason || got.Message != sent.Message ||
				!reflect.DeepEqual(got.Violations, sent.Violations) || !reflect.DeepEqual(got.Metadata, sent.Metadata) {
				t.Errorf("sent %+v\n got %+v", sent, got)
			}
		})
	}
}

func TestOnTheWireAreErrorInfoAndBadRequest(t *testing.T) {
	st := apperr.Invalid(apperr.Violation{Field: "limit", Message: "must be at most 200"}).GRPCStatus()
	if st.Code() != codes.InvalidArgument || st.Message() != "limit: must be at most 200" {
		t.Fatalf("got %v", st)
	}
	info := st.Details()[0].(*errdetails.ErrorInfo)
	if info.GetReason() != "VALIDATION_ERROR" || info.GetDomain() != "salaatflow" {
		t.Errorf("ErrorInfo is %v", info)
	}
	bad := st.Details()[1].(*errdetails.BadRequest).GetFieldViolations()[0]
	if bad.GetField() != "limit" || bad.GetDescription() != "must be at most 200" {
		t.Errorf("violation is %v", bad)
	}
}

// A client asks for another token when scopes are missing, and for no other reason.
func TestOnlyScopesThatAreMissingAreMissing(t *testing.T) {
	for name, c := range map[string]struct {
		refused *apperr.Error
		want    []string
	}{
		"scopes":            {apperr.RefusedBy("scopes", "no", "tasks:read", "tasks:write"), []string{"tasks:read", "tasks:write"}},
		"a rule":            {apperr.RefusedBy("no-nights", "no"), nil},
		"another refusal":   {apperr.Forbidden("no"), nil},
		"no refusal at all": {apperr.NotFound("no"), nil},
	} {
		if got := c.refused.MissingScopes(); !slices.Equal(got, c.want) || (got == nil) != (c.want == nil) {
			t.Errorf("%s: %#v", name, got)
		}
	}
}

func TestInternalsNeverShow(t *testing.T) {
	const secret = "dial tcp 10.1.2.3:5432: SELECT * FROM users"
	for name, err := range map[string]error{
		"any error":           errors.New(secret),
		"wrapped":             fmt.Errorf("store: %w", errors.New(secret)),
		"internal":            apperr.Internal(errors.New(secret)),
		"refused with cause":  apperr.Refused("not now").WithCause(errors.New(secret)),
		"foreign internal":    status.Error(codes.Internal, secret),
		"foreign unknown":     status.Error(codes.Unknown, secret),
		"foreign data loss":   status.Error(codes.DataLoss, secret),
		"foreign unavailable": status.Error(codes.Unavailable, secret),
		"foreign deadline":    status.Error(codes.DeadlineExceeded, secret),
		"foreign cancel":      status.Error(codes.Canceled, secret),
		"deadline":            fmt.Errorf("%s: %w", secret, context.DeadlineExceeded),
		"cancelled":           fmt.Errorf("%s: %w", secret, context.Canceled),
	} {
		t.Run(name, func(t *testing.T) {
			e := apperr.From(err)
			wire := e.GRPCStatus().Proto().String()
			if strings.Contains(e.Message, "10.1.2.3") || strings.Contains(wire, "SELECT") {
				t.Errorf("shows internals: %s", wire)
			}
			if !strings.Contains(e.Error(), secret) {
				t.Errorf("the log lacks the cause: %s", e.Error())
			}
		})
	}
}

func TestFromKeepsWhatTheErrorSays(t *testing.T) {
	notFound := apperr.NotFound("there is no task 7")
	for name, tc := range map[string]struct {
		err  error
		code codes.Code
	}{
		"itself":            {notFound, codes.NotFound},
		"wrapped":           {fmt.Errorf("get: %w", notFound), codes.NotFound},
		"foreign status":    {status.Error(codes.NotFound, "there is no task 7"), codes.NotFound},
		"deadline exceeded": {context.DeadlineExceeded, codes.DeadlineExceeded},
		"cancelled":         {context.Canceled, codes.Canceled},
		"anything else":     {errors.New("x"), codes.Internal},
	} {
		t.Run(name, func(t *testing.T) {
			got := apperr.From(tc.err)
			if got.Code != tc.code {
				t.Errorf("got %v, want %v", got.Code, tc.code)
			}
			if tc.code == codes.NotFound && got.Message != notFound.Message {
				t.Errorf("got %q, want %q", got.Message, notFound.Message)
			}
		})
	}
	if apperr.From(nil) != nil {
		t.Error("From(nil) is an error")
	}
	var target *apperr.Error
	if !errors.As(error(notFound), &target) || !errors.Is(apperr.Internal(context.Canceled), context.Canceled) {
		t.Error("the chain is broken")
	}
}

func TestAnErrorIsNeverASuccessOnTheWire(t *testing.T) {
	if got := apperr.New(codes.OK, 0, "x").GRPCStatus().Code(); got != codes.Unknown {
		t.Errorf("got %v", got)
	}
}

func TestTheSameIsSaidOnceOfSeveralFields(t *testing.T) {
	e := apperr.Invalid(
		apperr.Violation{Field: "tool_name", Message: "Required"}, apperr.Violation{Field: "reason", Message: "Required"},
		apperr.Violation{Field: "id", Message: "Expected integer, received string"}, apperr.Violation{Message: "Required"},
	)
	const want = "tool_name, reason: Required; id: Expected integer, received string; Required"
	if e.Message != want {
		t.Errorf("got %q, want %q", e.Message, want)
	}
}

func TestAHostileRequestCannotMakeItsAnswerLarge(t *testing.T) {
	many := make([]apperr.Violation, 10_000)
	for i := range many {
		many[i] = apperr.Violation{Field: fmt.Sprint("f", i), Message: "unknown"}
	}
	e := apperr.Invalid(many...)
	if len(e.Violations) != 32 || !strings.HasSuffix(e.Message, "f4: unknown; and more") {
		t.Errorf("%d violations, message %q", len(e.Violations), e.Message)
	}
}
