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
)

// Start listens and serves, and returns without waiting for the required tools: see Await.
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
	g.mcp.Start()
	g.Logger.InfoContext(ctx, "serving", "address", listener.Addr().String(), "ops_address", g.ops.Address(),
		"registry", g.Config.Registry, "version", versionOf(g.Config))
	go func() {
		if err := g.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			g.failed <- fmt.Errorf("serve HTTP at %s: %w", listener.Addr(), err)
		}
	}()
	return nil
}

func (g *Gateway) listen(ctx context.Context) (net.Listener, error) {
	if g.Config.Listener != nil {
		return g.Config.Listener, nil
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", g.Config.HTTP)
	if err != nil {
		return nil, fmt.Errorf("--http: %w", err)
	}
	return listener, nil
}

func (g *Gateway) startOps(ctx context.Context) (err error) {
	listener := g.Config.OpsListener
	if listener == nil {
		listener, err = ops.Listen(ctx, g.Config.OpsAddress)
	}
	if err != nil || listener == nil {
		return err
	}
	g.ops = ops.Serve(ops.Options{
		Listener: listener, Ready: readiness.Handler(g.readiness), Gatherer: g.Gatherer, Profiles: g.Config.Pprof, Logger: g.Logger,
	})
	return nil
}

// run starts the gateway, and watches over it until it stops: an end of serving ends the program. Required tools that do
// not come in time are said, and waited for.
func (g *Gateway) run(ctx context.Context, started func(*Gateway), fail kit.Fail) error {
	if err := g.Start(ctx); err != nil {
		return err
	}
	if started != nil {
		started(g)
	}
	ctx = context.WithoutCancel(ctx)
	go g.remind(ctx)
	go func() {
		select {
		case failed := <-g.failed:
			fail(fmt.Errorf("gateway can no longer serve: %w", failed))
		case <-g.draining:
		}
	}()
	return nil
}

// remind says which required tools are missing after the start-up time-out.
func (g *Gateway) remind(ctx context.Context) {
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

// Addr is where the gateway listens, with the port that was picked; nil before Start.
func (g *Gateway) Addr() net.Addr {
	if g.listener == nil {
		return nil
	}
	return g.listener.Addr()
}

// OpsAddress is where health and metrics are served, host:port, with the port that was picked; empty before Start and
// where none is configured.
func (g *Gateway) OpsAddress() string { return g.ops.Address() }

// Await waits until every required tool was registered at the same time. It fails, naming those that are missing, when
// ctx ends or the gateway stops before.
func (g *Gateway) Await(ctx context.Context) error {
	select {
	case <-g.tools.Complete():
		return nil
	case <-g.draining:
		return errDraining
	case <-ctx.Done():
		return g.tools.Await(ctx) // names those that are missing
	}
}

// AwaitService waits until a gRPC service of this full name can be called. It fails when ctx ends or the gateway stops before.
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

// Stop drains. For the drain delay /readyz says not ready, while each answer asks its client to connect elsewhere; at the
// end of it what still comes is answered 503. Then the port is closed, running calls are answered, and the rest is closed.
// What still runs when the drain time-out ends is cut off. The ops address, which tells how far it is, goes last.
func (g *Gateway) Stop(ctx context.Context) error {
	close(g.draining)
	if delay := g.Config.DrainDelay; delay > 0 {
		last := delay / refusingPart
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
	return errors.Join(failed, g.mcp.Stop(draining), g.tools.Stop(ctx), g.ops.Stop(ctx))
}

// refusingPart is which part of the drain delay, at its end, is for refusing what still comes.
const refusingPart = 5

// wait lets load balancers and clients notice.
func (g *Gateway) wait(ctx context.Context, delay time.Duration) {
	timer := g.Clock.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-timer.Chan():
	case <-ctx.Done():
	}
}
