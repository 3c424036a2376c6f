package main

import (
	"strings"
	"testing"
)

func TestOnlyTheTableIsRewritten(t *testing.T) {
	begin, end := measured.begin(), measured.end()
	others := besidePeers.begin() + "\n\n| other |\n\n" + besidePeers.end()
	document := "# Title\n\n" + others + begin + "\nold\n" + end + "\n\nby hand\n"
	want := "# Title\n\n" + others + begin + "\n\n| new |\n\n" + end + "\n\nby hand\n"
	got, err := measured.replaced(document, "| new |\n")
	if err != nil || got != want {
		t.Fatalf("got %q, %v", got, err)
	}
	if again, err := measured.replaced(got, "| new |\n"); err != nil || again != want {
		t.Fatalf("written again it is %q, %v", again, err)
	}
	for _, document := range []string{"", "# Title\n", begin, end + begin} {
		if got, err := measured.replaced(document, "| new |"); err == nil {
			t.Errorf("%q became %q", document, got)
		}
	}
}

func TestGoBenchmarksAreRead(t *testing.T) {
	const out = `goos: linux
pkg: github.com/salaatflow/platform/tasks-svc/internal/store
cpu: Intel(R) Xeon(R) Processor @ 2.50GHz
BenchmarkResolveAlias-2   	   20000	        30.0 ns/op	       0 B/op	       0 allocs/op
BenchmarkResolveAlias-2   	   20000	        10.0 ns/op	       0 B/op	       0 allocs/op
BenchmarkResolveAlias-2   	   20000	        21.5 ns/op	       0 B/op	       0 allocs/op
BenchmarkList/sqlite-2     	    1000	    900000 ns/million	         1.125 ratio
--- SKIP: BenchmarkList/postgres
PASS
ok  	github.com/salaatflow/platform/tasks-svc/internal/store	1.484s
`
	results, err := parseBenchmarks([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		name, unit string
		value      float64
	}{
		{"BenchmarkResolveAlias", "ns/op", 21.5},
		{"BenchmarkResolveAlias", "allocs/op", 0},
		{"BenchmarkList/sqlite", "ratio", 1.125},
	} {
		if got, err := results.median(want.name, want.unit); err != nil || got != want.value {
			t.Errorf("%s %s: %v, %v, want %v", want.name, want.unit, got, err, want.value)
		}
	}
	if got, err := results.median("BenchmarkList/postgres", "ratio"); err == nil {
		t.Errorf("a benchmark that did not run is %v", got)
	}
	if f, err := listFigure(results, "PostgreSQL", "BenchmarkList/postgres"); err != nil || !strings.Contains(f.String(), "not measured") {
		t.Errorf("a list that was not measured is %v, %v", f, err)
	}
}

func TestAFigureThatFallsShortIsCalledShort(t *testing.T) {
	c := contest{samples: [][]sample{
		{{calls: 100, took: 1e9, cpu: 1e9}, {calls: 200, took: 1e9, cpu: 2e9}, {calls: 100, took: 1e9, cpu: 1e9}},
		{{calls: 80, took: 1e9, cpu: 1e9}, {calls: 180, took: 1e9, cpu: 2e9}, {calls: 10, took: 1e9, cpu: 1e9}},
	}}
	for target, want := range map[float64]string{0.8: "| ok |", 0.9: "| **short** |"} {
		text := table(machine{}, []figure{c.figure(1, "it", "the baseline", target)})
		if !strings.Contains(text, want) || !strings.Contains(text, "| 0.80; by processor time 0.80 |") {
			t.Errorf("want %s in\n%s", want, text)
		}
	}
}
