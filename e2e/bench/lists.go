package main

import (
	"context"
	"fmt"
)

// measureLists measures the cost of a list in a large database, compared with a small one.
func measureLists(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "1000x", "-timeout", "30m"}
	if e.short {
		arguments = []string{"-benchtime", "1x", "-short"}
	}
	results, err := goBenchmarks(ctx, "tasks-svc/internal/store", "^BenchmarkList$", arguments...)
	if err != nil {
		return nil, err
	}
	sqlite, err := listFigure(results, "SQLite", "BenchmarkList/sqlite")
	if err != nil {
		return nil, err
	}
	postgres, err := listFigure(results, "PostgreSQL", "BenchmarkList/postgres")
	if err != nil {
		return nil, err
	}
	filtered, err := measureFilters(ctx, e)
	return append([]figure{sqlite, postgres}, filtered...), err
}

// measureFilters measures any page of any combination of filters among the million tasks of one user.
func measureFilters(ctx context.Context, e effort) (figures []figure, err error) {
	arguments := []string{"-benchtime", "9x", "-timeout", "30m"}
	if e.short {
		arguments = []string{"-benchtime", "1x", "-short"}
	}
	results, err := goBenchmarks(ctx, "tasks-svc/internal/store", "^BenchmarkListFilters$", arguments...)
	if err != nil {
		return nil, err
	}
	for _, engine := range []struct{ name, benchmark string }{
		{"SQLite", "BenchmarkListFilters/sqlite"}, {"PostgreSQL", "BenchmarkListFilters/postgres"},
	} {
		f := figure{what: "list 50 of a user's 1,000,000 tasks with any filters, " + engine.name, target: "≤ 5 ms"}
		if results[engine.benchmark] == nil { // skipped, and the benchmark said why
			f.missing = "there is no " + engine.name + " here"
			figures = append(figures, f)
			continue
		}
		median, err := results.median(engine.benchmark, "µs/median")
		if err != nil {
			return nil, err
		}
		slowest, err := results.median(engine.benchmark, "µs/slowest")
		if err != nil {
			return nil, err
		}
		const most = 5000 // µs
		f.measured = fmt.Sprintf("%.1f ms; the slowest combination %.1f ms", median/1000, slowest/1000)
		f.ok = slowest <= most
		figures = append(figures, f)
	}
	return figures, nil
}

func listFigure(results benchmarks, engine, benchmark string) (figure, error) {
	f := figure{what: "list 50 of a user's 100 tasks, " + engine, target: "≤ 1.5 × as long"}
	if results[benchmark] == nil { // skipped, and the benchmark said why
		f.missing = "there is no " + engine + " here"
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
