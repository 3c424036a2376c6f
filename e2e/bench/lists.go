package main

import (
	"context"
	"fmt"
)

// measureLists measures what a list costs in a large database, compared with a small one.
func measureLists(ctx context.Context, e effort) ([]figure, error) {
	if !e.lists {
		return nil, nil
	}
	results, err := goBenchmarks(ctx, "tasks-svc/internal/store", "^BenchmarkList$", "-benchtime", "1000x", "-timeout", "30m")
	if err != nil {
		return nil, err
	}
	var figures []figure
	for _, engine := range []struct{ name, benchmark string }{
		{"SQLite", "BenchmarkList/sqlite"},
		{"PostgreSQL", "BenchmarkList/postgres"},
	} {
		f, err := listFigure(results, engine.name, engine.benchmark)
		if err != nil {
			return nil, err
		}
		figures = append(figures, f)
	}
	return figures, nil
}

func listFigure(results benchmarks, engine, benchmark string) (figure, error) {
	f := figure{what: "list 50 of a user's 100 tasks, " + engine, target: "≤ 1.5 × as long"}
	if results[benchmark] == nil { // skipped, and the benchmark said why
		f.measured = "not measured: there is no " + engine + " here"
		return f, nil
	}
	var values [3]float64
	for i, unit := range []string{"ns/million", "ns/thousand", "ratio"} {
		value, err := results.median(benchmark, unit)
		if err != nil {
			return figure{}, err
		}
		values[i] = value
	}
	f.measured = fmt.Sprintf("%.0f µs of a million tasks", values[0]/1000)
	f.against = fmt.Sprintf("%.0f µs of a thousand", values[1]/1000)
	f.ratio, f.ok = fmt.Sprintf("%.2f", values[2]), values[2] <= 1.5
	return f, nil
}
