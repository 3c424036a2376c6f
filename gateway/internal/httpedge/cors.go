package httpedge

import (
	"net/http"

	"github.com/rs/cors"

	"github.com/salaatflow/platform/gateway/internal/idempotency"
)

// preflightAge is how many seconds a browser may remember what it was allowed.
const preflightAge = 600

// shared lets pages of the allowed origins read answers, and answers the questions that their browsers ask before a call. Without
// any, browsers are told nothing, and keep answers from other sites' pages. Cookies never count there: such a page sends a token.
func (e *Edge) shared(next http.Handler) http.Handler {
	if len(e.AllowedOrigins) == 0 {
		return next
	}
	return cors.New(cors.Options{
		AllowedOrigins: e.AllowedOrigins,
		AllowedMethods: []string{
			http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete,
		},
		AllowedHeaders: []string{"*"}, // whatever the page names, since MCP lets each tool name headers of its own
		ExposedHeaders: []string{
			"ETag", "Link", "Location", "Mcp-Protocol-Version", "Mcp-Session-Id", "RateLimit", "RateLimit-Policy", "Retry-After",
			idempotency.ReplayedHeader, "WWW-Authenticate", "X-Request-Id", "X-Total-Count", "X-Total-Count-Capped",
		},
		MaxAge: preflightAge,
	}).Handler(next)
}
