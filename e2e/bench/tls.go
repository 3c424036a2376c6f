package main

import (
	"context"
	"fmt"
)

// tlsRounds is how often the two kinds of call are measured, in turns.
const tlsRounds = 11

// measureTLS compares the processor time of a call from program to program, of both together, with and without TLS. How much that
// may be is not promised.
func measureTLS(ctx context.Context, e effort) ([]figure, error) {
	arguments := []string{"-benchtime", "5000x"}
	if e.short {
		arguments = []string{"-benchtime", "1x"}
	}
	const benchmark = "BenchmarkUnary"
	var plain, secured, ratios []float64
	for range min(e.rounds, tlsRounds) {
		results, err := goBenchmarks(ctx, "services/grpcserver", "^"+benchmark+"$/^(platform|tls)$", arguments...)
		if err != nil {
			return nil, err
		}
		without, err := results.median(benchmark+"/platform", "cpu-ns/op")
		if err != nil {
			return nil, err
		}
		with, err := results.median(benchmark+"/tls", "cpu-ns/op")
		if err != nil {
			return nil, err
		}
		plain, secured, ratios = append(plain, without), append(secured, with), append(ratios, with/without)
	}
	const perMicrosecond = 1e3
	return []figure{{
		what: "processor time of a gRPC call, both programs, TLS 1.3 with a certificate on either side", target: "no promise",
		measured: fmt.Sprintf("%.0f µs", median(secured)/perMicrosecond), ok: true,
		against: fmt.Sprintf("plain text: %.0f µs", median(plain)/perMicrosecond), ratio: fmt.Sprintf("%.2f", median(ratios)),
	}}, nil
}
