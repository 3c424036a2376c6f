// Package web is what people see of the platform in a browser: the app's pages and, for operators, the console. Pages are
// made on the server and work without JavaScript; what they show and do goes through the gateway's own paths, as the caller
// whom the request identifies, like everybody's calls.
package web

import (
	"log/slog"
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/web/internal/assets"
	"github.com/salaatflow/platform/gateway/web/internal/door"
	"github.com/salaatflow/platform/gateway/web/internal/signin"
	"github.com/salaatflow/platform/gateway/web/internal/words"
	"github.com/salaatflow/platform/services/clock"
)

// Mark returns the platform's sign, a picture in SVG of some hundred bytes.
func Mark() []byte { return assets.Mark() }

// Icon returns the picture in SVG that is served at a path, such as /assets/icons/tasks.svg; nil if there is none.
func Icon(path string) []byte { return assets.Icon(path) }

// AllowOthersToShow lets clients that run in a browser show a picture, wherever they come from.
func AllowOthersToShow(header http.Header) { assets.AllowOthersToShow(header) }

// Options configures the pages. Every field is required.
type Options struct {
	// Development lets whoever uses the pages choose the user; it is for loopback only.
	Development bool
	// SignIn says how people sign in; without a client, nobody can.
	SignIn  SignIn
	Version string
	Clock   clock.Clock
	Logger  *slog.Logger
}

// Pages serves the pages. It is safe for concurrent use.
type Pages struct {
	Options
	languages map[string]*words.Language
	assets    *assets.Set
	sessions  *signin.SignIn   // nil where nobody can sign in
	pages     map[string]views // by language
	door      *door.Door
	catalogue catalogue
	docs      *docs
	mux       *http.ServeMux
}

// New returns the pages, or an error that says what is wrong with the files they are made of.
func New(options Options) (*Pages, error) {
	p := &Pages{Options: options, docs: newDocs(words.Tags())}
	var err error
	if p.languages, err = words.Load(); err != nil {
		return nil, err
	}
	if p.assets, err = assets.Load(); err != nil {
		return nil, err
	}
	if p.sessions, err = newSignIn(options.SignIn); err != nil {
		return nil, err
	}
	if p.pages, err = p.views(); err != nil {
		return nil, err
	}
	return p, nil
}

// paths are what pages are served at, and below.
var paths = []string{
	"/{$}", "/today", "/chat", "/tasks", "/tasks/", "/masjids", "/masjids/", "/hadith", "/settings", "/settings/", docsPath,
	"/language", "/user", "/console", "/console/", "/console/live/events", "/sign-in", "/sign-in/", "/sign-out",
	"/manifest.webmanifest", "/sw.js",
}

// Patterns returns where pages are served, as a ServeMux takes them.
func (p *Pages) Patterns() []string { return append([]string{assets.Prefix}, paths...) }

// Handler serves the pages. What they show and do goes through api, with the context of their requests.
func (p *Pages) Handler(api http.Handler) http.Handler {
	p.door = door.New(api)
	p.mux = http.NewServeMux()
	p.mux.Handle("GET "+assets.Prefix, p.assets)
	p.mux.HandleFunc("GET /manifest.webmanifest", p.manifest)
	p.mux.HandleFunc("GET /sw.js", p.serviceWorker)
	p.mux.HandleFunc("POST /language", p.chooseLanguage)
	p.mux.HandleFunc("POST /user", p.chooseUser)
	p.mux.HandleFunc("GET /sign-in", p.signIn)
	p.mux.HandleFunc("GET "+callbackPath, p.signedIn)
	p.mux.HandleFunc("POST /sign-out", p.signOut)
	p.app()
	p.console()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasPrefix(r.URL.Path, assets.Prefix) {
			w.Header().Set("Content-Security-Policy", policy)
			w.Header().Set("Cache-Control", "no-store")
			p.keepLanguage(w, r)
		}
		p.mux.ServeHTTP(w, r)
	})
}

// policy allows a page what it has itself: files of its own server, and none of what would run inside the page's text.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
