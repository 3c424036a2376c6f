// Package address reports from where a listen address, host:port, can be reached.
package address

import (
	"net"
	"net/netip"
	"strings"
)

// IsLoopback reports whether an address is reachable from this machine only. It is false for text that is not an address.
func IsLoopback(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		return false
	}
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback()
}

// IsUnspecified reports whether an address is that of every interface, such as :9000, which nobody can call.
func IsUnspecified(hostport string) bool {
	host, _, err := net.SplitHostPort(hostport)
	if err != nil {
		return false
	}
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.Unmap().IsUnspecified()
}
