package api

import (
	"context"
	"net"
	"net/netip"

	"google.golang.org/grpc/peer"
)

// hostOf returns the address that the caller calls from, or the zero Addr if the connection is not TCP.
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
