//go:build auth

package auth

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
)

// visitor is a browser without scripts that follows nothing by itself.
type visitor struct {
	t       *testing.T
	url     string
	cookies map[string]*http.Cookie
}

// visit opens a page, or posts a form to it.
func (v *visitor) visit(method, path string, form url.Values) (*http.Response, string) {
	v.t.Helper()
	request, err := http.NewRequestWithContext(v.t.Context(), method, v.url+path, strings.NewReader(form.Encode()))
	if err != nil {
		v.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for _, cookie := range v.cookies {
		request.AddCookie(&http.Cookie{Name: cookie.Name, Value: cookie.Value})
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		v.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	for _, cookie := range response.Cookies() {
		if v.cookies[cookie.Name] = cookie; cookie.MaxAge < 0 {
			delete(v.cookies, cookie.Name)
		}
	}
	return response, string(body)
}

// is opens a page and checks its status.
func (v *visitor) is(status int, method, path, what string) string {
	v.t.Helper()
	response, page := v.visit(method, path, nil)
	if response.StatusCode != status {
		v.t.Errorf("%s: %s, want %d", what, response.Status, status)
	}
	return page
}

// A person signs in to the pages at the provider, and out again. No token reaches a page, and the cookie is no way into the
// paths of programs.
func TestAPersonSignsInToThePages(t *testing.T) {
	p := startProvider(t)
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) {
		c.Auth, c.SignIn.Issuer, c.SignIn.Audience, c.SignIn.ClientID = "oidc", []string{p.issuer}, []string{audience}, "pages"
		c.SignIn.OfflineAccess = true
	}})
	browser := &visitor{t, platform.URL, map[string]*http.Cookie{}}

	if page := browser.is(http.StatusUnauthorized, http.MethodGet, "/tasks", "before"); !strings.Contains(page, "/sign-in?back=%2ftasks") {
		t.Fatalf("nobody can sign in: %s", page)
	}
	away, _ := browser.visit(http.MethodGet, "/sign-in?back=/tasks", nil)
	attempt := browser.cookies["salaatflow_signin"]
	if !strings.HasPrefix(away.Header.Get("Location"), p.issuer) || attempt == nil || !attempt.HttpOnly {
		t.Fatalf("%s to %s, %v", away.Status, away.Header.Get("Location"), attempt)
	}
	answer, err := browse(t.Context(), away.Header.Get("Location"), "amina")
	if err != nil {
		t.Fatal(err)
	}

	stranger := &visitor{t, platform.URL, map[string]*http.Cookie{}}
	stranger.is(http.StatusUnauthorized, http.MethodGet, "/sign-in/callback?"+answer.Encode(), "another browser with the code")
	back, page := browser.visit(http.MethodGet, "/sign-in/callback?"+answer.Encode(), nil)
	session := browser.cookies["salaatflow_session"]
	if back.Header.Get("Location") != "/tasks" || session == nil || !session.HttpOnly || session.SameSite != http.SameSiteLaxMode {
		t.Fatalf("%s to %s, %v: %s", back.Status, back.Header.Get("Location"), session, page)
	}
	if browser.cookies["salaatflow_signin"] != nil {
		t.Error("the attempt is kept")
	}

	form := url.Values{"title": {"Read Quran"}, "priority": {"medium"}}
	if added, page := browser.visit(http.MethodPost, "/tasks", form); added.StatusCode != http.StatusSeeOther {
		t.Fatalf("%s %s", added.Status, page)
	}
	listed, page := browser.visit(http.MethodGet, "/tasks", nil)
	if listed.StatusCode != http.StatusOK || !strings.Contains(page, "Read Quran") || strings.Contains(page, "eyJ") {
		t.Fatalf("%s %s", listed.Status, page)
	}
	browser.is(http.StatusUnauthorized, http.MethodGet, "/api/v1/tasks", "REST with the cookie")

	changed := &http.Cookie{Name: session.Name, Value: session.Value[:len(session.Value)-4] + "AAAA"}
	tampered := &visitor{t, platform.URL, map[string]*http.Cookie{session.Name: changed}}
	tampered.is(http.StatusUnauthorized, http.MethodGet, "/tasks", "a changed cookie")
	renewed := goOn(t, browser)

	out, page := browser.visit(http.MethodPost, "/sign-out", nil)
	address, atProvider := strings.CutPrefix(out.Header.Get("Refresh"), "0; url=")
	if !atProvider || !strings.HasPrefix(address, p.issuer) {
		t.Fatalf("signing out is %s, and goes on to %q: %s", out.Status, address, page)
	}
	asked, page, err := open(t.Context(), http.DefaultClient, address, nil)
	if err != nil || asked.StatusCode != http.StatusOK {
		t.Errorf("the provider does not sign out: %v, %v %s", err, asked, page)
	}
	browser.is(http.StatusUnauthorized, http.MethodGet, "/tasks", "after signing out")
	thief := &visitor{t, platform.URL, map[string]*http.Cookie{renewed.Name: renewed}}
	thief.is(http.StatusUnauthorized, http.MethodGet, "/tasks", "what prolonged the session, after signing out")
}

// goOn lets the token of a session end, as browsers do when its cookie's time is over, and returns what prolongs the session then.
func goOn(t *testing.T, browser *visitor) *http.Cookie {
	t.Helper()
	first := browser.cookies["salaatflow_renewal"]
	if first == nil || !first.HttpOnly || first.SameSite != http.SameSiteLaxMode {
		t.Fatalf("what prolongs the session is %v", first)
	}
	delete(browser.cookies, "salaatflow_session")
	other := &visitor{t, browser.url, map[string]*http.Cookie{first.Name: first}}
	browser.is(http.StatusOK, http.MethodGet, "/tasks", "after the token's end")
	other.is(http.StatusOK, http.MethodGet, "/tasks", "another tab, at the same time")
	renewed := browser.cookies[first.Name]
	if renewed == nil || renewed.Value == first.Value || browser.cookies["salaatflow_session"] == nil {
		t.Fatalf("the session is not kept: %v", browser.cookies)
	}
	browser.is(http.StatusOK, http.MethodGet, "/tasks", "with the new cookies")
	return renewed
}
