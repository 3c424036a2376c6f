package main

import (
	"context"
	"fmt"
	"strconv"

	"github.com/salaatflow/platform/e2e/bench/chart"
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

// measureFilters measures any page of any combination of filters among the tasks of one user, who gets a million of them.
func measureFilters(ctx context.Context, e effort) (figures []figure, err error) {
	arguments := []string{"-benchtime", "9x", "-timeout", "30m"}
	numbers := []int{1_000, 10_000, 100_000, 1_000_000}
	if e.short {
		arguments, numbers = []string{"-benchtime", "1x", "-short"}, []int{1_000, 2_000}
	}
	results, err := goBenchmarks(ctx, "tasks-svc/internal/store", "^BenchmarkListFilters$", arguments...)
	if err != nil {
		return nil, err
	}
	growth := &chart.Chart{
		Title: "A page of 50 tasks of one user, by filters",
		X:     chart.Axis{Name: "the user's tasks", Log: true}, Y: chart.Axis{Name: "ms", Log: true},
	}
	for _, engine := range []struct{ name, benchmark string }{
		{"SQLite", "BenchmarkListFilters/sqlite/"}, {"PostgreSQL", "BenchmarkListFilters/postgres/"},
	} {
		f, lines, err := filtersFigure(results, engine.name, engine.benchmark, numbers)
		if err != nil {
			return nil, err
		}
		figures, growth.Series = append(figures, f), append(growth.Series, lines...)
	}
	figures[0].picture, figures[0].name = growth, "task-lists"
	return figures, nil
}

// filtersFigure returns what is promised of the largest number of tasks, and the lines of all numbers.
func filtersFigure(results benchmarks, engine, benchmark string, numbers []int) (f figure, lines []chart.Series, err error) {
	most := numbers[len(numbers)-1]
	f = figure{what: "list 50 of a user's " + chart.Number(float64(most)) + " tasks with any filters, " + engine, target: "≤ 5 ms"}
	if results[benchmark+strconv.Itoa(most)] == nil { // skipped, and the benchmark said why
		f.missing = "there is no " + engine + " here"
		return f, nil, nil
	}
	const longest, perMillisecond = 5, 1000 // ms, µs
	lines = []chart.Series{{Name: engine + ", median"}, {Name: engine + ", slowest"}}
	var last [2]float64
	for _, number := range numbers {
		for i, unit := range []string{"µs/median", "µs/slowest"} {
			took, err := results.median(benchmark+strconv.Itoa(number), unit)
			if err != nil {
				return f, nil, err
			}
			last[i] = took / perMillisecond
			lines[i].Points = append(lines[i].Points, chart.Point{X: float64(number), Y: last[i]})
		}
	}
	f.measured = fmt.Sprintf("%.1f ms; the slowest combination %.1f ms", last[0], last[1])
	f.ok = last[1] <= longest
	return f, lines, nil
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
