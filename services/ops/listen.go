package ops

import (
	"context"
	"errors"
	"fmt"
	"net"
	"syscall"
)

// DefaultAddress is where a program serves that is expected to be alone on its machine, such as the gateway.
const DefaultAddress = "127.0.0.1:8081"

// Listen listens at the address of --ops-address. Where another program has DefaultAddress, a free port of the same host
// takes its place: nobody chose that one. For "" it returns no listener and no error.
func Listen(ctx context.Context, address string) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if address == DefaultAddress && errors.Is(err, syscall.EADDRINUSE) {
		listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("--ops-address: %w", err)
	}
	return listener, nil
}
