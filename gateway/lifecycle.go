package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/gateway/internal/readiness"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/setting"
)

// Start starts serving and returns without waiting for the required tools; see Await.
func (g *Gateway) Start(ctx context.Context) error {
	listener, err := g.listen(ctx)
	if err != nil {
		return err
	}
	g.listener = listener
	if err := g.startOps(ctx); err != nil {
		return errors.Join(err, listener.Close())
	}
	if err := g.tools.Start(ctx); err != nil {
		return errors.Join(err, g.ops.Stop(ctx), listener.Close())
	}
	g.startLink(ctx)
	g.mcp.Start()
	if g.oidc != nil {
		g.oidc.Start(ctx)
	}
	g.Logger.InfoContext(ctx, "serving", "address", listener.Addr().String(), "ops_address", g.ops.Address(),
		"registry", g.Config.Registry, "version", kit.VersionOr(g.Config.Version))
	go func() {
		if err := g.serve(listener); !errors.Is(err, http.ErrServerClosed) {
			g.failed <- fmt.Errorf("serve HTTP at %s: %w", listener.Addr(), err)
		}
	}()
	return nil
}

func (g *Gateway) serve(listener net.Listener) error {
	if g.Config.HTTPTLS.Enabled() {
		return g.server.ServeTLS(listener, "", "") // whose certificate is in TLSConfig
	}
	return g.server.Serve(listener)
}

// URL returns where the gateway serves, such as http://127.0.0.1:8080. It is empty before Start.
func (g *Gateway) URL() string {
	if g.listener == nil {
		return ""
	}
	if g.Config.HTTPTLS.Enabled() {
		return "https://" + g.listener.Addr().String()
	}
	return "http://" + g.listener.Addr().String()
}

func (g *Gateway) listen(ctx context.Context) (net.Listener, error) {
	if g.Config.Listener != nil {
		return g.Config.Listener, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", g.Config.HTTP)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--http: %w", err))
	}
	return listener, nil
}

func (g *Gateway) startOps(ctx context.Context) (err error) {
	listener := g.Config.OpsListener
	if listener == nil {
		listener, err = ops.Listen(ctx, g.Config.OpsAddress, g.Logger)
	}
	if err != nil || listener == nil {
		return err
	}
	g.ops = ops.Serve(ops.Options{
		Listener: listener, Ready: readiness.Handler(g.program, g.operations.Down), Gatherer: g.Gatherer,
		Profiles: g.Config.Pprof, Logger: g.Logger,
	})
	return nil
}

// startLink keeps the connection to Redis until unlink is called.
func (g *Gateway) startLink(ctx context.Context) {
	if g.link == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		g.link.Run(ctx)
	}()
	g.unlink = func() {
		cancel()
		<-ended
	}
}

// run starts the gateway and watches it until it stops. If serving fails, the program ends. Required tools that are
// missing after the start-up timeout are logged.
func (g *Gateway) run(ctx context.Context, started func(*Gateway), fail kit.Fail) error {
	if err := g.Start(ctx); err != nil {
		return err
	}
	if started != nil {
		started(g)
	}
	ctx = context.WithoutCancel(ctx)
	go g.warnIncomplete(ctx)
	go func() {
		select {
		case failed := <-g.failed:
			fail(fmt.Errorf("gateway can no longer serve: %w", failed))
		case <-g.draining:
		}
	}()
	return nil
}

// warnIncomplete logs which required tools are missing after the start-up timeout.
func (g *Gateway) warnIncomplete(ctx context.Context) {
	timeout := g.Clock.NewTimer(g.Config.StartupTimeout)
	defer timeout.Stop()
	select {
	case <-g.tools.Complete():
	case <-g.draining:
	case <-timeout.Chan():
		g.Logger.WarnContext(ctx, "required tools are not registered; serving without them: are their services running and registered?",
			"after", g.Config.StartupTimeout, "missing", g.tools.Missing())
	}
}

var errDraining = errors.New("the gateway is stopping")

// Addr returns the address of the HTTP listener, or nil before Start.
func (g *Gateway) Addr() net.Addr {
	if g.listener == nil {
		return nil
	}
	return g.listener.Addr()
}

// OpsAddress returns the host:port of health and metrics. It is empty before Start, or if none is configured.
func (g *Gateway) OpsAddress() string { return g.ops.Address() }

// Await waits until all required tools are registered at the same time. If ctx ends or the gateway stops first, it
// returns an error that names the missing ones.
func (g *Gateway) Await(ctx context.Context) error {
	select {
	case <-g.tools.Complete():
		return nil
	case <-g.draining:
		return errDraining
	case <-ctx.Done():
		return g.tools.Await(ctx) // names the missing tools
	}
}

// AwaitService waits until the gRPC service with this full name can be called. It fails if ctx ends or the gateway
// stops first.
func (g *Gateway) AwaitService(ctx context.Context, name protoreflect.FullName) error {
	changed, cancel := g.tools.Subscribe()
	defer cancel()
	for g.tools.Table().Service(name) == nil {
		select {
		case <-changed:
		case <-g.draining:
			return errDraining
		case <-ctx.Done():
			return fmt.Errorf("the gRPC service %s is not registered: %w", name, ctx.Err())
		}
	}
	return nil
}

// Stop drains the gateway. During the drain delay /readyz reports not ready, and each response asks its client to
// connect elsewhere; at the end of the delay, new requests get 503. Then the port is closed and running calls finish.
// Calls still running after the drain timeout are cut off. The ops address, which reports the progress, is closed
// last.
func (g *Gateway) Stop(ctx context.Context) error {
	close(g.draining)
	if delay := g.Config.DrainDelay; delay > 0 {
		last := delay / refusingFraction
		g.wait(ctx, delay-last)
		close(g.refusing)
		g.wait(ctx, last)
	}
	draining, cancel := context.WithTimeout(ctx, g.Config.DrainTimeout)
	defer cancel()
	failed := g.server.Shutdown(draining)
	if failed != nil {
		failed = errors.Join(fmt.Errorf("calls were still running when the gateway stopped: %w", failed), g.server.Close())
	}
	if g.oidc != nil {
		g.oidc.Stop()
	}
	failed = errors.Join(failed, g.mcp.Stop(draining), g.tools.Stop(ctx), g.ops.Stop(ctx))
	if g.unlink != nil {
		g.unlink()
	}
	return failed
}

// refusingFraction is the divisor of the drain delay that yields its last part, during which new requests are
// refused.
const refusingFraction = 5

// wait gives load balancers and clients time to notice.
func (g *Gateway) wait(ctx context.Context, delay time.Duration) {
	timer := g.Clock.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.Chan():
	case <-ctx.Done():
	}
}
