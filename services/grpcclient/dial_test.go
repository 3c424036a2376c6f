package grpcclient_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/resolver"
	"google.golang.org/grpc/resolver/manual"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/requestid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users is a bare gRPC server, which shows what the connection alone does.
type users struct {
	usersv1.UnimplementedUserServiceServer
	answer func(context.Context) error
}

func (u users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	return &usersv1.GetUserInfoResponse{}, u.answer(ctx)
}

func serve(t *testing.T, answer func(context.Context) error) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	usersv1.RegisterUserServiceServer(server, users{answer: answer})
	go server.Serve(listener)
	t.Cleanup(server.Stop)
	return listener.Addr().String()
}

func call(ctx context.Context, t *testing.T, target string, options grpcclient.Options) error {
	t.Helper()
	conn, err := grpcclient.Dial(target, options)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_, err = usersv1.NewUserServiceClient(conn).GetUserInfo(ctx, &usersv1.GetUserInfoRequest{})
	return err
}

func TestACallEndsThoughItsCallerSetNoDeadline(t *testing.T) {
	hang := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	err := call(t.Context(), t, serve(t, hang), grpcclient.Options{Deadline: 20 * time.Millisecond})
	if status.Code(err) != codes.DeadlineExceeded {
		t.Errorf("got %v", err)
	}
}

func TestAnErrorReadsAsTheServiceSentItWhenRetriesAreUsedUp(t *testing.T) {
	away := status.Error(codes.Unavailable, "the data cannot be reached now")
	target := serve(t, func(context.Context) error { return away })
	err := call(t.Context(), t, target, grpcclient.Options{ServiceConfig: `{"methodConfig": [{"name": [{}], "retryPolicy": {
		"maxAttempts": 2, "initialBackoff": "0.001s", "maxBackoff": "0.001s", "backoffMultiplier": 1,
		"retryableStatusCodes": ["UNAVAILABLE"]}}]}`})
	if got := status.Convert(err).Message(); got != "the data cannot be reached now" {
		t.Errorf("message = %q", got)
	}
}

func TestTheDeadlineIsTheCallersWhereItHasOne(t *testing.T) {
	const own = time.Minute
	ctx, cancel := context.WithTimeout(t.Context(), own)
	defer cancel()
	for name, tc := range map[string]struct {
		ctx     context.Context
		options grpcclient.Options
		want    time.Duration // 0 is none
	}{
		"the caller's own": {ctx, grpcclient.Options{}, own},
		"the default":      {t.Context(), grpcclient.Options{}, grpcclient.DefaultDeadline},
		"none":             {t.Context(), grpcclient.Options{Deadline: -1}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			var remaining time.Duration
			target := serve(t, func(ctx context.Context) error {
				if deadline, ok := ctx.Deadline(); ok {
					remaining = time.Until(deadline)
				}
				return nil
			})
			if err := call(tc.ctx, t, target, tc.options); err != nil {
				t.Fatal(err)
			}
			if remaining > tc.want || remaining < tc.want/2 {
				t.Errorf("the server had %v, want %v", remaining, tc.want)
			}
		})
	}
}

func TestACallCarriesItsContextsIdentityAndNoOther(t *testing.T) {
	var got metadata.MD
	target := serve(t, func(ctx context.Context) error {
		got, _ = metadata.FromIncomingContext(ctx)
		return nil
	})
	forged := metadata.AppendToOutgoingContext(t.Context(), "x-user-id", "1", "x-user-role", "admin", "x-other", "kept")
	for name, tc := range map[string]struct {
		caller identity.Caller
		id     []string
	}{
		"nobody": {identity.Caller{}, nil},
		"user 5": {identity.Caller{UserID: 5}, []string{"5"}},
	} {
		t.Run(name, func(t *testing.T) {
			if err := call(identity.NewContext(forged, tc.caller), t, target, grpcclient.Options{}); err != nil {
				t.Fatal(err)
			}
			if id := got.Get("x-user-id"); len(id) != len(tc.id) || (len(id) == 1 && id[0] != tc.id[0]) {
				t.Errorf("x-user-id is %v, want %v", id, tc.id)
			}
			if role := got.Get("x-user-role"); role != nil {
				t.Errorf("x-user-role is %v", role)
			}
			if other := got.Get("x-other"); len(other) != 1 {
				t.Errorf("x-other is %v", other)
			}
		})
	}
}

// A call says once which request it is for and where that came from, whatever else its context says.
func TestACallSaysWhereItCameFrom(t *testing.T) {
	var got metadata.MD
	target := serve(t, func(ctx context.Context) error {
		got, _ = metadata.FromIncomingContext(ctx)
		return nil
	})
	options := grpcclient.Options{Origin: func(context.Context) string { return "tool;oidc;;192.0.2.1" }}
	ctx := identity.NewContext(requestid.NewContext(t.Context(), "mine"), identity.Caller{UserID: 5})
	for name, ctx := range map[string]context.Context{
		"with nothing else": ctx,
		"with a forged one": metadata.AppendToOutgoingContext(ctx, "x-audit-origin", "rest;;;", "x-request-id", "forged", "x-other", "kept"),
	} {
		t.Run(name, func(t *testing.T) {
			if err := call(ctx, t, target, options); err != nil {
				t.Fatal(err)
			}
			for key, want := range map[string]string{"x-audit-origin": "tool;oidc;;192.0.2.1", "x-request-id": "mine", "x-user-id": "5"} {
				if values := got.Get(key); len(values) != 1 || values[0] != want {
					t.Errorf("%s is %q, want %q", key, values, want)
				}
			}
		})
	}
	if err := call(ctx, t, target, grpcclient.Options{}); err != nil || got.Get("x-audit-origin") != nil {
		t.Errorf("%v; nobody said an origin, and it is %q", err, got.Get("x-audit-origin"))
	}
}

func TestErrorsArriveAsTheServerGaveThem(t *testing.T) {
	want := apperr.Invalid(apperr.Violation{Field: "city", Message: "Required"})
	err := call(t.Context(), t, serve(t, func(context.Context) error { return want }), grpcclient.Options{})
	got := apperr.From(err)
	if got == nil || got.Code != want.Code || got.Message != want.Message || len(got.Violations) != 1 {
		t.Errorf("got %v", err)
	}
	if errors.Is(err, context.Canceled) {
		t.Errorf("the connection made something else of it: %v", err)
	}
}

// Which of the two ends has the lower limit does not matter, and it is no matter of too many calls.
func TestAnAnswerThatIsTooLargeIsItsOwnError(t *testing.T) {
	long := func() *usersv1.GetUserInfoResponse {
		return &usersv1.GetUserInfoResponse{User: &usersv1.User{DisplayName: proto.String(strings.Repeat("x", 8<<10))}}
	}
	for name, limits := range map[string]struct{ client, server int }{
		"for the client": {client: 4 << 10, server: 1 << 20},
		"for the server": {client: 1 << 20, server: 4 << 10},
	} {
		t.Run(name, func(t *testing.T) {
			listener, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			server := grpc.NewServer(grpc.MaxSendMsgSize(limits.server))
			usersv1.RegisterUserServiceServer(server, answering{answer: long})
			go server.Serve(listener)
			t.Cleanup(server.Stop)
			got := apperr.From(call(t.Context(), t, listener.Addr().String(), grpcclient.Options{MaxMessageBytes: limits.client}))
			if got == nil || got.ToolCode() != "SERVER_ERROR" || got.Reason != errorsv1.Reason_REASON_ANSWER_TOO_LARGE ||
				got.HTTPStatus() != http.StatusInternalServerError || !strings.Contains(got.Message, "ask for less") {
				t.Errorf("got %+v", got)
			}
		})
	}
	throttled := status.Error(codes.ResourceExhausted, "too many calls; try again")
	address := serve(t, func(context.Context) error { return throttled })
	if got := apperr.From(call(t.Context(), t, address, grpcclient.Options{})); got.ToolCode() != "RATE_LIMITED" {
		t.Errorf("too many calls are %+v", got)
	}
}

type answering struct {
	usersv1.UnimplementedUserServiceServer
	answer func() *usersv1.GetUserInfoResponse
}

func (a answering) GetUserInfo(context.Context, *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	return a.answer(), nil
}

func TestAResolverIsTheConnectionsOwn(t *testing.T) {
	target := serve(t, func(context.Context) error { return nil })
	instances := manual.NewBuilderWithScheme("instances")
	instances.InitialState(resolver.State{Addresses: []resolver.Address{{Addr: target}}})
	if err := call(t.Context(), t, "instances:///users-svc", grpcclient.Options{Resolvers: []resolver.Builder{instances}}); err != nil {
		t.Errorf("with the resolver: %v", err)
	}
	if err := call(t.Context(), t, "instances:///users-svc", grpcclient.Options{}); err == nil {
		t.Error("another connection resolved it too")
	}
}

func TestAnInvalidServiceConfigIsRefused(t *testing.T) {
	if _, err := grpcclient.Dial("127.0.0.1:1", grpcclient.Options{ServiceConfig: "{"}); err == nil {
		t.Error("it was accepted")
	}
}
