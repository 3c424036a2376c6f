// Package secureheaders adds to each HTTP response the headers that keep a browser from doing more with it than showing it.
package secureheaders

import "net/http"

// Policy is the Content-Security-Policy of what is not a page: nothing in it runs or loads anything, and no page frames it.
const Policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The values are shared by all responses, which replace them or leave them as they are.
var (
	policy    = []string{Policy}
	deny      = []string{"DENY"}
	nosniff   = []string{"nosniff"}
	noReferer = []string{"no-referrer"}
	sameSite  = []string{"same-origin"}
	oneYear   = []string{"max-age=31536000"}
)

// Handler sets the headers before next runs, which may replace them: a page has a policy of its own.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		header := w.Header()
		header["Content-Security-Policy"] = policy
		header["X-Frame-Options"] = deny
		header["X-Content-Type-Options"] = nosniff
		header["Referrer-Policy"] = noReferer
		header["Cross-Origin-Opener-Policy"] = sameSite
		header["Cross-Origin-Resource-Policy"] = sameSite
		if r.TLS != nil { // over plain HTTP the header has no meaning (RFC 6797, section 7.2)
			header["Strict-Transport-Security"] = oneYear
		}
		next.ServeHTTP(w, r)
	})
}
