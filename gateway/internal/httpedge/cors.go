package httpedge

import (
	"net/http"
	"net/url"

	"github.com/rs/cors"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
)

// preflightAge is how many seconds a browser may remember what it was allowed.
const preflightAge = 600

// shared lets pages of the allowed origins read answers, and answers the questions that their browsers ask before a call. Without
// any, browsers are told nothing, and keep answers from other sites' pages. Cookies never count there: such a page sends a token.
func (e *Edge) shared(next http.Handler) http.Handler {
	others := next
	if len(e.AllowedOrigins) > 0 {
		others = readable(cors.Options{AllowedOrigins: e.AllowedOrigins}, next)
	}
	if !e.LoopbackPages {
		return others
	}
	own := readable(cors.Options{AllowOriginFunc: isLoopbackOrigin}, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if e.isLoopbackPage(r) {
			own.ServeHTTP(w, r)
			return
		}
		others.ServeHTTP(w, r)
	})
}

// readable adds what pages may send and read to the options that say which pages.
func readable(options cors.Options, next http.Handler) http.Handler {
	options.AllowedMethods = []string{
		http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
	}
	options.AllowedHeaders = []string{"*"} // whatever the page names, since MCP lets each tool name headers of its own
	options.ExposedHeaders = []string{
		"ETag", "Link", "Location", "Mcp-Protocol-Version", "Mcp-Session-Id", "RateLimit", "RateLimit-Policy", "Retry-After",
		idempotency.ReplayedHeader, "WWW-Authenticate", "X-Request-Id", "X-Total-Count", "X-Total-Count-Capped",
	}
	options.MaxAge = preflightAge
	return cors.New(options).Handler(next)
}

// isLoopbackPage reports whether a page that a web server of this machine serves calls /mcp, where such pages may.
func (e *Edge) isLoopbackPage(r *http.Request) bool {
	return e.LoopbackPages && r.URL.Path == mcpRoute && isLoopbackOrigin(r.Header.Get("Origin"))
}

// isLoopbackOrigin reports whether an origin is this machine by its own names, at any port. No name counts that a DNS server resolves.
func isLoopbackOrigin(origin string) bool {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Scheme+"://"+u.Host != origin {
		return false
	}
	switch u.Hostname() {
	case "localhost", "127.0.0.1", "::1":
		return true
	default:
		return false
	}
}
