// Package httphost refuses HTTP requests whose Host header names a host that a server does not serve.
package httphost

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// Rule is the set of hosts that requests may name. The zero Rule allows all.
type Rule struct {
	// Loopback is set when the server listens on a loopback address. Requests may then name localhost, a loopback
	// address or no host; otherwise a web page whose own name was rebound to a loopback address could read the answers.
	Loopback bool
	// Allowed are further host names; if there are any, no others are allowed.
	Allowed []string
}

// Check returns a handler that passes allowed requests to next, and all others to refuse.
func (r Rule) Check(next, refuse http.Handler) http.Handler {
	if !r.Loopback && len(r.Allowed) == 0 {
		return next
	}
	names := make(map[string]bool, len(r.Allowed))
	for _, name := range r.Allowed {
		names[strings.ToLower(name)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		host := hostname(request.Host)
		if names[host] || r.Loopback && isLocal(host) {
			next.ServeHTTP(w, request)
			return
		}
		refuse.ServeHTTP(w, request)
	})
}

func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return strings.ToLower(host)
	}
	return strings.ToLower(strings.Trim(hostport, "[]"))
}

// isLocal reports whether a host names this machine, or is empty as in HTTP/1.0, which no browser speaks.
func isLocal(host string) bool {
	if host == "" || host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
