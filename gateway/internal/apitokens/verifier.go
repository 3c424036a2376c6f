// Package apitokens verifies API tokens at the gateway.
package apitokens

import (
	"context"
	"strconv"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
	"google.golang.org/grpc/codes"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

const (
	// RevocationTime is how long a token that was revoked may still work: the service that has the tokens is asked again
	// after it.
	RevocationTime = 30 * time.Second
	// OutageTime is how long a token that was verified goes on working while the service that has the tokens cannot be
	// reached. Nobody can revoke a token there meanwhile.
	OutageTime = 5 * time.Minute

	timeout    = 2 * time.Second // of one question
	retryTime  = time.Second     // a service that is away costs one slow question a second and token
	maxValid   = 10_000
	maxRefused = 1_000 // they have a cache of their own, so that a flood of wrong tokens displaces no right one
)

// Verifier verifies API tokens by asking users-svc, and remembers the answers. It is safe for concurrent use.
type Verifier struct {
	users   usersv1.UserServiceClient
	clock   clock.Clock
	valid   *lru.Cache[apitoken.Digest, verified]
	refused *lru.Cache[apitoken.Digest, refusal]
	asking  singleflight.Group
}

// verified is a token that was found.
type verified struct {
	caller identity.Caller
	// expires is when the token ceases to work, confirmed when it was last found, and ask when to ask again.
	expires, confirmed, ask time.Time
}

// refusal is a token that was refused.
type refusal struct {
	err *apperr.Error
	ask time.Time
}

// New returns a verifier that asks the given users-svc.
func New(users usersv1.UserServiceClient, clk clock.Clock) *Verifier {
	valid, err := lru.New[apitoken.Digest, verified](maxValid)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	refused, err := lru.New[apitoken.Digest, refusal](maxRefused)
	if err != nil {
		panic(err)
	}
	return &Verifier{users: users, clock: clk, valid: valid, refused: refused}
}

// Known returns the user whose token it is, if that was asked lately.
func (v *Verifier) Known(token string) (caller identity.Caller, ok bool) {
	digest, ok := apitoken.DigestOf(token)
	if !ok {
		return identity.Caller{}, false
	}
	caller, known, err := v.remembered(digest)
	return caller, known && err == nil
}

// Verify returns the user whose token it is, limited to the token's scopes. It fails with an *apperr.Error: AUTH_REQUIRED
// that says why the token is refused, or NETWORK_ERROR or TIMEOUT when nobody can tell.
func (v *Verifier) Verify(ctx context.Context, token string) (identity.Caller, error) {
	digest, ok := apitoken.DigestOf(token)
	if !ok {
		return identity.Caller{}, apperr.Unauthenticated("the API token is incomplete or mistyped")
	}
	if caller, known, err := v.remembered(digest); known {
		return caller, err
	}
	return v.ask(ctx, digest)
}

// remembered returns what is known of a token without asking anybody; known is false where that is nothing, or too old.
func (v *Verifier) remembered(digest apitoken.Digest) (caller identity.Caller, known bool, err error) {
	now := v.clock.Now()
	valid, found := v.valid.Get(digest)
	if found && !now.Before(valid.expires) {
		v.valid.Remove(digest)
		return identity.Caller{}, true, apperr.Unauthenticated("the API token has expired")
	}
	if found && now.Before(valid.ask) {
		return valid.caller, true, nil
	}
	if refused, found := v.refused.Get(digest); found && now.Before(refused.ask) {
		return identity.Caller{}, true, refused.err
	}
	return identity.Caller{}, false, nil
}

// ask asks users-svc. Those who present the same token at the same time share the answer.
func (v *Verifier) ask(ctx context.Context, digest apitoken.Digest) (identity.Caller, error) {
	answers := v.asking.DoChan(digest.String(), func() (any, error) {
		if caller, known, err := v.remembered(digest); known { // somebody asked between the look and now
			return caller, err
		}
		// Whoever asked first may give up; the others wait for the answer.
		ctx, cancel := context.WithTimeout(identity.NewContext(context.WithoutCancel(ctx), identity.Caller{}), timeout)
		defer cancel()
		answer, err := v.users.VerifyToken(ctx, &usersv1.VerifyTokenRequest{Digest: digest[:]})
		if err != nil {
			return v.failed(digest, apperr.From(err))
		}
		return v.found(digest, answer)
	})
	select {
	case <-ctx.Done():
		return identity.Caller{}, apperr.From(ctx.Err())
	case answer := <-answers:
		caller, _ := answer.Val.(identity.Caller)
		return caller, answer.Err
	}
}

func (v *Verifier) found(digest apitoken.Digest, answer *usersv1.VerifyTokenResponse) (identity.Caller, error) {
	expires, err := time.Parse(time.RFC3339Nano, answer.GetExpiresAt())
	if err != nil || answer.GetUserId() < 1 {
		return identity.Caller{}, apperr.Internal(err)
	}
	now := v.clock.Now()
	caller := identity.Caller{
		UserID: answer.GetUserId(), Role: identity.RoleUser, Scopes: identity.LimitTo(answer.GetScopes()...),
		TokenID: strconv.Itoa(int(answer.GetTokenId())), Issuer: answer.GetIssuer(),
	}
	v.refused.Remove(digest)
	v.valid.Add(digest, verified{caller: caller, expires: expires, confirmed: now, ask: now.Add(RevocationTime)})
	return caller, nil
}

func (v *Verifier) failed(digest apitoken.Digest, err *apperr.Error) (identity.Caller, error) {
	now := v.clock.Now()
	if err.Code == codes.Unauthenticated {
		v.valid.Remove(digest)
		v.refused.Add(digest, refusal{err: err, ask: now.Add(RevocationTime)})
		return identity.Caller{}, err
	}
	known, found := v.valid.Get(digest)
	away := err.Code == codes.Unavailable || err.Code == codes.DeadlineExceeded || err.Code == codes.ResourceExhausted
	if !found || !away || now.Sub(known.confirmed) >= OutageTime {
		return identity.Caller{}, err
	}
	known.ask = now.Add(retryTime)
	v.valid.Add(digest, known)
	return known.caller, nil
}
