package api

import (
	"context"
	"net"
	"net/netip"
	"strings"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"github.com/salaatflow/platform/registry-svc/internal/registrations"
)

// holderOf tells who calls: from which host, and with which credential, whether the registry asks for one or not.
func holderOf(ctx context.Context) registrations.Holder {
	credential := ""
	if values := metadata.ValueFromIncomingContext(ctx, "authorization"); len(values) == 1 {
		if scheme, given, _ := strings.Cut(values[0], " "); strings.EqualFold(scheme, "Bearer") {
			credential = given
		}
	}
	return registrations.NewHolder(hostOf(ctx), credential)
}

// hostOf is the address that the caller calls from; zero when it is none of TCP.
func hostOf(ctx context.Context) netip.Addr {
	caller, ok := peer.FromContext(ctx)
	if !ok {
		return netip.Addr{}
	}
	if address, ok := caller.Addr.(*net.TCPAddr); ok {
		return address.AddrPort().Addr()
	}
	return netip.Addr{}
}
