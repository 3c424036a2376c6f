package web

import (
	"net/http"
	"strconv"
	"strings"
)

// The cookie that says, in development, which user the pages are of: a number and a role, such as 1.admin, or 0 for nobody.
const userCookie = "salaatflow_user"

// Identified returns a request to a page with the identity that its cookies hold, as the headers of any other client. Cookies
// count for pages alone, never for the paths of programs, so that no other site's form can call those with them. A session that is
// about to end is prolonged, with new cookies.
func (p *Pages) Identified(w http.ResponseWriter, r *http.Request) *http.Request {
	switch {
	case r.Header.Get("Authorization") != "" || r.Header.Get("X-User-ID") != "":
		return r
	case p.sessions != nil:
		return p.withSession(w, r)
	case !p.Development:
		return r
	}
	user, role := chosenUser(r)
	if user == 0 {
		return r
	}
	r = r.Clone(r.Context())
	r.Header.Set("X-User-ID", strconv.Itoa(user))
	if role != "" {
		r.Header.Set("X-User-Role", role)
	}
	return r
}

// chosenUser returns whom the cookie names; user 1 unless somebody was chosen.
func chosenUser(r *http.Request) (user int, role string) {
	cookie, err := r.Cookie(userCookie)
	if err != nil {
		return 1, ""
	}
	number, role, _ := strings.Cut(cookie.Value, ".")
	user, err = strconv.Atoi(number)
	if err != nil || user < 0 || role != "" && role != "admin" {
		return 1, ""
	}
	return user, role
}

// chooseUser keeps which user the pages are of, in development.
func (p *Pages) chooseUser(w http.ResponseWriter, r *http.Request) {
	if !p.Development {
		http.NotFound(w, r)
		return
	}
	number, err := strconv.ParseInt(r.PostFormValue("user"), 10, 32)
	if err != nil || number < 0 {
		number = 0
	}
	value := strconv.FormatInt(number, 10)
	if r.PostFormValue("role") == "admin" {
		value += ".admin"
	}
	setCookie(w, r, userCookie, value)
	redirect(w, r, back(r))
}

// chooseLanguage keeps the language of the pages.
func (p *Pages) chooseLanguage(w http.ResponseWriter, r *http.Request) {
	if p.languages[r.PostFormValue("lang")] != nil {
		setCookie(w, r, languageCookie, r.PostFormValue("lang"))
	}
	redirect(w, r, back(r))
}

// keepLanguage keeps the language that an address asks for, so that what follows on the page is in it too.
func (p *Pages) keepLanguage(w http.ResponseWriter, r *http.Request) {
	if r.URL.RawQuery == "" {
		return
	}
	if tag := r.URL.Query().Get("lang"); p.languages[tag] != nil {
		setCookie(w, r, languageCookie, tag)
	}
}

func setCookie(w http.ResponseWriter, r *http.Request, name, value string) {
	const year = 365 * 24 * 60 * 60
	http.SetCookie(w, &http.Cookie{ //nolint:gosec // over plain HTTP, on loopback, a Secure cookie would not be kept
		Name: name, Value: value, Path: "/", MaxAge: year, HttpOnly: true, Secure: r.TLS != nil, SameSite: http.SameSiteLaxMode,
	})
}

// back returns the page that a form was sent from: a path of this server.
func back(r *http.Request) string { return backTo(r.PostFormValue("back")) }

// backTo returns a path of this server: the given one, or else /.
func backTo(path string) string {
	if !strings.HasPrefix(path, "/") || strings.HasPrefix(path, "//") || strings.ContainsAny(path, "\\\r\n") {
		return "/"
	}
	return path
}

// redirect sends the browser to a page, which it then gets.
func redirect(w http.ResponseWriter, r *http.Request, path string) {
	http.Redirect(w, r, path, http.StatusSeeOther) //nolint:gosec // back admits paths of this server only
}
