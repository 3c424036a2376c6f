package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestACurveIsARowAndAPicture(t *testing.T) {
	f := curve("calls", "A call", "at once", true, []int{1, 16}, func(program string, n int) float64 {
		return float64(len(program) + n)
	})
	if !f.ok || f.what != "A call, 1, 16 at once" || !strings.HasPrefix(f.measured, "tool call 10, 25 µs; REST 5, 20 µs; ") {
		t.Errorf("the row says %v", f)
	}
	document := filepath.Join(t.TempDir(), "docs", "benchmarks.md")
	if err := draw(document, []figure{{what: "a row without a picture"}, f}); err != nil {
		t.Fatal(err)
	}
	svg, err := os.ReadFile(filepath.Join(filepath.Dir(document), "pictures", "calls.svg"))
	if err != nil || strings.Count(string(svg), "<circle") != 2*len(curvePrograms) {
		t.Errorf("the picture is %s, %v", svg, err)
	}
}

func TestListsThatGrowAreARowOfTheLastAndLinesOfAll(t *testing.T) {
	const out = `BenchmarkListFilters/sqlite/1000-2      9   100.0 µs/median   500.0 µs/slowest
BenchmarkListFilters/sqlite/1000000-2   9   200.0 µs/median   5100 µs/slowest
`
	results, err := parseBenchmarks([]byte(out))
	if err != nil {
		t.Fatal(err)
	}
	f, lines, err := filtersFigure(results, "SQLite", "BenchmarkListFilters/sqlite/", []int{1000, 1_000_000})
	if err != nil {
		t.Fatal(err)
	}
	const want = "list 50 of a user's 1,000,000 tasks with any filters, SQLite (≤ 5 ms): short: 0.2 ms; the slowest combination 5.1 ms"
	if f.String() != want {
		t.Errorf("the row says %q", f)
	}
	if len(lines) != 2 || len(lines[1].Points) != 2 || lines[1].Points[1].Y != 5.1 {
		t.Errorf("the lines are %v", lines)
	}
	f, lines, err = filtersFigure(results, "PostgreSQL", "BenchmarkListFilters/postgres/", []int{1000, 1_000_000})
	if err != nil || lines != nil || !strings.Contains(f.String(), "not measured") {
		t.Errorf("lists that were not measured are %v, %v, %v", f, lines, err)
	}
	if f, _, err := filtersFigure(results, "SQLite", "BenchmarkListFilters/sqlite/", []int{10, 1_000_000}); err == nil {
		t.Errorf("a number that is missing is %v", f)
	}
}
