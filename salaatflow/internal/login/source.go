package login

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"github.com/salaatflow/platform/services/clock"
)

// Source gives the access token of the session at a gateway, and refreshes it when it is about to expire. It is safe for
// concurrent use, also by several processes.
type Source struct {
	Store   Store
	Client  *Client
	Gateway string
	Clock   clock.Clock

	mu      sync.Mutex
	session Session
}

// Token returns an access token that is valid for a while.
func (s *Source) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.session.fresh(s.Clock.Now()) {
		return s.session.AccessToken, nil
	}
	session, err := s.Store.Load(s.Gateway)
	if err != nil {
		return "", err
	}
	if !session.fresh(s.Clock.Now()) {
		if session, err = s.refresh(ctx); err != nil {
			return "", err
		}
	}
	s.session = session
	return session.AccessToken, nil
}

// refresh renews the stored session. An issuer may take a refresh token once only, so one process does it, and the others
// find what it has stored.
func (s *Source) refresh(ctx context.Context) (Session, error) {
	release, err := s.Store.lock()
	if err != nil {
		return Session{}, err
	}
	defer release()
	session, err := s.Store.Load(s.Gateway)
	if err != nil || session.fresh(s.Clock.Now()) {
		return session, err
	}
	if session.RefreshToken == "" {
		return Session{}, fmt.Errorf("the session at %s has expired: run `salaatflow login`", s.Gateway)
	}
	if err := secure(session.TokenURL); err != nil {
		return Session{}, err
	}
	config := oauth2.Config{
		ClientID: session.ClientID,
		Endpoint: oauth2.Endpoint{TokenURL: session.TokenURL, AuthStyle: oauth2.AuthStyleInParams},
	}
	ctx = context.WithValue(ctx, oauth2.HTTPClient, s.Client.HTTP)
	token, err := config.TokenSource(ctx, &oauth2.Token{RefreshToken: session.RefreshToken}).Token()
	if err != nil {
		return Session{}, refusal("the session at "+s.Gateway+" could not be refreshed (`salaatflow login` starts a new one)", err)
	}
	session.AccessToken, session.Expiry = token.AccessToken, token.Expiry
	if token.RefreshToken != "" {
		session.RefreshToken = token.RefreshToken
	}
	_, err = s.Store.Save(s.Gateway, session)
	return session, err
}

// Fixed is a token that does not change.
type Fixed string

// Token returns the token.
func (f Fixed) Token(context.Context) (string, error) { return string(f), nil }

// String hides the token.
func (Fixed) String() string { return "a token" }

// GoString hides the token from %#v.
func (Fixed) GoString() string { return "a token" }

// post sends a form and wants a success.
func (c *Client) post(ctx context.Context, where string, form url.Values) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, where, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	response, err := c.HTTP.Do(request)
	if err != nil {
		return fmt.Errorf("cannot reach %s: %w", where, cause(err))
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d %s", where, response.StatusCode, http.StatusText(response.StatusCode))
	}
	return nil
}
