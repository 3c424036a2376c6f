package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

// turns is how often calls are measured with changes and without, one after the other: other work on the machine is then beside
// both, and calls at a moment are few.
const turns = 20

// changeTurn is what was measured in all turns of a kind.
type changeTurn struct {
	took              []float64 // by calls, ms
	registry, gateway time.Duration
}

// change measures calls while instances come and go, and in turns while nothing changes.
func (g *growth) change(ctx context.Context, changes int) ([]figure, error) {
	each := max(changes/turns, 1)
	var quiet, beside changeTurn
	for range changes / each {
		if err := g.turn(ctx, &quiet, func() error { wait(ctx, time.Duration(each)*2*betweenChanges); return nil }); err != nil {
			return nil, err
		}
		if err := g.turn(ctx, &beside, func() error { return g.comeAndGo(ctx, each) }); err != nil {
			return nil, err
		}
		wait(ctx, 5*betweenChanges) // what the last change leaves behind is of neither
	}
	of := func(used time.Duration) float64 { return used.Seconds() * 1e3 / float64(2*each*(changes/each)) }
	with, without := latenciesOf(beside.took), latenciesOf(quiet.took)
	ratio := with.p99 / without.p99
	return []figure{
		{
			what:   "an instance that comes or goes, the registry's processor time, and the gateway's with 80 calls a second",
			target: fmt.Sprintf("≤ %.0f ms", mostGrownChange), measured: fmt.Sprintf("%.1f ms; %.1f ms", of(beside.registry), of(beside.gateway)),
			ok: of(beside.registry) <= mostGrownChange,
		},
		{
			what: "calls while an instance comes or goes every 50 ms, p99, in turns", target: fmt.Sprintf("≤ %.1f ×", mostGrownSlower),
			measured: fmt.Sprintf("%.1f ms; p50 %.2f ms", with.p99, with.p50),
			against:  fmt.Sprintf("without changes: %.1f ms; p50 %.2f ms", without.p99, without.p50),
			ratio:    fmt.Sprintf("%.2f", ratio), ok: ratio <= mostGrownSlower,
		},
	}, nil
}

// turn adds what is measured while do runs.
func (g *growth) turn(ctx context.Context, to *changeTurn, do func() error) error {
	registry, gateway := g.registry.processorTime(), g.gateway.processorTime()
	took, err := g.callsWhile(ctx, do)
	to.took = append(to.took, took...)
	to.registry += g.registry.processorTime() - registry
	to.gateway += g.gateway.processorTime() - gateway
	return err
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

const betweenChanges = 50 * time.Millisecond

// comeAndGo lets instances of known services register and leave, something every 50 ms.
func (g *growth) comeAndGo(ctx context.Context, times int) error {
	for i := range times {
		leasing, end := context.WithCancel(ctx)
		service := g.services[1+i%(len(g.services)-1)]
		lease, err := g.register(leasing, service, "came-"+strconv.Itoa(i), g.addresses[(i+7)%len(g.addresses)])
		wait(ctx, betweenChanges)
		if err == nil {
			_, err = g.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: lease})
		}
		end()
		wait(ctx, betweenChanges)
		if err != nil {
			return err
		}
	}
	return nil
}

type latencies struct{ p50, p99 float64 } // ms

// latenciesOf is zero without calls.
func latenciesOf(took []float64) latencies {
	if len(took) == 0 {
		return latencies{}
	}
	slices.Sort(took)
	return latencies{took[len(took)/2], took[len(took)*99/100]}
}

// callsWhile calls a tool every 12.5 ms until do has ended, and returns how many ms each call took.
func (g *growth) callsWhile(ctx context.Context, do func() error) (took []float64, err error) {
	done := make(chan error, 1)
	go func() { done <- do() }()
	ticker := time.NewTicker(12500 * time.Microsecond)
	defer ticker.Stop()
	for i := 0; ; i++ {
		select {
		case err := <-done:
			return took, err
		case <-ticker.C:
			began := time.Now()
			if err := g.call(ctx, grownTool(0, i%grownTools)); err != nil {
				return nil, err
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
