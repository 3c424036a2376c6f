package web

import (
	"errors"
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/signin"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/secretfile"
)

// SignIn says how people sign in to the pages.
type SignIn struct {
	Issuer, ClientID string
	// ClientSecretFile holds the client's secret; empty for a public client.
	ClientSecretFile string
	// SessionKeyFile holds the key that all replicas seal sessions with; empty makes one that only this process has.
	SessionKeyFile string
	// PublicURL is where the pages are; empty means the host that each request names.
	PublicURL string
	HTTP      *http.Client
}

// The cookies of a browser that is signed in, and of one that is about to be.
const (
	sessionCookie = "salaatflow_session"
	attemptCookie = "salaatflow_signin"
	callbackPath  = "/sign-in/callback"
)

// mostSecret bounds a file of a secret, in bytes.
const mostSecret = 4 << 10

// newSignIn returns nil where nobody can sign in to the pages.
func newSignIn(config SignIn) (*signin.SignIn, error) {
	if config.ClientID == "" {
		return nil, nil
	}
	key, err := secretOr(config.SessionKeyFile, signin.NewKey)
	if err != nil {
		return nil, errors.Join(errors.New("--oidc-session-key-file"), err)
	}
	secret, err := secretOr(config.ClientSecretFile, func() []byte { return nil })
	if err != nil {
		return nil, errors.Join(errors.New("--oidc-client-secret-file"), err)
	}
	return signin.New(signin.Options{
		Issuer: config.Issuer, ClientID: config.ClientID, ClientSecret: string(secret), Scopes: scopes, Key: key, HTTP: config.HTTP,
		Clock: clock.System(), // real time, whatever the gateway's clock was set to: providers date tokens by it
	})
}

// secretOr returns what a file holds, or what otherwise returns if there is no file.
func secretOr(file string, otherwise func() []byte) ([]byte, error) {
	if file == "" {
		return otherwise(), nil
	}
	seen, err := secretfile.Stat(file)
	if err != nil {
		return nil, err
	}
	if err := seen.Check(file); err != nil {
		return nil, err
	}
	text, err := secretfile.Read(file, mostSecret)
	return []byte(strings.TrimSpace(string(text))), err
}

// signIn sends the browser to the provider.
func (p *Pages) signIn(w http.ResponseWriter, r *http.Request) {
	base := challenge.Base(p.SignIn.PublicURL, r)
	_ = r.ParseForm() // what cannot be read is no page to go back to
	if p.sessions == nil || base == "" {
		p.missing(w, r)
		return
	}
	address, kept, err := p.sessions.Begin(r.Context(), base+callbackPath, base, backTo(r.Form.Get("back")))
	if err != nil {
		p.Logger.WarnContext(r.Context(), "a sign-in could not begin", "error", err)
		p.refuse(w, r, p.begin(r, "title.refused"), &door.Refusal{Status: http.StatusBadGateway, Code: "NETWORK_ERROR"})
		return
	}
	p.keep(w, base, attemptCookie, kept, int(signin.AttemptTime.Seconds()))
	http.Redirect(w, r, address, http.StatusSeeOther) //nolint:gosec // to the provider that the operator named
}

// signedIn keeps the session of a browser that comes back from the provider.
func (p *Pages) signedIn(w http.ResponseWriter, r *http.Request) {
	base := challenge.Base(p.SignIn.PublicURL, r)
	if p.sessions == nil || base == "" {
		p.missing(w, r)
		return
	}
	kept := ""
	if cookie, err := r.Cookie(attemptCookie); err == nil {
		kept = cookie.Value
	}
	p.keep(w, base, attemptCookie, "", -1)
	session, back, err := p.sessions.Finish(r.Context(), r.URL.Query(), kept, base+callbackPath, base)
	sealed := ""
	if err == nil {
		sealed, err = p.sessions.Seal(session)
	}
	if err != nil {
		p.Logger.WarnContext(r.Context(), "a sign-in failed", "error", err)
		p.refuse(w, r, p.begin(r, "title.refused"), &door.Refusal{Status: http.StatusUnauthorized, Code: "AUTH_REQUIRED"})
		return
	}
	p.keep(w, base, sessionCookie, sealed, int(session.Expires.Sub(p.sessions.Clock.Now()).Seconds()))
	redirect(w, r, back)
}

// signOut ends the session in this browser.
func (p *Pages) signOut(w http.ResponseWriter, r *http.Request) {
	p.keep(w, challenge.Base(p.SignIn.PublicURL, r), sessionCookie, "", -1)
	w.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	redirect(w, r, "/")
}

// keep sets a cookie that scripts cannot read, and that goes to the pages alone; without a value it is deleted.
func (p *Pages) keep(w http.ResponseWriter, base, name, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever the pages are not plain HTTP, which only loopback is
		Name: name, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: strings.HasPrefix(base, "https:"),
		SameSite: http.SameSiteLaxMode,
	})
}

// withSession returns a request with the token of its session, if it has one.
func (p *Pages) withSession(r *http.Request) *http.Request {
	cookie, err := r.Cookie(sessionCookie)
	if err != nil {
		return r
	}
	session, ok := p.sessions.Open(cookie.Value)
	if !ok {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+session.Token)
	return r
}
