package oidc

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	jose "github.com/go-jose/go-jose/v4"

	"github.com/salaatflow/platform/services/address"
)

// Config is what an operator says of the OpenID providers. Start from DefaultConfig.
type Config struct {
	Issuer           []string      `help:"Accept tokens of this OpenID provider: the URL that it names as its issuer. With --auth oidc at least one; http only on loopback." placeholder:"URL"`
	Audience         []string      `help:"Accept tokens that are meant for this audience, as the providers know the gateway. With --auth oidc at least one." placeholder:"AUD"`
	UserClaim        string        `help:"The claim that names the user at the provider. A name with dots may be a path, as in realm_access.roles."`
	RoleClaim        string        `help:"The claim that holds the user's roles; whoever has the role admin is an administrator."`
	ScopeClaim       string        `help:"The claim that holds the scopes, instead of scope or else scp." placeholder:"CLAIM"`
	Algorithms       []string      `help:"The algorithms of signatures that are accepted; all use public keys."`
	ClientID         string        `help:"The client as which the pages sign people in, at the first issuer, which sends them back to /sign-in/callback; without it, pages offer no sign-in." placeholder:"ID"`
	ClientSecretFile string        `help:"A file with the secret of that client; none if it is a public one." placeholder:"FILE" type:"path"`
	SessionKeyFile   string        `help:"A file with the key that seals the pages' sessions, at least 32 characters, the same for all gateways; without it, each start makes one, and ends all sessions." placeholder:"FILE" type:"path"`
	OfflineAccess    bool          `help:"Ask for offline_access, and for the person's consent to it, at a provider that gives refresh tokens only then; with them the pages' sessions outlast the token, for a week at most."`
	ClockSkew        time.Duration `help:"By how much the provider's clock may differ from this machine's, at most 5m."`
}

// DefaultConfig accepts no provider's tokens.
func DefaultConfig() Config {
	return Config{
		UserClaim: "sub", RoleClaim: "roles",
		Algorithms: []string{string(jose.RS256), string(jose.PS256), string(jose.ES256), string(jose.EdDSA)},
		ClockSkew:  time.Minute,
	}
}

// mostSkew bounds the time for which an expired token may still count.
const mostSkew = 5 * time.Minute

// asymmetric are the algorithms whose keys a provider may publish. A symmetric one would make its public key a secret
// that everybody knows.
var asymmetric = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// Check returns an error that names each flag without which nobody can authenticate by an OpenID provider. It is for a gateway whose
// callers do.
func (c Config) Check() error {
	var wrong []error
	if len(c.Issuer) == 0 {
		wrong = append(wrong, errors.New("oidc-issuer: is needed with --auth oidc: the URL of an OpenID provider"))
	}
	if len(c.Audience) == 0 || slices.Contains(c.Audience, "") {
		wrong = append(wrong, errors.New(
			"oidc-audience: is needed with --auth oidc: without it, tokens for any other program would be accepted"))
	}
	return errors.Join(wrong...)
}

// Validate returns an error that names each flag with a wrong value, however callers authenticate: a setting that would be refused with
// another --auth is a mistake already.
func (c Config) Validate() error {
	var wrong []error
	complain := func(format string, args ...any) { wrong = append(wrong, fmt.Errorf(format, args...)) }
	for _, issuer := range c.Issuer {
		if reason := wrongIssuer(issuer); reason != "" {
			complain("oidc-issuer: %q %s", issuer, reason)
		}
	}
	if c.UserClaim == "" {
		complain("oidc-user-claim: must name a claim, such as sub")
	}
	if c.RoleClaim == "" {
		complain("oidc-role-claim: must name a claim, such as roles")
	}
	if len(c.Algorithms) == 0 {
		complain("oidc-algorithms: needs at least one, such as RS256")
	}
	for _, algorithm := range c.Algorithms {
		if !slices.Contains(asymmetric, jose.SignatureAlgorithm(algorithm)) {
			complain("oidc-algorithms: %q must be one of %v, whose keys are public", algorithm, asymmetric)
		}
	}
	if c.ClockSkew < 0 || c.ClockSkew > mostSkew {
		complain("oidc-clock-skew: %s must be from 0s to %s", c.ClockSkew, mostSkew)
	}
	return errors.Join(wrong...)
}

// wrongIssuer returns what is wrong with the URL of an issuer, or nothing.
func wrongIssuer(issuer string) string {
	u, err := url.Parse(issuer)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" || strings.ContainsAny(issuer, "?#"):
		return "must be a URL such as https://id.example.org, without a user, a query or a fragment"
	case u.Scheme == "https", u.Scheme == "http" && isLoopback(u):
		return ""
	default:
		return "must be https: only a provider on loopback may be http"
	}
}

func isLoopback(u *url.URL) bool {
	return address.IsLoopback(u.Hostname()+":0") || u.Hostname() == "::1"
}

func (c Config) algorithms() []jose.SignatureAlgorithm {
	algorithms := make([]jose.SignatureAlgorithm, len(c.Algorithms))
	for i, name := range c.Algorithms {
		algorithms[i] = jose.SignatureAlgorithm(name)
	}
	return algorithms
}
