package apitokens_test

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/grpc"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/gateway/internal/apitokens"
	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// users is a users-svc that knows the tokens of user 7.
type users struct {
	usersv1.UserServiceClient
	asked atomic.Int32
	// If hold is not nil, an answer waits for it to be closed, and began receives that it waits.
	hold, began chan struct{}

	mu     sync.Mutex
	tokens map[apitoken.Digest]bool
	away   *apperr.Error
}

func (u *users) VerifyToken(
	ctx context.Context, request *usersv1.VerifyTokenRequest, _ ...grpc.CallOption,
) (*usersv1.VerifyTokenResponse, error) {
	u.asked.Add(1)
	if u.hold != nil {
		u.began <- struct{}{}
		select {
		case <-u.hold:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case u.away != nil:
		return nil, u.away
	case !u.tokens[apitoken.Digest(request.GetDigest())]:
		return nil, apperr.Unauthenticated("the API token is unknown or has been revoked")
	}
	return &usersv1.VerifyTokenResponse{
		UserId: 7, TokenId: 1, Scopes: []string{"tasks:read"}, ExpiresAt: noon.Add(time.Hour).Format(time.RFC3339Nano),
		Issuer: "https://id.example.org",
	}, nil
}

func (u *users) set(change func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	change()
}

func setUp(t *testing.T) (v *apitokens.Verifier, u *users, clock *clockwork.FakeClock, token string) {
	t.Helper()
	token = apitoken.New()
	digest, _ := apitoken.DigestOf(token)
	u = &users{tokens: map[apitoken.Digest]bool{digest: true}}
	clock = clockwork.NewFakeClockAt(noon)
	return apitokens.New(u, clock), u, clock, token
}

func wantCaller(t *testing.T, v *apitokens.Verifier, token string) {
	t.Helper()
	got, err := v.Verify(t.Context(), token)
	want := identity.Caller{
		UserID: 7, Role: identity.RoleUser, TokenID: "1", Scopes: identity.LimitTo("tasks:read"), Issuer: "https://id.example.org",
	}
	if err != nil || got != want {
		t.Fatalf("Verify = %+v, %v, want %+v", got, err, want)
	}
}

func wantRefused(t *testing.T, v *apitokens.Verifier, token, code string) {
	t.Helper()
	got, err := v.Verify(t.Context(), token)
	if refused := apperr.From(err); refused == nil || refused.ToolCode() != code || got != (identity.Caller{}) {
		t.Fatalf("Verify = %+v, %v, want %s", got, err, code)
	}
}

func wantAsked(t *testing.T, u *users, want int32) {
	t.Helper()
	if got := u.asked.Load(); got != want {
		t.Fatalf("users-svc was asked %d times, want %d", got, want)
	}
}

func TestATokenInUseIsAskedAboutOnceInHalfAMinute(t *testing.T) {
	v, u, clock, token := setUp(t)
	for want := range int32(3) {
		for range 100 {
			wantCaller(t, v, token)
		}
		wantAsked(t, u, want+1)
		clock.Advance(apitokens.RevocationTime)
	}
}

func TestARevokedTokenIsRefusedWithinTheStatedTime(t *testing.T) {
	v, u, clock, token := setUp(t)
	wantCaller(t, v, token)
	u.set(func() { clear(u.tokens) })
	clock.Advance(apitokens.RevocationTime)
	wantRefused(t, v, token, "AUTH_REQUIRED")
}

func TestAnExpiredTokenIsRefusedAtItsTime(t *testing.T) {
	v, u, clock, token := setUp(t)
	clock.Advance(time.Hour - time.Second)
	wantCaller(t, v, token)
	clock.Advance(time.Second)
	wantRefused(t, v, token, "AUTH_REQUIRED")
	wantAsked(t, u, 1)
}

func TestWrongTokensCostLittle(t *testing.T) {
	v, u, _, token := setUp(t)
	for _, text := range []string{"sft_", token[:20], token + "x", "sft_" + token, token[:len(token)-1] + "!"} {
		wantRefused(t, v, text, "AUTH_REQUIRED")
	}
	wantAsked(t, u, 0)
	unknown := apitoken.New()
	for range 100 {
		wantRefused(t, v, unknown, "AUTH_REQUIRED")
	}
	wantAsked(t, u, 1)
}

func TestAFloodOfWrongTokensDisplacesNoRightOne(t *testing.T) {
	v, u, _, token := setUp(t)
	wantCaller(t, v, token)
	const flood = 20_000
	for range flood {
		wantRefused(t, v, apitoken.New(), "AUTH_REQUIRED")
	}
	wantAsked(t, u, flood+1)
	wantCaller(t, v, token)
	wantAsked(t, u, flood+1)
}

func TestKnownTokensWorkForAWhileWithoutUsersSvc(t *testing.T) {
	v, u, clock, token := setUp(t)
	wantCaller(t, v, token)
	u.set(func() { u.away = apperr.Unavailable("away") })
	wantRefused(t, v, apitoken.New(), "NETWORK_ERROR")
	clock.Advance(apitokens.RevocationTime)
	asked := u.asked.Load()
	for range 100 {
		wantCaller(t, v, token)
	}
	wantAsked(t, u, asked+1)
	clock.Advance(apitokens.OutageTime - apitokens.RevocationTime)
	wantRefused(t, v, token, "NETWORK_ERROR")
	u.set(func() { u.away = nil })
	wantCaller(t, v, token)
}

func TestATokenRevokedDuringAnOutageIsRefusedAfterIt(t *testing.T) {
	v, u, clock, token := setUp(t)
	wantCaller(t, v, token)
	u.set(func() { u.away = apperr.Unavailable("away") })
	clock.Advance(apitokens.RevocationTime)
	wantCaller(t, v, token)
	u.set(func() { u.away = nil; clear(u.tokens) })
	clock.Advance(time.Second)
	wantRefused(t, v, token, "AUTH_REQUIRED")
	u.set(func() { u.away = apperr.Unavailable("away") })
	clock.Advance(apitokens.RevocationTime)
	wantRefused(t, v, token, "NETWORK_ERROR")
}

func TestWhoAsksTogetherSharesTheAnswer(t *testing.T) {
	v, u, _, token := setUp(t)
	u.hold, u.began = make(chan struct{}), make(chan struct{}, 1)
	first, giveUp := context.WithCancel(t.Context())
	gaveUp := make(chan error, 1)
	go func() {
		_, err := v.Verify(first, token)
		gaveUp <- err
	}()
	<-u.began
	const others = 50
	errs := make(chan error, others)
	for range others {
		go func() {
			caller, err := v.Verify(t.Context(), token)
			if err == nil && caller.UserID != 7 {
				err = context.Canceled
			}
			errs <- err
		}()
	}
	giveUp()
	if err := <-gaveUp; err == nil {
		t.Error("who gave up has an answer")
	}
	close(u.hold)
	failed := slices.Collect(func(yield func(error) bool) {
		for range others {
			if err := <-errs; err != nil && !yield(err) {
				return
			}
		}
	})
	if len(failed) > 0 {
		t.Errorf("who waited was refused: %v", failed)
	}
	wantAsked(t, u, 1)
}

// However many tokens there are, the gateway remembers no more than it has room for.
func TestAFloodOfTokensTakesNoMoreMemory(t *testing.T) {
	v, u, _, _ := setUp(t)
	for range apitokens.MaxValid + 500 {
		token := apitoken.New()
		digest, _ := apitoken.DigestOf(token)
		u.set(func() { u.tokens[digest] = true })
		wantCaller(t, v, token)
	}
	for range apitokens.MaxRefused + 500 {
		wantRefused(t, v, apitoken.New(), "AUTH_REQUIRED")
	}
	if valid, refused := v.Remembered(); valid != apitokens.MaxValid || refused != apitokens.MaxRefused {
		t.Errorf("it remembers %d tokens, and %d that were refused", valid, refused)
	}
}
