package platform

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"

	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/setting"
)

// listeners are the addresses that the platform serves. They are opened before anything else, so that a second
// platform at the same address fails without touching any data.
type listeners struct {
	http, ops, registry net.Listener // ops is nil if no ops address is configured
}

func listen(ctx context.Context, settings Config) (l listeners, err error) {
	defer func() {
		if err != nil {
			err = errors.Join(err, l.close())
		}
	}()
	var config net.ListenConfig
	if l.http, err = config.Listen(ctx, "tcp", settings.Gateway.HTTP); err != nil {
		return l, setting.Wrong(fmt.Errorf("--http: %w", err))
	}
	if l.ops, err = ops.Listen(ctx, settings.Gateway.OpsAddress, settings.logger()); err != nil {
		return l, err
	}
	l.registry, err = config.Listen(ctx, "tcp", settings.RegistryListen)
	if settings.RegistryListen == registrysvc.Address && errors.Is(err, syscall.EADDRINUSE) {
		if l.registry, err = config.Listen(ctx, "tcp", anyPort); err == nil { // nobody chose the usual one
			settings.logger().WarnContext(ctx, "another program has the usual address of the registry; serving it at a free port, "+
				"where services that expect the usual one do not join: --registry-listen chooses one",
				slog.String("usual", registrysvc.Address), slog.String("address", l.registry.Addr().String()))
		}
	}
	if err != nil {
		return l, setting.Wrong(fmt.Errorf("--registry-listen: %w", err))
	}
	return l, nil
}

// anyPort is an address for this machine alone.
const anyPort = "127.0.0.1:0"

func (l listeners) close() error {
	var failed []error
	for _, listener := range []net.Listener{l.http, l.ops, l.registry} {
		if listener != nil {
			failed = append(failed, listener.Close())
		}
	}
	return errors.Join(failed...)
}
