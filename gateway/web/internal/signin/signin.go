// Package signin signs people in to the pages at an OpenID provider, by the authorization code flow with PKCE. What came of it is
// kept in a sealed cookie: no token reaches a page or its scripts, and no replica has to remember anything.
package signin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
)

// Options configures SignIn. Every field is required unless it says otherwise.
type Options struct {
	Issuer, ClientID string
	// ClientSecret is empty for a public client.
	ClientSecret string
	// Scopes are asked for besides openid.
	Scopes []string
	// OfflineAccess asks for refresh tokens where the provider gives them only to who asks.
	OfflineAccess bool
	// Key seals the cookies. All replicas have the same.
	Key []byte
	// Link is the Redis by which gateways prolong a session once; nil where each does by itself.
	Link  *redislink.Link
	HTTP  *http.Client
	Clock clock.Clock
}

// SignIn signs people in. It is safe for concurrent use.
type SignIn struct {
	Options
	sessions, attempts, prolonged, outcomes *seal
	renewals                                renewals

	mu       sync.Mutex
	provider *oidc.Provider // once it could be discovered
}

// New returns a SignIn. The provider is asked when somebody signs in for the first time, so it may be away until then.
func New(options Options) (*SignIn, error) {
	if len(options.Key) < KeyBytes {
		return nil, fmt.Errorf("the session key has %d bytes: it needs at least %d, such as `openssl rand -hex 32` makes",
			len(options.Key), KeyBytes)
	}
	s := &SignIn{Options: options, renewals: renewals{done: map[[sha256.Size]byte]*outcome{}}}
	var err error
	if s.sessions, err = newSeal(options.Key, "session"); err != nil {
		return nil, err
	}
	if s.prolonged, err = newSeal(options.Key, "renewal"); err != nil {
		return nil, err
	}
	if s.outcomes, err = newSeal(options.Key, "outcome of a renewal"); err != nil {
		return nil, err
	}
	s.attempts, err = newSeal(options.Key, "sign-in")
	return s, err
}

// Session is that somebody is signed in.
type Session struct {
	Token   string    `json:"t"`
	Expires time.Time `json:"e"`
}

// attempt is a sign-in that has begun in one browser.
type attempt struct {
	State    string    `json:"s"`
	Nonce    string    `json:"n"`
	Verifier string    `json:"v"`
	Back     string    `json:"b"`
	Until    time.Time `json:"u"`
}

// AttemptTime is how long a person may take to sign in.
const AttemptTime = 10 * time.Minute

// Begin returns where to send a browser to sign in, and what it is to keep meanwhile. It comes back to redirect, and then goes
// on to back. resource is what the token is for.
func (s *SignIn) Begin(ctx context.Context, redirect, resource, back string) (address, kept string, err error) {
	provider, err := s.discover(ctx)
	if err != nil {
		return "", "", err
	}
	begun := attempt{
		State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Back: back, Until: s.Clock.Now().Add(AttemptTime),
	}
	if kept, err = s.attempts.close(begun); err != nil {
		return "", "", err
	}
	client, options := s.client(provider, redirect), []oauth2.AuthCodeOption{
		oauth2.S256ChallengeOption(begun.Verifier), oidc.Nonce(begun.Nonce), oauth2.SetAuthURLParam("resource", resource),
	}
	if s.OfflineAccess { // which is for whoever agrees to it (OpenID Connect Core 11)
		client.Scopes = append(client.Scopes, oidc.ScopeOfflineAccess)
		options = append(options, oauth2.SetAuthURLParam("prompt", "consent"))
	}
	return client.AuthCodeURL(begun.State, options...), kept, nil
}

var (
	errAttempt  = errors.New("the sign-in was begun elsewhere, or too long ago")
	errNoID     = errors.New("the provider gave no ID token")
	errNonce    = errors.New("the ID token is that of another sign-in")
	errTooLarge = errors.New("the provider's token is too large for a cookie")
)

// mostToken bounds a token, so that its cookie is one that browsers keep: 4 KiB with its name and attributes.
const mostToken = 2800

// Started is what a sign-in came to.
type Started struct {
	Session Session
	// Renewal prolongs the session; nil if the provider gave nothing for that.
	Renewal *Renewal
	// Back is where the browser goes on.
	Back string
}

// Finish returns what the sign-in of a browser that came back with a query came to.
func (s *SignIn) Finish(ctx context.Context, query url.Values, kept, redirect, resource string) (*Started, error) {
	var begun attempt
	if !s.attempts.open(kept, &begun) || !s.Clock.Now().Before(begun.Until) || !same(query.Get("state"), begun.State) {
		return nil, errAttempt
	}
	if issuer := query.Get("iss"); issuer != "" && !same(issuer, s.Issuer) { // RFC 9207
		return nil, errAttempt
	}
	if refused := query.Get("error"); refused != "" {
		return nil, fmt.Errorf("the provider says %q", refused)
	}
	provider, err := s.discover(ctx)
	if err != nil {
		return nil, err
	}
	ctx = oidc.ClientContext(ctx, s.HTTP)
	token, err := s.client(provider, redirect).Exchange(ctx, query.Get("code"), oauth2.VerifierOption(begun.Verifier),
		oauth2.SetAuthURLParam("resource", resource))
	if err != nil {
		return nil, fmt.Errorf("exchange the code: %w", err)
	}
	raw, ok := token.Extra("id_token").(string)
	if !ok {
		return nil, errNoID
	}
	identity, err := provider.Verifier(&oidc.Config{ClientID: s.ClientID, Now: s.Clock.Now}).Verify(ctx, raw)
	if err != nil {
		return nil, fmt.Errorf("verify the ID token: %w", err)
	}
	if !same(identity.Nonce, begun.Nonce) {
		return nil, errNonce
	}
	if len(token.AccessToken) > mostToken {
		return nil, errTooLarge
	}
	return &Started{
		Session: Session{Token: token.AccessToken, Expires: token.Expiry},
		Renewal: s.renewalOf(token, identity.Subject, s.Clock.Now().Add(MostAge)),
		Back:    begun.Back,
	}, nil
}

// Seal returns a session as the value of a cookie.
func (s *SignIn) Seal(session Session) (string, error) { return s.sessions.close(session) }

// Open returns the session of a cookie's value; false if there is none or it has ended.
func (s *SignIn) Open(value string) (Session, bool) {
	var session Session
	if value == "" || !s.sessions.open(value, &session) || !s.Clock.Now().Before(session.Expires) {
		return Session{}, false
	}
	return session, true
}

func (s *SignIn) discover(ctx context.Context) (*oidc.Provider, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.provider != nil {
		return s.provider, nil
	}
	// The provider's keys are fetched later with the same client, long after this request.
	found, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), s.HTTP), s.Issuer)
	if err != nil {
		return nil, fmt.Errorf("discover the provider: %w", err)
	}
	s.provider = found
	return found, nil
}

func (s *SignIn) client(provider *oidc.Provider, redirect string) *oauth2.Config {
	endpoint := provider.Endpoint()
	if s.ClientSecret == "" {
		endpoint.AuthStyle = oauth2.AuthStyleInParams // a public client has nothing for a header
	}
	return &oauth2.Config{
		ClientID: s.ClientID, ClientSecret: s.ClientSecret, Endpoint: endpoint, RedirectURL: redirect,
		Scopes: append([]string{oidc.ScopeOpenID}, s.Scopes...),
	}
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
