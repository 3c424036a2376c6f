// Package challenge tells callers who are refused what to sign in with: the WWW-Authenticate header of RFC 6750, and the
// metadata of RFC 9728, from which clients learn where to get a token.
package challenge

import (
	"context"
	"net/http"
	"strings"

	"github.com/salaatflow/platform/gateway/internal/authn"
)

// Options configures Challenges.
type Options struct {
	// Issuers are the OpenID providers whose tokens are accepted. Without any there is no metadata to tell of.
	Issuers []string
	// PublicURL is the URL at which callers reach the gateway. Empty means the host that each request names.
	PublicURL string
	// Scopes returns the scopes there are.
	Scopes func() []string
}

// Challenges writes challenges and metadata. It is safe for concurrent use.
type Challenges struct{ Options }

// New returns Challenges.
func New(options Options) *Challenges { return &Challenges{Options: options} }

// SignsIn reports whether callers can sign in somewhere, which Metadata then tells of.
func (c *Challenges) SignsIn() bool { return len(c.Issuers) > 0 }

// mcpPath is the path whose clients speak MCP. It is a resource of its own, because they ask for a token of exactly the URL
// that they call.
const mcpPath = "/mcp"

// Handler adds a challenge to each response that refuses a request for want of a token or a scope. The request's context
// must carry an authn.Claim, and be one that NewContext has made.
func (c *Challenges) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(&writer{ResponseWriter: w, challenges: c, request: r}, r)
	})
}

// NewContext returns a context of a request for which Need and Lack can be noted. A nil *Challenges notes nothing.
func (c *Challenges) NewContext(ctx context.Context) context.Context {
	if c == nil {
		return ctx
	}
	return context.WithValue(ctx, needsKey{}, &needs{})
}

type needsKey struct{}

// needsOf returns what is noted in a context; nil where nothing can be.
func needsOf(ctx context.Context) *needs {
	noted, _ := ctx.Value(needsKey{}).(*needs)
	return noted
}

// needs are the scopes that a request needs.
type needs struct {
	scopes []string
	// lacking: the request is refused because its credential does not have them.
	lacking bool
}

// Need notes which scopes a request needs, all of them, for the challenge if it is refused.
func Need(ctx context.Context, scopes ...string) {
	if noted := needsOf(ctx); noted != nil {
		noted.scopes = append(noted.scopes, scopes...)
	}
}

// Lack notes that a request is refused because its credential lacks scopes; without any, it is refused for another reason, which
// no further scope would change.
func Lack(ctx context.Context, missing ...string) {
	if noted := needsOf(ctx); noted != nil && len(missing) > 0 {
		noted.lacking = true
	}
}

// writer adds the challenge when a refusal begins to be written.
type writer struct {
	http.ResponseWriter
	challenges *Challenges
	request    *http.Request
}

// Unwrap lets http.ResponseController reach the connection.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// WriteHeader implements http.ResponseWriter.
func (w *writer) WriteHeader(status int) {
	if status == http.StatusUnauthorized || status == http.StatusForbidden {
		if header := w.challenges.header(w.request, status); header != "" {
			w.Header().Set("WWW-Authenticate", header)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// header returns the challenge of a response, empty for none.
func (c *Challenges) header(r *http.Request, status int) string {
	claim, noted := authn.FromContext(r.Context()), needsOf(r.Context())
	_, refused := claim.Caller()
	header := parameters{}
	switch {
	case status == http.StatusUnauthorized && refused != nil && claim.HasBearer():
		header.add("error", "invalid_token")
		header.add("error_description", refused.Message)
	case status == http.StatusUnauthorized:
	case status == http.StatusForbidden && noted.lacking:
		header.add("error", "insufficient_scope")
		header.add("error_description", "the token needs further scopes")
	default:
		return ""
	}
	header.add("scope", strings.Join(noted.scopes, " "))
	if base := c.base(r); base != "" && c.SignsIn() {
		header.add("resource_metadata", base+metadataPath(r.URL.Path))
	}
	return header.String()
}

// parameters are those of a challenge.
type parameters []string

func (p *parameters) add(name, value string) {
	if value != "" {
		*p = append(*p, name+`="`+quotable(value)+`"`)
	}
}

// String returns the challenge.
func (p *parameters) String() string {
	if len(*p) == 0 {
		return "Bearer"
	}
	return "Bearer " + strings.Join(*p, ", ")
}

// quotable returns a text without what RFC 6750 does not allow between quotation marks.
func quotable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '"' || r == '\\':
			return '\''
		case r < ' ' || r > '~':
			return '?'
		default:
			return r
		}
	}, text)
}
