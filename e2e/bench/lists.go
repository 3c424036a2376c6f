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
	return []figure{sqlite, postgres}, err
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
