package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
)

const module = "github.com/salaatflow/platform/"

// benchmarks are results of `go test -bench`: for each benchmark and unit, a value per run.
type benchmarks map[string]map[string][]float64

// goBenchmarks runs benchmarks that are beside the code they measure, in packages that cannot be imported from here.
func goBenchmarks(ctx context.Context, pkg, pattern string, arguments ...string) (benchmarks, error) {
	arguments = append([]string{"test", "-run", "^$", "-bench", pattern, "-benchmem"}, arguments...)
	command := exec.CommandContext(ctx, "go", append(arguments, module+pkg)...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("benchmarks of %s: %w\n%s", pkg, err, out)
	}
	return parseBenchmarks(out)
}

// parseBenchmarks parses lines such as "BenchmarkName/part-2 1000 21.5 ns/op 0 B/op 0 allocs/op".
func parseBenchmarks(out []byte) (benchmarks, error) {
	found := benchmarks{}
	for line := range bytes.Lines(out) {
		fields := strings.Fields(string(line))
		if len(fields) < 4 || !strings.HasPrefix(fields[0], "Benchmark") {
			continue
		}
		name := fields[0]
		if i := strings.LastIndexByte(name, '-'); i > 0 { // GOMAXPROCS follows
			name = name[:i]
		}
		if found[name] == nil {
			found[name] = map[string][]float64{}
		}
		for pair := range slices.Chunk(fields[2:], 2) {
			value, err := strconv.ParseFloat(pair[0], 64)
			if err != nil || len(pair) != 2 {
				return nil, fmt.Errorf("not a result of a benchmark: %s", line)
			}
			found[name][pair[1]] = append(found[name][pair[1]], value)
		}
	}
	return found, nil
}

// median returns the median of the runs.
func (b benchmarks) median(name, unit string) (float64, error) {
	values := b[name][unit]
	if len(values) == 0 {
		return 0, fmt.Errorf("%s has reported no %s", name, unit)
	}
	return median(values), nil
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
