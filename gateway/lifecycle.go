package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
)

// Start listens and serves, and returns without waiting for the required tools: see Await.
func (g *Gateway) Start(ctx context.Context) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", g.Config.HTTP)
	if err != nil {
		return fmt.Errorf("http: %w", err)
	}
	g.listener = listener
	if err := errors.Join(g.watcher.Start(ctx), g.router.Start(ctx)); err != nil {
		return errors.Join(err, listener.Close())
	}
	g.mcp.Start()
	if g.chat != nil {
		g.chat.Start(ctx, g.router.Subscribe)
	}
	go func() {
		if err := g.server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			g.failed <- fmt.Errorf("serve HTTP at %s: %w", listener.Addr(), err)
		}
	}()
	return nil
}

// run starts the gateway, and watches over it until it stops: required tools that do not come in time, and an end of
// serving, end the program.
func (g *Gateway) run(ctx context.Context, started func(*Gateway), end func()) error {
	if err := g.Start(ctx); err != nil {
		return err
	}
	if started != nil {
		started(g)
	}
	go func() {
		failed := g.Await(context.WithoutCancel(ctx))
		if failed == nil {
			select {
			case failed = <-g.failed:
			case <-g.draining:
			}
		}
		if failed != nil && !errors.Is(failed, errDraining) {
			g.Logger.ErrorContext(ctx, "the gateway ends", "error", failed)
			end()
		}
	}()
	return nil
}

var errDraining = errors.New("the gateway is stopping")

// Addr is where the gateway listens, with the port that was picked; nil before Start.
func (g *Gateway) Addr() net.Addr {
	if g.listener == nil {
		return nil
	}
	return g.listener.Addr()
}

// Await waits until every required tool is registered. It fails when some are missing after the start-up time-out,
// naming them, and when serving ends or ctx does before.
func (g *Gateway) Await(ctx context.Context) error {
	timeout := g.Clock.NewTimer(g.Config.StartupTimeout)
	defer timeout.Stop()
	select {
	case <-g.router.Complete():
		return nil
	case <-timeout.Chan():
		return fmt.Errorf("required tools are not registered after %v: %s: are their services running and registered?",
			g.Config.StartupTimeout, strings.Join(g.router.Missing(), ", "))
	case err := <-g.failed:
		return err
	case <-g.draining:
		return errDraining
	case <-ctx.Done():
		return ctx.Err()
	}
}

// missing names what keeps the gateway from being ready.
func (g *Gateway) missing() []string {
	select {
	case <-g.draining:
		return []string{errDraining.Error()}
	default:
		return g.router.Missing()
	}
}

// Stop drains: /readyz says not ready, nothing new is accepted, running calls are answered, and then the rest is closed.
// What still runs when the drain time-out ends is cut off.
func (g *Gateway) Stop(ctx context.Context) error {
	close(g.draining)
	g.wait(ctx)
	draining, cancel := context.WithTimeout(ctx, g.Config.DrainTimeout)
	defer cancel()
	failed := g.server.Shutdown(draining)
	if failed != nil {
		failed = errors.Join(fmt.Errorf("calls were still running when the gateway stopped: %w", failed), g.server.Close())
	}
	if g.chat != nil {
		g.chat.Stop()
	}
	g.model.Close()
	return errors.Join(failed, g.mcp.Stop(draining), g.router.Stop(ctx), g.watcher.Stop(ctx))
}

// wait lets load balancers notice.
func (g *Gateway) wait(ctx context.Context) {
	if g.Config.DrainDelay == 0 {
		return
	}
	delay := g.Clock.NewTimer(g.Config.DrainDelay)
	defer delay.Stop()
	select {
	case <-delay.Chan():
	case <-ctx.Done():
	}
}
