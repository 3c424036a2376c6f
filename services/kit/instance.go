package kit

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/telemetry"
)

// instance is a running service.
type instance struct {
	name      string
	config    Config
	dial      grpcclient.Options
	telemetry *telemetry.Telemetry
	server    *grpcserver.Server
	readiness *Readiness
	// preparation runs before the first call.
	preparation *Preparation
	// descriptions are what the service adds to the comments of its RPCs.
	descriptions *registration.Descriptions
	peers        *Peers
	fail         Fail

	ops          *ops.Server   // nil where no ops address is configured
	served       chan struct{} // closed when the server no longer serves
	registration *registrant
}

// start prepares, listens, serves and registers, in this order. When a step fails, it undoes the earlier ones.
func (i *instance) start(ctx context.Context) error {
	if err := i.preparation.start(ctx); err != nil {
		return err
	}
	err := i.open(ctx)
	if err != nil {
		i.preparation.stop()
	}
	return err
}

func (i *instance) open(ctx context.Context) error {
	listener, err := i.listen(ctx)
	if err != nil {
		return err
	}
	if err := i.startOps(ctx); err != nil {
		return errors.Join(err, listener.Close())
	}
	if i.config.isReachable() && !i.config.HasTLS() {
		i.telemetry.Logger.WarnContext(ctx, "insecure: calls to this address are in plain text, and so is the credential",
			slog.String("address", listener.Addr().String()))
	}
	if i.config.Registry.Address != "" {
		i.readiness.lacks(theRegistration, errUnregistered) // before anybody can ask
	}
	i.served = make(chan struct{})
	go i.serve(listener)
	if i.registration, err = register(ctx, i, listener.Addr()); err != nil {
		return errors.Join(err, i.stop(ctx))
	}
	i.telemetry.Logger.InfoContext(ctx, "serving",
		slog.String("address", listener.Addr().String()),
		slog.String("ops_address", i.ops.Address()),
		slog.String("version", VersionOr(i.config.Version)))
	return nil
}

func (i *instance) listen(ctx context.Context) (net.Listener, error) {
	if i.config.Listener != nil {
		return i.config.Listener, nil
	}
	var config net.ListenConfig
	listener, err := config.Listen(ctx, "tcp", i.config.ListenAddress)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--listen-address: %w", err))
	}
	return listener, nil
}

func (i *instance) startOps(ctx context.Context) error {
	if err := telemetry.ReportReady(i.telemetry.Registerer, func() bool { return i.readiness.err() == nil }); err != nil {
		return err
	}
	listener, err := ops.Listen(ctx, i.config.OpsAddress, i.telemetry.Logger)
	if err != nil || listener == nil {
		return err
	}
	i.ops = ops.Serve(ops.Options{
		Listener: listener, Ready: i.readiness, Gatherer: i.telemetry.Gatherer,
		Profiles: i.config.Pprof, Logger: i.telemetry.Logger,
	})
	return nil
}

func (i *instance) serve(listener net.Listener) {
	defer close(i.served)
	if err := i.server.Serve(listener); err != nil {
		i.fail(fmt.Errorf("%s can no longer serve: %w", i.name, err))
	}
}

// stop drains: no new calls are routed here, running calls finish, and the ops port, which shows the progress, closes last.
func (i *instance) stop(ctx context.Context) error {
	i.readiness.stop()
	i.preparation.stop()
	err := i.registration.stop(ctx)
	if i.config.DrainDelay > 0 {
		backoff.Wait(ctx, clock.OrSystem(i.config.Clock), i.config.DrainDelay)
	}
	drain, cancel := context.WithTimeout(ctx, i.config.DrainTimeout)
	defer cancel()
	err = errors.Join(err, i.server.Shutdown(drain))
	<-i.served
	return errors.Join(err, i.ops.Stop(ctx))
}
