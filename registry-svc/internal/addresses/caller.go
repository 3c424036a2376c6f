package addresses

import (
	"context"
	"net"
	"net/netip"

	"google.golang.org/grpc/peer"
)

// CallerOf returns the address that the caller of an RPC calls from, or the zero Addr if the connection is not TCP.
func CallerOf(ctx context.Context) netip.Addr {
	caller, ok := peer.FromContext(ctx)
	if !ok {
		return netip.Addr{}
	}
	if address, ok := caller.Addr.(*net.TCPAddr); ok {
		return address.AddrPort().Addr()
	}
	return netip.Addr{}
}
