package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// callQuietly measures calls while nothing changes.
func (g *growth) callQuietly(ctx context.Context, during time.Duration) (err error) {
	g.quiet, err = g.callsWhile(ctx, func() error { wait(ctx, during); return nil })
	return err
}

// change measures calls while instances come and go.
func (g *growth) change(ctx context.Context, changes int) ([]figure, error) {
	registry, gateway := g.registry.processorTime(), g.gateway.processorTime()
	beside, err := g.callsWhile(ctx, func() error { return g.comeAndGo(ctx, changes) })
	if err != nil {
		return nil, err
	}
	of := func(used time.Duration) float64 { return used.Seconds() * 1e3 / float64(2*changes) }
	ofRegistry, ofGateway := of(g.registry.processorTime()-registry), of(g.gateway.processorTime()-gateway)
	ratio := beside.p99 / g.quiet.p99
	return []figure{
		{
			what:   "an instance that comes or goes, the registry's processor time, and the gateway's with 80 calls a second",
			target: fmt.Sprintf("≤ %.0f ms", mostGrownChange), measured: fmt.Sprintf("%.1f ms; %.1f ms", ofRegistry, ofGateway),
			ok: ofRegistry <= mostGrownChange,
		},
		{
			what: "calls while an instance comes or goes every 50 ms, p99", target: fmt.Sprintf("≤ %.1f ×", mostGrownSlower),
			measured: fmt.Sprintf("%.1f ms; p50 %.2f ms", beside.p99, beside.p50),
			against:  fmt.Sprintf("without changes: %.1f ms; p50 %.2f ms", g.quiet.p99, g.quiet.p50),
			ratio:    fmt.Sprintf("%.2f", ratio), ok: ratio <= mostGrownSlower,
		},
	}, nil
}

// addNew measures how long it takes until the tool of a new service can be called, and what memory all that has changed takes.
func (g *growth) addNew(ctx context.Context, services int) ([]figure, error) {
	seen, newTool, err := g.newServices(ctx, services)
	if err != nil {
		return nil, err
	}
	p99 := seen[len(seen)*99/100]
	return []figure{
		{
			what: "from the registration of a new service until its tool can be called, p99", target: fmt.Sprintf("≤ %.0f ms", mostGrownSeen),
			measured: fmt.Sprintf("%.0f ms; p50 %.0f ms; the gateway's processor time %.1f ms", p99, seen[len(seen)/2], newTool),
			ok:       p99 <= mostGrownSeen,
		},
		memoryFigure("the registry after changes", g.registry.memory()), memoryFigure("the gateway after changes", g.gateway.memory()),
	}, nil
}

// comeAndGo lets instances of known services register and leave, something every 50 ms.
func (g *growth) comeAndGo(ctx context.Context, times int) error {
	for i := range times {
		leasing, end := context.WithCancel(ctx)
		service := g.services[1+i%(len(g.services)-1)]
		lease, err := g.register(leasing, service, "came-"+strconv.Itoa(i), g.addresses[(i+7)%len(g.addresses)])
		wait(ctx, 50*time.Millisecond)
		if err == nil {
			_, err = g.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: lease})
		}
		end()
		wait(ctx, 50*time.Millisecond)
		if err != nil {
			return err
		}
	}
	return nil
}

type latencies struct{ p50, p99 float64 } // ms

// callsWhile calls a tool every 12.5 ms until do has ended.
func (g *growth) callsWhile(ctx context.Context, do func() error) (latencies, error) {
	done := make(chan error, 1)
	go func() { done <- do() }()
	ticker := time.NewTicker(12500 * time.Microsecond)
	defer ticker.Stop()
	var took []float64
	for i := 0; ; i++ {
		select {
		case err := <-done:
			slices.Sort(took)
			if len(took) == 0 {
				took = []float64{0}
			}
			return latencies{took[len(took)/2], took[len(took)*99/100]}, err
		case <-ticker.C:
			began := time.Now()
			if err := g.call(ctx, grownTool(0, i%grownTools)); err != nil {
				return latencies{}, err
			}
			took = append(took, time.Since(began).Seconds()*1e3)
		}
	}
}

// newServices registers services of one tool, and returns how many milliseconds it took until each could be called, sorted, and how
// much of the gateway's processor time each took.
func (g *growth) newServices(ctx context.Context, services int) (seen []float64, each float64, err error) {
	before := g.gateway.processorTime()
	for i := range services {
		number := 9000 + i
		began := time.Now()
		if _, err := g.register(ctx, newGrownService(number, 1), "one", g.addresses[0]); err != nil {
			return nil, 0, err
		}
		for g.call(ctx, grownTool(number, 0)) != nil {
			if err := ctx.Err(); err != nil {
				return nil, 0, err
			}
			if time.Since(began) > setupTimeout {
				return nil, 0, fmt.Errorf("%s cannot be called %v after it registered", grownTool(number, 0), setupTimeout)
			}
			wait(ctx, 2*time.Millisecond)
		}
		seen = append(seen, time.Since(began).Seconds()*1e3)
	}
	slices.Sort(seen)
	return seen, (g.gateway.processorTime() - before).Seconds() * 1e3 / float64(services), nil
}
