// Package login signs a person in to a gateway from the command line, and keeps what that yields.
package login

import (
	"errors"
	"time"
)

// ErrSignedOut means that nobody is signed in to the gateway on this machine.
var ErrSignedOut = errors.New("nobody is signed in")

// Session is what signing in yields. It is a secret as a whole.
type Session struct {
	Issuer   string `json:"issuer"`
	ClientID string `json:"client_id"`
	TokenURL string `json:"token_url"`
	// RevocationURL is where to give tokens back; empty if the issuer has no such place.
	RevocationURL string    `json:"revocation_url,omitempty"`
	AccessToken   string    `json:"access_token"`
	RefreshToken  string    `json:"refresh_token,omitempty"`
	Expiry        time.Time `json:"expiry,omitzero"`
}

// String hides the session's tokens.
func (s Session) String() string { return "a session at " + s.Issuer }

// GoString hides the session's tokens from %#v.
func (s Session) GoString() string { return s.String() }

// expiryMargin is how long before its expiry a token is refreshed, so that it does not expire on its way.
const expiryMargin = 30 * time.Second

// fresh reports whether the access token can be sent at now.
func (s Session) fresh(now time.Time) bool {
	return s.AccessToken != "" && (s.Expiry.IsZero() || now.Add(expiryMargin).Before(s.Expiry))
}
