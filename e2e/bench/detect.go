package main

import (
	"context"
	"fmt"
)

// measureDetect measures understanding a sentence of the chat: the time of the corpora's median sentence, and its
// memory.
func measureDetect(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "20000x", "-count", "3"}
	if e.short {
		arguments = []string{"-benchtime", "1x"}
	}
	const benchmark = "BenchmarkDetect"
	results, err := goBenchmarks(ctx, "language/detect", "^"+benchmark+"$", arguments...)
	if err != nil {
		return nil, err
	}
	took, err := results.median(benchmark, "median-ns")
	if err != nil {
		return nil, err
	}
	allocated, err := results.median(benchmark, "B/op")
	if err != nil {
		return nil, err
	}
	const perMicrosecond, mostNanoseconds, perKiB, mostKiB = 1e3, 50e3, 1 << 10, 64
	return []figure{
		{
			what: "understand a sentence, median", target: "≤ 50 µs",
			measured: fmt.Sprintf("%.0f µs", took/perMicrosecond), ok: took <= mostNanoseconds,
		},
		{
			what: "understand a sentence, memory", target: "≤ 64 KiB allocated",
			measured: fmt.Sprintf("%.1f KiB", allocated/perKiB), ok: allocated <= mostKiB*perKiB,
		},
	}, nil
}
