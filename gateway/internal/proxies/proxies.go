// Package proxies finds the address of a client behind the operator's reverse proxies, which add it to the header
// X-Forwarded-For.
package proxies

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/netip"
	"strings"
	"sync"
)

// Trusted are the addresses of the proxies that are believed. Without any, the header means nothing.
type Trusted []netip.Prefix

// Parse reads addresses and networks, such as 10.0.0.0/8 or 127.0.0.1.
func Parse(texts []string) (Trusted, error) {
	var trusted Trusted
	for _, text := range texts {
		network, err := netip.ParsePrefix(text)
		if address, single := netip.ParseAddr(text); single == nil && address.Zone() == "" {
			network, err = netip.PrefixFrom(address.Unmap(), address.Unmap().BitLen()), nil
		}
		if err != nil || network.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is not an address or a network such as 10.0.0.0/8", text)
		}
		trusted = append(trusted, network.Masked())
	}
	return trusted, nil
}

// Handler gives requests that come from a trusted proxy the address of its client. It warns once of a proxy that seems to be
// the operator's, since it has a private address, and is not trusted.
func (t Trusted) Handler(next http.Handler, logger *slog.Logger) http.Handler {
	var warned sync.Once
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.Header["X-Forwarded-For"]) == 0 {
			next.ServeHTTP(w, r)
			return
		}
		if client, ok := t.client(r); ok {
			changed := *r
			changed.RemoteAddr = netip.AddrPortFrom(client, 0).String()
			r = &changed
		} else if peer, err := netip.ParseAddrPort(r.RemoteAddr); err == nil && t.seemsForgotten(peer.Addr().Unmap()) {
			warned.Do(func() {
				logger.WarnContext(r.Context(), "requests come through a proxy that is not trusted, so all who call through it "+
					"have its address; name it with --trusted-proxies", slog.String("proxy", peer.Addr().Unmap().String()))
			})
		}
		next.ServeHTTP(w, r)
	})
}

// client returns the last address of the header that no trusted proxy has, since only what trusted proxies added is
// believed: a client can write anything before that.
func (t Trusted) client(r *http.Request) (client netip.Addr, ok bool) {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !t.contain(peer.Addr().Unmap()) {
		return netip.Addr{}, false
	}
	lines := r.Header.Values("X-Forwarded-For")
	for i := len(lines) - 1; i >= 0; i-- {
		for rest := lines[i]; rest != ""; {
			var last string
			if comma := strings.LastIndexByte(rest, ','); comma >= 0 {
				rest, last = rest[:comma], rest[comma+1:]
			} else {
				rest, last = "", rest
			}
			address, err := parse(strings.TrimSpace(last))
			if err != nil {
				return client, ok // what came before it cannot be told
			}
			client, ok = address, true
			if !t.contain(address) {
				return client, true
			}
		}
	}
	return client, ok
}

// parse reads an address, with or without a port and brackets.
func parse(text string) (netip.Addr, error) {
	if both, err := netip.ParseAddrPort(text); err == nil {
		return both.Addr().Unmap().WithZone(""), nil
	}
	address, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	return address.Unmap().WithZone(""), err
}

// seemsForgotten reports whether a proxy's address is one that only the operator's have, and is not trusted.
func (t Trusted) seemsForgotten(proxy netip.Addr) bool { return proxy.IsPrivate() && !t.contain(proxy) }

func (t Trusted) contain(address netip.Addr) bool {
	for _, network := range t {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
