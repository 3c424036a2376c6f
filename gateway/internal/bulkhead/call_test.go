package bulkhead_test

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"sync"
	"testing"

	"go.uber.org/goleak"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// users answers when it is told to.
type users struct {
	usersv1.UnimplementedUserServiceServer
	called  chan struct{} // gets a value for each call
	release <-chan struct{}
}

func (u users) GetUserInfo(ctx context.Context, _ *usersv1.GetUserInfoRequest) (*usersv1.GetUserInfoResponse, error) {
	u.called <- struct{}{}
	select {
	case <-u.release:
		return &usersv1.GetUserInfoResponse{}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func dial(t *testing.T, service users, room *bulkhead.Service) usersv1.UserServiceClient {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	usersv1.RegisterUserServiceServer(server, service)
	go func() { _ = server.Serve(listener) }() // ends with Stop
	t.Cleanup(server.Stop)
	conn, err := grpc.NewClient(listener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithChainUnaryInterceptor(room.Unary))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return usersv1.NewUserServiceClient(conn)
}

func as(ctx context.Context, user int) context.Context {
	return identity.NewContext(ctx, identity.Caller{UserID: int32(user)})
}

func TestWhileOneServiceHangsAnotherRefusesNothing(t *testing.T) {
	const slots, flood = 64, 300
	limiter := newLimiter(slots, 8)
	release, answered := make(chan struct{}), make(chan struct{})
	close(answered)
	calledHanging, calledOther := make(chan struct{}, flood), make(chan struct{}, flood)
	hanging := dial(t, users{called: calledHanging, release: release}, limiter.Service("hanging-svc"))
	other := dial(t, users{called: calledOther, release: answered}, limiter.Service("other-svc"))
	var done sync.WaitGroup
	var mu sync.Mutex
	refusals := map[string]int{}
	for user := range flood {
		done.Go(func() {
			_, err := hanging.GetUserInfo(as(t.Context(), user+1), &usersv1.GetUserInfoRequest{})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				refusals[apperr.From(err).ToolCode()]++
			}
		})
	}
	for range slots / 2 {
		<-calledHanging
	}
	for user := range flood {
		if _, err := other.GetUserInfo(as(t.Context(), user+1), &usersv1.GetUserInfoRequest{}); err != nil {
			t.Fatalf("call %d of the other: %v", user, err)
		}
	}
	close(release)
	done.Wait()
	if len(refusals) != 1 || refusals["RATE_LIMITED"] == 0 {
		t.Errorf("the calls of the service that hung were refused so: %v", refusals)
	}
	if _, err := hanging.GetUserInfo(as(t.Context(), 1), &usersv1.GetUserInfoRequest{}); err != nil {
		t.Errorf("when it answers again: %v", err)
	}
}

func TestWhoseCallsCountTogether(t *testing.T) {
	from := func(address string) context.Context {
		request := httptest.NewRequest(http.MethodGet, "/", nil)
		request.RemoteAddr = address
		return authn.NewContext(t.Context(), (&authn.Authenticator{Mode: authn.Dev}).FromRequest(request))
	}
	for _, c := range []struct {
		name string
		ctx  context.Context
		want bulkhead.Caller
	}{
		{"a user, wherever from", as(from("203.0.113.7:5000"), 3), bulkhead.Caller{UserID: 3}},
		{"nobody, by address", from("203.0.113.7:5000"), bulkhead.Caller{Network: netip.MustParsePrefix("203.0.113.7/32")}},
		{"nobody, by another port", from("203.0.113.7:5001"), bulkhead.Caller{Network: netip.MustParsePrefix("203.0.113.7/32")}},
		{
			"an IPv4 address written as IPv6", from("[::ffff:203.0.113.7]:1"),
			bulkhead.Caller{Network: netip.MustParsePrefix("203.0.113.7/32")},
		},
		{
			"a subscriber's network of IPv6", from("[2001:db8:1:2:3:4:5:6]:1"),
			bulkhead.Caller{Network: netip.MustParsePrefix("2001:db8:1:2::/64")},
		},
		{"no request at all", t.Context(), bulkhead.Caller{}},
	} {
		if got := bulkhead.CallerOf(c.ctx); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
