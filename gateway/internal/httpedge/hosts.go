package httpedge

import (
	"net"
	"net/http"
	"net/netip"
	"strings"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
)

// checkHost refuses requests whose Host header is not one of the allowed names: a page in a browser whose name was
// rebound to a loopback address must not reach the gateway. With loopback the machine's own names are allowed besides.
// Without any restriction, all are.
func checkHost(next http.Handler, loopback bool, allowed []string) http.Handler {
	if !loopback && len(allowed) == 0 {
		return next
	}
	names := make(map[string]bool, len(allowed))
	for _, name := range allowed {
		names[strings.ToLower(name)] = true
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := hostname(r.Host)
		if names[host] || loopback && isLocalName(host) {
			next.ServeHTTP(w, r)
			return
		}
		problem.Write(w, apperr.New(codes.PermissionDenied, errorsv1.Reason_REASON_FORBIDDEN, "the Host header names a host that this gateway does not serve"))
	})
}

func hostname(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return strings.ToLower(host)
	}
	return strings.ToLower(strings.Trim(hostport, "[]"))
}

func isLocalName(host string) bool {
	if host == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
