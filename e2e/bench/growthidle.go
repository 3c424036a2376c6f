package main

import (
	"context"
	"fmt"
	"time"
)

// stayIdle measures what both do while nothing changes, and what memory they take then.
func (g *growth) stayIdle(ctx context.Context, during time.Duration) ([]figure, error) {
	wait(ctx, during) // what the start leaves behind
	registry, gateway, began := g.registry.processorTime(), g.gateway.processorTime(), time.Now()
	wait(ctx, during)
	took := time.Since(began).Seconds()
	idle := func(what string, used time.Duration) figure {
		share := used.Seconds() / took * 100
		return figure{
			what: what + " while nothing changes", target: fmt.Sprintf("≤ %.0f %% of a core", mostGrownIdle),
			measured: fmt.Sprintf("%.1f %%", share), ok: share <= mostGrownIdle,
		}
	}
	return []figure{
		idle("the registry", g.registry.processorTime()-registry), idle("the gateway", g.gateway.processorTime()-gateway),
		memoryFigure("the registry with a gateway", g.registry.memory()), memoryFigure("the gateway", g.gateway.memory()),
	}, ctx.Err()
}

func wait(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
