package signin

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// Renewal is what prolongs a session without its person: the provider's refresh token.
type Renewal struct {
	Token   string `json:"r"`
	Subject string `json:"s"`
	// Until is when the person has to sign in again, however long the provider would prolong the session.
	Until time.Time `json:"u"`
}

const (
	// MostAge is how long after a person signed in a session may be prolonged.
	MostAge = 7 * 24 * time.Hour
	// early is how long before its end a session is prolonged.
	early = time.Minute
	// shared is how long the outcome of a renewal counts for other requests with the same refresh token: what a browser sent
	// at the same time. Providers take a second use of a rotated token for theft.
	shared = time.Minute
	// settled is how long after a refusal a browser has received what another gateway may have renewed at the same time, unless it
	// is known that none did.
	settled = 10 * time.Second
)

var (
	// ErrEnded says that the provider prolongs a session no longer.
	ErrEnded = errors.New("the provider prolongs the session no longer")
	// ErrRefused says that the provider has refused just now. Perhaps a gateway that shares no Redis with this one has used the
	// refresh token: then the browser is about to have another.
	ErrRefused = errors.New("the provider has just refused to prolong the session")
)

var errSubject = errors.New("the provider's new ID token is somebody else's")

// renewalOf returns what prolongs the session of a token; nil if the provider gave nothing.
func (s *SignIn) renewalOf(token *oauth2.Token, subject string, until time.Time) *Renewal {
	if token.RefreshToken == "" || len(token.RefreshToken) > mostToken {
		return nil
	}
	return &Renewal{Token: token.RefreshToken, Subject: subject, Until: until}
}

// SealRenewal returns what prolongs a session as the value of a cookie.
func (s *SignIn) SealRenewal(renewal *Renewal) (string, error) { return s.prolonged.close(renewal) }

// OpenRenewal returns what a cookie's value prolongs a session with; nil if there is nothing, or the person has to sign in again.
func (s *SignIn) OpenRenewal(value string) *Renewal {
	var renewal Renewal
	if value == "" || !s.prolonged.open(value, &renewal) || !s.Clock.Now().Before(renewal.Until) {
		return nil
	}
	return &renewal
}

// Ending reports whether a session is about to end, and is to be prolonged.
func (s *SignIn) Ending(session Session) bool {
	return !s.Clock.Now().Add(early).Before(session.Expires)
}

// renewals are those that run, and those of the last minute, by the digest of the refresh token.
type renewals struct {
	mu   sync.Mutex
	done map[[sha256.Size]byte]*outcome
}

type outcome struct {
	known   chan struct{} // closed once the others are set
	session Session
	renewal *Renewal
	err     error
	since   time.Time
	until   time.Time
}

// Renew prolongs a session. It fails with ErrEnded if the provider refuses, with ErrRefused if that may be because another gateway
// has just prolonged it, and with another error if the provider cannot be asked.
func (s *SignIn) Renew(ctx context.Context, renewal *Renewal) (Session, *Renewal, error) {
	key, now := sha256.Sum256([]byte(renewal.Token)), s.Clock.Now()
	s.renewals.mu.Lock()
	for other, old := range s.renewals.done {
		if !now.Before(old.until) {
			delete(s.renewals.done, other)
		}
	}
	running, ok := s.renewals.done[key]
	if !ok {
		running = &outcome{known: make(chan struct{}), until: now.Add(shared)}
		s.renewals.done[key] = running
		go func() { // it goes on when the browser has gone: the provider has then rotated the token
			running.session, running.renewal, running.err = s.renewOnce(context.WithoutCancel(ctx), key, renewal)
			running.since = s.Clock.Now()
			close(running.known)
			if running.err != nil && !errors.Is(running.err, ErrEnded) && !errors.Is(running.err, ErrRefused) {
				s.renewals.mu.Lock()
				defer s.renewals.mu.Unlock()
				delete(s.renewals.done, key)
			}
		}()
	}
	s.renewals.mu.Unlock()
	select {
	case <-running.known:
		if errors.Is(running.err, ErrRefused) && !s.Clock.Now().Before(running.since.Add(settled)) {
			return Session{}, nil, ErrEnded
		}
		return running.session, running.renewal, running.err
	case <-ctx.Done():
		return Session{}, nil, ctx.Err()
	}
}

func (s *SignIn) renew(ctx context.Context, renewal *Renewal) (Session, *Renewal, error) {
	provider, err := s.discover(ctx)
	if err != nil {
		return Session{}, nil, err
	}
	ctx = oidc.ClientContext(ctx, s.HTTP)
	token, err := s.client(provider, "").TokenSource(ctx, &oauth2.Token{RefreshToken: renewal.Token}).Token()
	var refused *oauth2.RetrieveError
	switch {
	case errors.As(err, &refused) && refused.ErrorCode == "invalid_grant":
		return Session{}, nil, ErrEnded
	case err != nil:
		return Session{}, nil, fmt.Errorf("prolong the session: %w", err)
	case len(token.AccessToken) > mostToken:
		return Session{}, nil, errTooLarge
	}
	if raw, ok := token.Extra("id_token").(string); ok { // OpenID Connect Core 12.2 leaves it to the provider
		identity, err := provider.Verifier(&oidc.Config{ClientID: s.ClientID, Now: s.Clock.Now}).Verify(ctx, raw)
		if err != nil {
			return Session{}, nil, fmt.Errorf("verify the new ID token: %w", err)
		}
		if !same(identity.Subject, renewal.Subject) {
			return Session{}, nil, errSubject
		}
	}
	return Session{Token: token.AccessToken, Expires: token.Expiry}, s.renewalOf(token, renewal.Subject, renewal.Until), nil
}

// endpoints are those of a provider that go-oidc does not read, each empty if it has none.
type endpoints struct {
	EndSession string `json:"end_session_endpoint"`
	Revocation string `json:"revocation_endpoint"`
}

// SignOut asks the provider to forget what prolonged a session, if there is any, and returns where a browser signs out at the provider,
// from where it comes back to an address; empty if the provider offers nothing of the kind.
func (s *SignIn) SignOut(ctx context.Context, renewal *Renewal, back string) (string, error) {
	provider, err := s.discover(ctx)
	if err != nil {
		return "", err
	}
	var at endpoints
	if err := provider.Claims(&at); err != nil {
		return "", fmt.Errorf("read what the provider offers: %w", err)
	}
	if renewal != nil && at.Revocation != "" {
		err = s.revoke(ctx, at.Revocation, renewal.Token)
	}
	if at.EndSession == "" {
		return "", err
	}
	end, parseErr := url.Parse(at.EndSession)
	if parseErr != nil || end.Scheme != "https" && end.Scheme != "http" {
		return "", errors.Join(err, fmt.Errorf("the provider's end_session_endpoint is %q, which is no address", at.EndSession))
	}
	query := end.Query()
	query.Set("client_id", s.ClientID)
	query.Set("post_logout_redirect_uri", back)
	end.RawQuery = query.Encode()
	return end.String(), err
}

// revoke asks the provider to forget a refresh token (RFC 7009).
func (s *SignIn) revoke(ctx context.Context, endpoint, token string) error {
	form := url.Values{"token": {token}, "token_type_hint": {"refresh_token"}, "client_id": {s.ClientID}}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if s.ClientSecret != "" {
		request.SetBasicAuth(url.QueryEscape(s.ClientID), url.QueryEscape(s.ClientSecret))
	}
	answer, err := s.HTTP.Do(request)
	if err != nil {
		return fmt.Errorf("revoke the refresh token: %w", err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("revoke the refresh token: the provider answers %s", answer.Status)
	}
	return nil
}
