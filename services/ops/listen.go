package ops

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	"github.com/salaatflow/platform/services/setting"
)

// DefaultAddress is where a program serves that is expected to be alone on its machine, such as the gateway.
const DefaultAddress = "127.0.0.1:8081"

// Listen listens at the address of --ops-address. Where another program has DefaultAddress, a free port of the same host
// takes its place, of which logger is warned: nobody chose that one. For "" it returns no listener and no error.
func Listen(ctx context.Context, address string, logger *slog.Logger) (net.Listener, error) {
	if address == "" {
		return nil, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", address)
	if address == DefaultAddress && errors.Is(err, syscall.EADDRINUSE) {
		if listener, err = config.Listen(ctx, "tcp", "127.0.0.1:0"); err == nil {
			logger.WarnContext(ctx, "another program has the usual ops address; serving health and metrics at a free port: "+
				"--ops-address chooses one", slog.String("usual", address), slog.String("address", listener.Addr().String()))
		}
	}
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--ops-address: %w", err))
	}
	return listener, nil
}
