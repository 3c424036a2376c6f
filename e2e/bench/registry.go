package main

import (
	"context"
	"fmt"
)

// The most that a registration may take, until a watcher of another registry knows it, and the most transactions in a second
// that a thousand instances may cost the database.
const (
	mostRegistration = 20e6 // nanoseconds
	mostTransactions = 20
)

// measureRegistry measures what it costs that registries share PostgreSQL, compared with one in memory.
func measureRegistry(ctx context.Context, e effort) ([]figure, error) {
	const pkg = "registry-svc/internal/store"
	registering, renewing := []string{"-benchtime", "200x"}, []string{"-benchtime", "1x"}
	if e.short {
		registering, renewing = []string{"-benchtime", "1x"}, append(renewing, "-short")
	}
	registered, err := goBenchmarks(ctx, pkg, "^BenchmarkRegister$", registering...)
	if err != nil {
		return nil, err
	}
	renewed, err := goBenchmarks(ctx, pkg, "^BenchmarkRenewals$", renewing...)
	if err != nil {
		return nil, err
	}
	renewals, err := renewalsFigure(renewed)
	if err != nil {
		return nil, err
	}
	alone, err := registrationFigure(registered, "ns/registration", "register an instance beside 100, PostgreSQL")
	if err != nil {
		return nil, err
	}
	watched, err := registrationFigure(registered, "ns/watched", "register one until a watcher of another registry knows it, PostgreSQL")
	return []figure{alone, watched, renewals}, err
}

func registrationFigure(results benchmarks, unit, what string) (figure, error) {
	f := figure{what: what, target: fmt.Sprintf("≤ %.0f ms", mostRegistration/1e6)}
	if results["BenchmarkRegister/postgres"] == nil { // skipped, and the benchmark said why
		f.missing = "there is no PostgreSQL here"
		return f, nil
	}
	shared, err := results.median("BenchmarkRegister/postgres", unit)
	if err != nil {
		return figure{}, err
	}
	alone, err := results.median("BenchmarkRegister/memory", unit)
	if err != nil {
		return figure{}, err
	}
	f.measured, f.against = fmt.Sprintf("%.1f ms", shared/1e6), fmt.Sprintf("in memory: %.1f ms", alone/1e6)
	f.ratio, f.ok = fmt.Sprintf("%.1f", shared/alone), shared <= mostRegistration
	return f, nil
}

func renewalsFigure(results benchmarks) (figure, error) {
	f := figure{what: "renew the leases of 1,000 instances, PostgreSQL", target: fmt.Sprintf("≤ %d transactions/s", mostTransactions)}
	if results["BenchmarkRenewals"] == nil {
		f.missing = "there is no PostgreSQL here"
		return f, nil
	}
	transactions, err := results.median("BenchmarkRenewals", "transactions/s")
	if err != nil {
		return figure{}, err
	}
	rows, err := results.median("BenchmarkRenewals", "rows/s")
	if err != nil {
		return figure{}, err
	}
	f.measured = fmt.Sprintf("%.1f transactions/s, which write %.0f rows/s", transactions, rows)
	f.ok = transactions <= mostTransactions
	return f, nil
}
