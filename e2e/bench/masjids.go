package main

import (
	"context"
	"fmt"
	"strconv"
)

// measureMasjids measures each kind of search among 100,000 masjids, including reading those found.
func measureMasjids(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "1000x", "-timeout", "30m"}
	if e.short {
		arguments = []string{"-benchtime", "1x", "-short"}
	}
	results, err := goBenchmarks(ctx, "masjid-svc/internal/directory", "^BenchmarkFind$", arguments...)
	if err != nil {
		return nil, err
	}
	var figures []figure
	for _, engine := range []struct{ name, benchmark string }{{"SQLite", "sqlite"}, {"PostgreSQL", "postgres"}} {
		for _, kind := range []struct{ what, benchmark string }{
			{"by name", "name"}, {"by a misspelt name", "misspelt"}, {"by area", "area"}, {"by area in Urdu", "urdu"},
			{"by name and area", "both"}, {"within 2 km", "radius"}, {"the nearest", "nearest"},
		} {
			f, err := findFigure(results, "search 100,000 masjids "+kind.what+", "+engine.name,
				"BenchmarkFind/"+engine.benchmark+"/"+kind.benchmark)
			if err != nil {
				return nil, err
			}
			figures = append(figures, f)
		}
	}
	return figures, nil
}

func findFigure(results benchmarks, what, benchmark string) (figure, error) {
	f := figure{what: what, target: "≤ 1 ms"}
	if results[benchmark] == nil { // skipped, and the benchmark said why
		f.missing = "the engine is not here"
		return f, nil
	}
	took, err := results.median(benchmark, "ns/median")
	if err != nil {
		return figure{}, err
	}
	const perMillisecond = 1e6
	f.measured, f.ok = fmt.Sprintf("%.2f ms", took/perMillisecond), took <= perMillisecond
	return f, nil
}

// measurePrayerTimes measures computing a day and a year.
func measurePrayerTimes(ctx context.Context, e effort) ([]figure, error) {
	const perMicrosecond, perMillisecond = 1e3, 1e6
	var figures []figure
	for _, c := range []struct {
		what, benchmark string
		times           string  // how often it is computed in a run
		most, unit      float64 // nanoseconds
		name            string  // of the unit
	}{
		{"prayer times of a day, Karachi", "BenchmarkDay/Karachi", "100x", 20 * perMicrosecond, perMicrosecond, "µs"},
		{"prayer times of a day, Tromsø in June", "BenchmarkDay/TromsoPolarDay", "100x", 20 * perMicrosecond, perMicrosecond, "µs"},
		{"prayer times of a year, Karachi", "BenchmarkYear", "1x", 8 * perMillisecond, perMillisecond, "ms"},
	} {
		results, err := goBenchmarks(ctx, "masjid-svc/prayertime", "^"+c.benchmark+"$", "-benchtime", c.times,
			"-count", strconv.Itoa(e.repeats))
		if err != nil {
			return nil, err
		}
		took, err := results.median(c.benchmark, "ns/op")
		if err != nil {
			return nil, err
		}
		figures = append(figures, figure{
			what: c.what, target: fmt.Sprintf("≤ %.0f %s", c.most/c.unit, c.name),
			measured: fmt.Sprintf("%.1f %s", took/c.unit, c.name), ok: took <= c.most,
		})
	}
	return figures, nil
}
