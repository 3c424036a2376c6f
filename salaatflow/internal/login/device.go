package login

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/oauth2"
)

// Request is how to sign in.
type Request struct {
	Resource Resource
	Server   Server
	ClientID string
	// Scopes are what to ask for; empty means all that the gateway names.
	Scopes []string
}

// Prompt is what a person is asked to do on another device or in a browser.
type Prompt struct {
	// URL is where to go, and Code what to enter there. CompleteURL, if not empty, has the code in it.
	URL, Code, CompleteURL string
}

// SignIn signs a person in by the device flow (RFC 8628). It calls show once, and then waits until the person has agreed or
// refused, the code has expired, or ctx ends.
func (c *Client) SignIn(ctx context.Context, request Request, show func(Prompt)) (Session, error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, c.HTTP)
	config := oauth2.Config{
		ClientID: request.ClientID, Scopes: request.scopes(),
		Endpoint: oauth2.Endpoint{
			DeviceAuthURL: request.Server.DeviceURL, TokenURL: request.Server.TokenURL, AuthStyle: oauth2.AuthStyleInParams,
		},
	}
	// The token is for this gateway and no other (RFC 8707).
	audience := oauth2.SetAuthURLParam("resource", request.Resource.Resource)
	device, err := config.DeviceAuth(ctx, audience)
	if err != nil {
		return Session{}, refusal("the issuer does not let this program sign in", err)
	}
	prompt := Prompt{URL: device.VerificationURI, Code: device.UserCode, CompleteURL: device.VerificationURIComplete}
	if err := prompt.check(); err != nil {
		return Session{}, err
	}
	show(prompt)
	token, err := config.DeviceAccessToken(ctx, device, audience)
	if err != nil {
		return Session{}, refusal("signing in failed", err)
	}
	return Session{
		Issuer: request.Server.Issuer, ClientID: request.ClientID, TokenURL: request.Server.TokenURL,
		RevocationURL: request.Server.RevocationURL,
		AccessToken:   token.AccessToken, RefreshToken: token.RefreshToken, Expiry: token.Expiry,
	}, nil
}

// scopes returns what to ask for, and to stay signed in, where the issuer offers that.
func (r Request) scopes() []string {
	scopes := r.Scopes
	if len(scopes) == 0 {
		scopes = r.Resource.Scopes
	}
	scopes = slices.Clone(scopes)
	for _, extra := range []string{"openid", "offline_access"} {
		if slices.Contains(r.Server.Scopes, extra) && !slices.Contains(scopes, extra) {
			scopes = append(scopes, extra)
		}
	}
	return scopes
}

// check returns an error for what should not be shown in a terminal, or opened.
func (p Prompt) check() error {
	for _, target := range []string{p.URL, p.CompleteURL} {
		if target == "" && target != p.URL {
			continue
		}
		if err := secure(target); err != nil {
			return fmt.Errorf("the issuer's page to sign in at: %w", err)
		}
	}
	if p.Code == "" || strings.ContainsFunc(p.Code+p.URL+p.CompleteURL, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return errors.New("the issuer's code to sign in with cannot be shown")
	}
	return nil
}

// refusal returns an error of an issuer in its own words, without the answer's body, which might hold a secret.
func refusal(what string, err error) error {
	var refused *oauth2.RetrieveError
	if !errors.As(err, &refused) {
		return fmt.Errorf("%s: %w", what, cause(err))
	}
	switch refused.ErrorCode {
	case "access_denied":
		return fmt.Errorf("%s: it was refused at the issuer", what)
	case "expired_token":
		return fmt.Errorf("%s: the code has expired; try again", what)
	case "":
		return fmt.Errorf("%s: the issuer answers %s", what, refused.Response.Status)
	default:
		return fmt.Errorf("%s: the issuer says %q, %q", what, refused.ErrorCode, refused.ErrorDescription)
	}
}

// Revoke gives a session's tokens back to its issuer (RFC 7009), if it takes them.
func (c *Client) Revoke(ctx context.Context, session Session) error {
	if session.RevocationURL == "" {
		return nil
	}
	if err := secure(session.RevocationURL); err != nil {
		return err
	}
	token, kind := session.RefreshToken, "refresh_token"
	if token == "" {
		token, kind = session.AccessToken, "access_token"
	}
	return c.post(ctx, session.RevocationURL, url.Values{
		"token": {token}, "token_type_hint": {kind}, "client_id": {session.ClientID},
	})
}
