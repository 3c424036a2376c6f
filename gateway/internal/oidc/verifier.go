// Package oidc verifies the access tokens of OpenID providers: JWTs whose keys the provider publishes. What a token says is
// remembered for half a minute, and which user that is for five minutes, so that a busy user costs no network.
package oidc

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	josejson "github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"
	lru "github.com/hashicorp/golang-lru/v2"
	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

// tokenTTL is how long a verified token counts without being verified again. It counts never after it expires, nor after its
// provider's keys were fetched anew.
const tokenTTL = 30 * time.Second

// Options configures a Verifier. Every field is required.
type Options struct {
	Config Config
	// Users is a connection to the service that knows whose accounts are whose.
	Users grpc.ClientConnInterface
	// Clock tells the time by which tokens expire. Providers use real time, whatever the gateway's own clock says.
	Clock  clock.Clock
	Logger *slog.Logger
}

// Verifier verifies tokens. Start and Stop are called once each, in this order; Verify is safe for concurrent use.
type Verifier struct {
	config     Config
	algorithms []jose.SignatureAlgorithm
	clock      clock.Clock
	issuers    map[string]*keySet
	users      *users
	client     *http.Client
	holders    *lru.Cache[tokenKey, holder]
	fetched    atomic.Int64 // how often keys were

	stop    context.CancelFunc
	running sync.WaitGroup
}

// holder is whose token one is, until the token or its user has to be looked at again.
type holder struct {
	caller identity.Caller
	until  time.Time
}

// tokenKey is what a token is remembered by: itself, since that takes a fraction of the time of a digest; or its digest, if it is long.
type tokenKey struct {
	token  string
	digest [sha256.Size]byte
}

func keyOf(token string) tokenKey {
	const long = 4 << 10
	if len(token) > long {
		return tokenKey{digest: sha256.Sum256([]byte(token))}
	}
	return tokenKey{token: token}
}

// verified is what a token says.
type verified struct {
	who    account
	role   identity.Role
	scopes identity.Scopes
	until  time.Time
}

// New returns a Verifier that knows no keys yet. The configuration must be valid.
func New(options Options) *Verifier {
	tokens, err := lru.New[tokenKey, holder](maxRemembered)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	v := &Verifier{
		config: options.Config, algorithms: options.Config.algorithms(), clock: options.Clock,
		issuers: map[string]*keySet{}, users: newUsers(options.Users, options.Clock), client: NewHTTPClient(), holders: tokens,
	}
	for _, issuer := range options.Config.Issuer {
		v.issuers[issuer] = newKeySet(issuer, options, v.forget, func(ctx context.Context) ([]jose.JSONWebKey, error) {
			return fetchKeys(ctx, v.client, issuer)
		})
	}
	return v
}

// Start begins to fetch the providers' keys, and does not wait for them. The end of ctx does not end it.
func (v *Verifier) Start(ctx context.Context) {
	ctx, v.stop = context.WithCancel(context.WithoutCancel(ctx))
	for _, keys := range v.issuers {
		v.running.Go(func() { keys.run(ctx) })
	}
}

// Stop ends what Start began.
func (v *Verifier) Stop() {
	if v.stop != nil {
		v.stop()
	}
	v.running.Wait()
	v.client.CloseIdleConnections()
}

// Known returns who presents a token that was verified a moment ago; ok is false for all others.
func (v *Verifier) Known(token string) (caller identity.Caller, ok bool) {
	found, ok := v.holders.Get(keyOf(token))
	if !ok || !v.clock.Now().Before(found.until) {
		return identity.Caller{}, false
	}
	return found.caller, true
}

// Verify returns who presents a token: a user of the platform, with the role and the scopes that the token gives.
func (v *Verifier) Verify(ctx context.Context, token string) (identity.Caller, error) {
	if caller, ok := v.Known(token); ok {
		return caller, nil
	}
	fetched := v.fetched.Load()
	said, err := v.check(ctx, token)
	if err != nil {
		return identity.Caller{}, apperr.Unauthenticated("the token is refused: %v", err)
	}
	user, err := v.users.resolve(ctx, said.who)
	if err != nil {
		return identity.Caller{}, err
	}
	found := holder{
		caller: identity.Caller{UserID: user.id, Role: said.role, Scopes: said.scopes, Issuer: said.who.issuer}, until: said.until,
	}
	if user.expires.Before(found.until) {
		found.until = user.expires
	}
	v.remember(keyOf(token), found, fetched)
	return found.caller, nil
}

// remember keeps whose token one is, unless keys have been fetched since it was looked at: its own may not be among them.
func (v *Verifier) remember(token tokenKey, found holder, fetched int64) {
	v.holders.Add(token, found)
	if v.fetched.Load() != fetched {
		v.holders.Remove(token)
	}
}

// forget forgets what tokens say. It counts first, so that what is remembered meanwhile is noticed.
func (v *Verifier) forget() {
	v.fetched.Add(1)
	v.holders.Purge()
}

// check returns what a token says, or why it is refused.
func (v *Verifier) check(ctx context.Context, token string) (verified, error) {
	read, err := parse(token, v.algorithms)
	if err != nil {
		return verified{}, err
	}
	keys, ok := v.issuers[read.issuer]
	if !ok {
		return verified{}, errors.New("its issuer is none that this gateway accepts")
	}
	payload, err := read.verify(ctx, keys)
	if err != nil {
		return verified{}, err
	}
	var registered jwt.Claims
	var claims map[string]any
	if josejson.Unmarshal(payload, &registered) != nil || josejson.Unmarshal(payload, &claims) != nil {
		return verified{}, errors.New("its claims are not those of a JWT")
	}
	expires, err := checkClaims(registered, keys.issuer, v.config.Audience, v.clock.Now(), v.config.ClockSkew)
	if err != nil {
		return verified{}, err
	}
	if err := checkUse(read.header, claims); err != nil {
		return verified{}, err
	}
	said, err := v.config.read(claims)
	if err != nil {
		return verified{}, err
	}
	said.who.issuer = keys.issuer
	until := v.clock.Now().Add(tokenTTL)
	if end := expires.Add(v.config.ClockSkew); end.Before(until) {
		until = end
	}
	said.until = until
	return said, nil
}

// verify returns the payload of a token that one of the issuer's keys has signed.
func (p parsed) verify(ctx context.Context, keys *keySet) ([]byte, error) {
	candidates, away := keys.find(ctx, p.header.KeyID, p.header.Algorithm)
	for _, key := range candidates {
		if payload, err := p.signed.Verify(key.Key); err == nil {
			return payload, nil
		}
	}
	switch {
	case len(candidates) > 0:
		return nil, errors.New("its signature is wrong")
	case away:
		return nil, errors.New("it is signed with a key that is not known here, and its issuer cannot be asked now")
	default:
		return nil, errors.New("it is signed with a key that its issuer does not publish")
	}
}
