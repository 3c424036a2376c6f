package httpedge

import (
	"context"
	"net/http"
	"net/netip"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/route"
	"github.com/salaatflow/platform/services/ratelimit"
)

// Pages are what people open in a browser.
type Pages interface {
	// Patterns returns where they are, as a ServeMux takes it.
	Patterns() []string
	// Identified returns a request to a page with the identity that its cookies hold, as the headers of any other client. It may
	// set cookies, when a session is prolonged.
	Identified(w http.ResponseWriter, r *http.Request) *http.Request
	// Handler serves the pages. What they show and do goes through api, the gateway's own paths, with the context of
	// their requests.
	Handler(api http.Handler) http.Handler
}

// addPages serves the pages in front of what mux serves.
func (e *Edge) addPages(mux *http.ServeMux) {
	var api http.Handler = mux
	if e.Challenges != nil {
		api = e.Challenges.Handler(api)
	}
	pages := e.claimed(e.Pages.Handler(e.asNamed(e.inner(api))))
	for _, pattern := range e.Pages.Patterns() {
		mux.Handle(pattern, named(pattern, e.limitBody(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			pages.ServeHTTP(w, e.Pages.Identified(w, r))
		}))))
	}
}

// inner serves the requests of pages, several of which may run at once for the same page: each has a route, a report of
// limits and a beginning of its own, and where there are challenges, its own scopes for one.
func (e *Edge) inner(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, _ := route.NewContext(context.WithValue(r.Context(), answerKey{}, nil))
		ctx, _ = ratelimit.NewContext(ctx)
		next.ServeHTTP(w, r.WithContext(e.Challenges.NewContext(ctx)))
	})
}

// asNamed serves a request of a page that names a caller itself as that caller, if a client may name it so. Others are those of the
// page's reader, whose claim is in their context.
func (e *Edge) asNamed(next http.Handler) http.Handler {
	named := e.claimed(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" && r.Header.Get("X-User-ID") == "" {
			next.ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.RemoteAddr = netip.AddrPortFrom(authn.AddressOf(r.Context()), 0).String()
		named.ServeHTTP(w, r)
	})
}
