package authn

import (
	"context"
	"net/netip"
	"strings"

	"github.com/salaatflow/platform/services/apitoken"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/identity"
)

// Verifier verifies bearer tokens. It is safe for concurrent use.
type Verifier interface {
	// Known returns who presents a token, whatever its form, if that was verified so lately that nobody is asked again.
	Known(token string) (caller identity.Caller, ok bool)
	// Verify returns who presents a token. It fails with an *apperr.Error: AUTH_REQUIRED that says why the token is
	// refused, or NETWORK_ERROR where nobody can say now.
	Verify(ctx context.Context, token string) (identity.Caller, error)
}

// maxTokenLength bounds what is decoded of a stranger, in bytes.
const maxTokenLength = 16 << 10

// Authenticator identifies the callers of HTTP requests.
type Authenticator struct {
	Mode Mode
	// OIDC verifies the tokens of OpenID providers, and APITokens the platform's own. Nil accepts none of them.
	OIDC, APITokens Verifier
}

// verify returns who presents the credentials of an Authorization header. A token that is known has the form of one.
func (a *Authenticator) verify(ctx context.Context, authorization string, from netip.Prefix) (identity.Caller, *apperr.Error) {
	scheme, token, _ := strings.Cut(authorization, " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return identity.Caller{}, apperr.Unauthenticated("the Authorization header must be: Bearer, a space, and a token")
	}
	token = strings.TrimLeft(token, " ")
	verifier := a.verifier(token)
	if verifier != nil && len(token) <= maxTokenLength {
		if caller, ok := verifier.Known(token); ok {
			return caller, nil
		}
	}
	if refused := checkForm(token); refused != nil {
		return identity.Caller{}, refused
	}
	if verifier == nil {
		return identity.Caller{}, apperr.Unauthenticated("this gateway does not accept such bearer tokens")
	}
	caller, err := verifier.Verify(asking{ctx, from}, token)
	if err != nil {
		return identity.Caller{}, apperr.From(err)
	}
	return caller, nil
}

// verifier returns who verifies a token; nil if none like it is accepted.
func (a *Authenticator) verifier(token string) Verifier {
	switch {
	case a.Mode == None:
		return nil
	case strings.HasPrefix(token, apitoken.Prefix):
		return a.APITokens
	default:
		return a.OIDC
	}
}

// checkForm refuses what is no token as RFC 6750 writes it, of characters of which no other reader can make two values.
func checkForm(token string) *apperr.Error {
	switch {
	case token == "":
		return apperr.Unauthenticated("the Authorization header has no token after Bearer")
	case len(token) > maxTokenLength:
		return apperr.Unauthenticated("the token is longer than %d bytes", maxTokenLength)
	case !isToken68(token):
		return apperr.Unauthenticated("the token has characters that a bearer token cannot have")
	}
	return nil
}

// isToken68 reports whether text consists of the characters of b64token in RFC 6750.
func isToken68(text string) bool {
	body := strings.TrimRight(text, "=")
	for i := range len(body) {
		if !token68[body[i]] {
			return false
		}
	}
	return body != ""
}

// token68 are those characters, in a table: every request with a token asks for hundreds of them.
var token68 = func() (table [1 << 8]bool) {
	for _, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~+/") {
		table[c] = true
	}
	return table
}()
