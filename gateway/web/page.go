package web

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/words"
	"github.com/salaatflow/platform/services/identity"
)

const languageCookie = "salaatflow_lang"

// page is what every page shows around what is its own.
type page struct {
	*words.Language
	// Title is the key of the page's title, and Path where it is, for the navigation.
	Title, Path string
	// User is who is signed in; nil for nobody, or if who it is cannot be read, and then unread says why.
	User   *user
	unread error
	// Development shows a choice of the user, of whom Chosen is the number and Admin whether as an administrator.
	Development bool
	Chosen      int
	// Admin shows what administrators may do; whether they may is decided where it is done.
	Admin bool
	// CanSignIn is set where nobody is signed in, but could be; SignedIn where a session could be ended.
	CanSignIn, SignedIn bool
	Version             string
	Notice              *notice
	// Main is what the page itself shows.
	Main any
}

// begin returns a page in the language of its reader, whose profile it reads.
func (p *Pages) begin(r *http.Request, title string) *page {
	pg := &page{Title: title, Path: r.URL.RequestURI(), Development: p.Development, Version: p.Version}
	if p.Development {
		pg.Chosen, _ = chosenUser(r)
	}
	var profile user
	wish := ""
	if pg.unread = p.door.Read(r.Context(), door.Get("/api/v1/users/me", nil), &profile); pg.unread == nil {
		pg.User = &profile
		if profile.UpdatedAt != "" { // else nobody has chosen the profile's language
			wish = profile.Language
		}
	}
	caller, refused := authn.FromContext(r.Context()).Caller()
	pg.Admin = refused == nil && caller.Role == identity.RoleAdmin || pg.User != nil && pg.User.Role == string(identity.RoleAdmin)
	pg.CanSignIn, pg.SignedIn = p.sessions != nil && door.NeedsUser(pg.unread), p.sessions != nil && pg.User != nil
	pg.Language = p.languages[p.languageOf(r, wish)]
	pg.Notice = noticeOf(r)
	return pg
}

// languageOf returns the tag of the language to answer in: what the address asks for, what was chosen, the profile's, or
// what the browser prefers.
func (p *Pages) languageOf(r *http.Request, profile string) string {
	chosen := ""
	if cookie, err := r.Cookie(languageCookie); err == nil {
		chosen = cookie.Value
	}
	return words.Choose(r.Header.Get("Accept-Language"), r.URL.Query().Get("lang"), chosen, profile)
}

// show writes a whole page.
func (p *Pages) show(w http.ResponseWriter, r *http.Request, name string, pg *page) {
	p.render(w, r, http.StatusOK, pg.Tag, name, "layout", pg)
}

// part writes a part of a page, for a page that is open already.
func (p *Pages) part(w http.ResponseWriter, r *http.Request, pg *page, name, part string, data any) {
	p.render(w, r, http.StatusOK, pg.Tag, name, part, data)
}

func (p *Pages) render(w http.ResponseWriter, r *http.Request, status int, tag, name, part string, data any) {
	var text bytes.Buffer // so that a page that fails is not shown in half
	if err := p.execute(&text, tag, name, part, data); err != nil {
		p.Logger.ErrorContext(r.Context(), "failed to make a page", "page", name, "error", err)
		http.Error(w, "the page could not be made", http.StatusInternalServerError)
		return
	}
	header := w.Header()
	header.Set("Content-Type", "text/html; charset=utf-8")
	header.Set("Content-Language", tag)
	header.Set("Vary", "HX-Request")
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // an error means that the client has gone
}

// isPart reports whether a request comes from a page that is open, and wants only a part.
func isPart(r *http.Request) bool {
	return r.Header.Get("HX-Request") == "true" && r.Header.Get("HX-Boosted") != "true"
}

// together runs functions at the same time and waits for all.
func together(calls ...func()) {
	var running sync.WaitGroup
	for _, call := range calls {
		running.Go(call)
	}
	running.Wait()
}
