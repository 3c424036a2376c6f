package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// What is promised of a thousand services of fifty tools.
const (
	mostGrownRegistration = 3.0   // ms of processor time
	mostGrownAgain        = 5.0   // s
	mostGrownMemory       = 500.0 // MB, of the registry and of the gateway each
	mostGrownSeen         = 100.0 // ms
	mostGrownChange       = 2.0   // ms of processor time
	mostGrownIdle         = 3.0   // percent of a core
	mostGrownSlower       = 1.5   // times as long as without changes
)

// many is where the figures go.
const many section = "growth"

// measureGrowth measures the registry and the gateway, each a process of its own, with a thousand services of fifty tools: what
// they take, what a change takes, and what calls notice of it.
func measureGrowth(ctx context.Context, e effort) (figures []figure, err error) {
	services, changes, idle := e.services, 200, 15*time.Second
	if e.short {
		services, changes, idle = 20, 3, time.Second
	}
	programs, err := newProcesses()
	if err != nil {
		return nil, err
	}
	ctx, stop := context.WithCancel(ctx)
	g := &growth{processes: programs, profiles: e.profiles, inside: map[*child]inside{}}
	defer func() {
		stop()
		g.leases.Wait()
		http.DefaultClient.CloseIdleConnections()
		err = errors.Join(err, g.stop())
	}()
	if err := g.begin(ctx, services); err != nil {
		return nil, err
	}
	for _, measure := range []func() ([]figure, error){
		func() ([]figure, error) { return g.registerAll(ctx, "register") },
		func() ([]figure, error) { return g.registerAgain(ctx) },
		func() ([]figure, error) { return g.startGateway(ctx) },
		func() ([]figure, error) { return g.stayIdle(ctx, idle) },
		func() ([]figure, error) { return g.change(ctx, changes) },
		func() ([]figure, error) { return g.addNew(ctx, min(changes, 20)) },
	} {
		measured, err := g.profiled(ctx, measure)
		if err != nil {
			return nil, fmt.Errorf("%w\n%.4000s", err, g.logs())
		}
		figures = append(figures, measured...)
	}
	return figures, nil
}

// growth is a registry with many services, and a gateway.
type growth struct {
	*processes
	services  []grownService
	addresses []string // at which the services are
	at        string   // the registry's address
	registry  *child
	gateway   *child
	url       string // the gateway's
	client    registryv1.RegistryServiceClient
	leases    sync.WaitGroup
	endLeases context.CancelFunc
	profiles  string // the folder of profiles; empty for none
	inside    map[*child]inside
	measuring int // number of what is measured now
}

func (g *growth) begin(ctx context.Context, services int) (err error) {
	for number := range services {
		g.services = append(g.services, newGrownService(number, grownTools))
	}
	if g.addresses, err = serveGrown(ctx, 32); err != nil {
		return err
	}
	if g.at, err = freeAddress(ctx); err != nil {
		return err
	}
	return g.startRegistry(ctx)
}

func memoryFigure(what string, memory float64) figure {
	return figure{
		what: "memory of " + what, target: fmt.Sprintf("≤ %.0f MB", mostGrownMemory),
		measured: fmt.Sprintf("%.0f MB", memory), ok: memory <= mostGrownMemory,
	}
}

// patiently tries for longer than retried: to read all that is remembered takes a registry a minute on a busy machine.
func patiently(ctx context.Context, do func() error) (err error) {
	for range 10 {
		if err = retried(ctx, do); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
