package web

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/web/internal/assets"
	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/signin"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/secretfile"
	"github.com/salaatflow/platform/services/setting"
)

// SignIn says how people sign in to the pages.
type SignIn struct {
	Issuer, ClientID string
	// ClientSecretFile holds the client's secret; empty for a public client.
	ClientSecretFile string
	// SessionKeyFile holds the key that all replicas seal sessions with; empty makes one that only this process has.
	SessionKeyFile string
	// OfflineAccess asks the provider for offline_access.
	OfflineAccess bool
	// PublicURL is where the pages are; empty means the host that each request names.
	PublicURL string
	// Link is the Redis that all gateways share; nil where there is none.
	Link *redislink.Link
	HTTP *http.Client
}

// The cookies of a browser that is signed in, and of one that is about to be.
const (
	sessionCookie = "salaatflow_session"
	renewalCookie = "salaatflow_renewal"
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
		return nil, setting.Wrong(fmt.Errorf("--oidc-session-key-file: %w", err))
	}
	secret, err := secretOr(config.ClientSecretFile, func() []byte { return nil })
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--oidc-client-secret-file: %w", err))
	}
	in, err := signin.New(signin.Options{
		Issuer: config.Issuer, ClientID: config.ClientID, ClientSecret: string(secret), Scopes: scopes, Key: key, HTTP: config.HTTP,
		OfflineAccess: config.OfflineAccess, Link: config.Link,
		Clock: clock.System(), // real time, whatever the gateway's clock was set to: providers date tokens by it
	})
	return in, setting.Wrong(err)
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
	kept := cookieOf(r, attemptCookie)
	p.keep(w, base, attemptCookie, "", -1)
	started, err := p.sessions.Finish(r.Context(), r.URL.Query(), kept, base+callbackPath, base)
	if err == nil {
		err = p.keepSession(w, base, started.Session, started.Renewal)
	}
	if err != nil {
		p.Logger.WarnContext(r.Context(), "a sign-in failed", "error", err)
		p.refuse(w, r, p.begin(r, "title.refused"), &door.Refusal{Status: http.StatusUnauthorized, Code: "AUTH_REQUIRED"})
		return
	}
	redirect(w, r, started.Back)
}

// signOut ends the session in this browser, and at the provider if that is offered. The browser is sent there by a page: browsers
// follow no redirect of a form to where the policy allows no forms.
func (p *Pages) signOut(w http.ResponseWriter, r *http.Request) {
	base := challenge.Base(p.SignIn.PublicURL, r)
	p.forget(w, base)
	w.Header().Set("Clear-Site-Data", `"cache", "storage"`)
	if p.sessions == nil {
		redirect(w, r, "/")
		return
	}
	address, err := p.sessions.SignOut(r.Context(), p.sessions.OpenRenewal(cookieOf(r, renewalCookie)), base+"/")
	if err != nil {
		p.Logger.WarnContext(r.Context(), "a sign-out did not reach the provider", "error", err)
	}
	if address == "" {
		redirect(w, r, "/")
		return
	}
	pg := p.begin(r, "title.signedout")
	pg.User, pg.SignedIn, pg.Main = nil, false, address
	w.Header().Set("Refresh", "0; url="+address)
	p.show(w, r, "signedout", pg)
}

// keepSession keeps a session and what prolongs it, if anything does, in the browser.
func (p *Pages) keepSession(w http.ResponseWriter, base string, session signin.Session, renewal *signin.Renewal) error {
	seconds := func(until time.Time) int { return int(until.Sub(p.sessions.Clock.Now()).Seconds()) }
	sealed, err := p.sessions.Seal(session)
	if err != nil {
		return err
	}
	p.keep(w, base, sessionCookie, sealed, seconds(session.Expires))
	if renewal == nil {
		p.keep(w, base, renewalCookie, "", -1)
		return nil
	}
	if sealed, err = p.sessions.SealRenewal(renewal); err != nil {
		return err
	}
	p.keep(w, base, renewalCookie, sealed, seconds(renewal.Until))
	return nil
}

// forget ends the session in the browser.
func (p *Pages) forget(w http.ResponseWriter, base string) {
	p.keep(w, base, sessionCookie, "", -1)
	p.keep(w, base, renewalCookie, "", -1)
}

// keep sets a cookie that scripts cannot read, and that goes to the pages alone; without a value it is deleted.
func (p *Pages) keep(w http.ResponseWriter, base, name, value string, seconds int) {
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // Secure wherever the pages are not plain HTTP, which only loopback is
		Name: name, Value: value, Path: "/", MaxAge: seconds, HttpOnly: true, Secure: strings.HasPrefix(base, "https:"),
		SameSite: http.SameSiteLaxMode,
	})
}

// withSession returns a request with the token of its session, if it has one.
func (p *Pages) withSession(w http.ResponseWriter, r *http.Request) *http.Request {
	session, ok := p.sessions.Open(cookieOf(r, sessionCookie))
	if prolongs(r) && (!ok || p.sessions.Ending(session)) {
		session, ok = p.prolonged(w, r, session, ok)
	}
	if !ok {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+session.Token)
	return r
}

// prolongs reports whether a request shows somebody's page, which a session is prolonged for.
func prolongs(r *http.Request) bool {
	path := r.URL.Path
	return !strings.HasPrefix(path, assets.Prefix) && !strings.HasPrefix(path, "/sign-") && path != "/sw.js" && path != "/manifest.webmanifest"
}

// prolonged returns the session that goes on, or the given one where it cannot be prolonged.
func (p *Pages) prolonged(w http.ResponseWriter, r *http.Request, session signin.Session, ok bool) (signin.Session, bool) {
	renewal := p.sessions.OpenRenewal(cookieOf(r, renewalCookie))
	if renewal == nil {
		return session, ok
	}
	base := challenge.Base(p.SignIn.PublicURL, r)
	renewed, next, err := p.sessions.Renew(r.Context(), renewal)
	if err == nil {
		err = p.keepSession(w, base, renewed, next)
	}
	switch {
	case errors.Is(err, signin.ErrEnded):
		p.forget(w, base)
		return signin.Session{}, false
	case errors.Is(err, signin.ErrRefused): // the cookies stay: they may be the new ones by the time this answer is there
		return session, ok
	case err != nil: // the cookies stay, for when the provider can be asked again
		p.Logger.WarnContext(r.Context(), "a session could not be prolonged", "error", err)
		return session, ok
	default:
		return renewed, true
	}
}

// cookieOf returns the value of a request's cookie; empty if it has none.
func cookieOf(r *http.Request, name string) string {
	cookie, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}
