package main

import (
	"context"
	"fmt"
	"strconv"
)

// measureNames measures how long the gateway takes to look up the tool of a name or an intent.
func measureNames(ctx context.Context, e effort) ([]figure, error) {
	// Runs of half a millisecond, so that most of them are not interrupted.
	results, err := goBenchmarks(ctx, "services/toolclient/routing", "^Benchmark(ResolveAlias|MapIntent)$",
		"-benchtime", "20000x", "-count", strconv.Itoa(e.repeats))
	if err != nil {
		return nil, err
	}
	alias, err := nameFigure(results, "resolve an alias", "BenchmarkResolveAlias")
	if err != nil {
		return nil, err
	}
	intent, err := nameFigure(results, "map an intent", "BenchmarkMapIntent")
	return []figure{alias, intent}, err
}

func nameFigure(results benchmarks, what, benchmark string) (figure, error) {
	took, err := results.median(benchmark, "ns/op")
	if err != nil {
		return figure{}, err
	}
	allocations, err := results.median(benchmark, "allocs/op")
	return figure{
		what: what, target: "≤ 100 ns, 0 allocations",
		measured: fmt.Sprintf("%.0f ns, %.0f allocations", took, allocations),
		ok:       took <= 100 && allocations == 0,
	}, err
}
