package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRatiosOfBothKindsOfTableAreRead(t *testing.T) {
	const text = `Measured on 2 cores.

| what | target | measured | compared with | ratio | |
|---|---|---|---|---|---|
| resolve an alias | ≤ 100 ns, 0 allocations | 41 ns, 0 allocations |  |  | ok |
| a change, recorded | ≥ 0.95 × as many calls | 10 calls/s | without: 11 calls/s | 0.96; by processor time 1.01 | ok |
| guards | ≤ 1.10 × | 204 µs | without: 167 µs | 1.220 | **short** |
| TLS | no promise | 60 µs | plain text: 50 µs | 1.20 | ok |

words

| what | compared with | target | 16 at once | 64 at once | |
|---|---|---|---|---|---|
| REST | grpc-gateway | ≥ 2.2 × | 100 of 250 µs, 2.50 × | 100 of 210 µs, 2.10 × | **short** |
| REST | a bridge | no promise | 100 of 700 µs, 7.00 × | 100 of 800 µs, 8.00 × | ok |
`
	got, err := ratiosIn(text)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]ratio{
		"a change, recorded": {0.96, false}, "guards": {1.22, true},
		"REST, against grpc-gateway, 16 at once": {2.5, false}, "REST, against grpc-gateway, 64 at once": {2.1, false},
		"REST, against a bridge, 16 at once": {7, false}, "REST, against a bridge, 64 at once": {8, false},
	}
	if len(got) != len(want) {
		t.Errorf("there are %d: %v", len(got), got)
	}
	for key, ratio := range want {
		if got[key] != ratio {
			t.Errorf("%s is %v, not %v", key, got[key], ratio)
		}
	}
	for name, text := range map[string]string{
		"a row with too few cells": "| what | target | ratio |\n|---|---|---|\n| it | ≥ 1 × |\n",
		"no number":                "| what | target | ratio |\n|---|---|---|\n| it | ≥ 1 × | 1.2.3 |\n",
		"two rows of one thing":    "| what | target | ratio |\n|---|---|---|\n| it | ≥ 1 × | 1 |\n| it | ≥ 1 × | 2 |\n",
	} {
		if got, err := ratiosIn(text); err == nil {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// The tables that are committed are those that a check reads.
func TestTheCommittedTablesAreRead(t *testing.T) {
	text, err := os.ReadFile("../../docs/benchmarks.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, in := range []section{measured, besidePeers} {
		part, err := in.of(string(text))
		if err != nil {
			t.Fatal(err)
		}
		if ratios, err := ratiosIn(part); err != nil || len(ratios) == 0 {
			t.Errorf("%s: %v, %v", in, ratios, err)
		}
	}
}

// measures returns a measurement in a section that has, one after the other, these ratios.
func measures(in section, ratios ...float64) measurement {
	return measurement{name: "it", section: in, checked: true, measure: func(context.Context, effort) ([]figure, error) {
		now := ratios[0]
		if len(ratios) > 1 {
			ratios = ratios[1:]
		}
		return []figure{{
			what: "REST", against: "grpc-gateway", target: "≥ 2 ×", ok: true,
			cells: []cell{{"16 at once", "1 of 2 µs", now}, {"64 at once", "1 of 2 µs", 3}},
		}}, nil
	}}
}

func TestACheckFailsOnlyForWhatIsWorseEachTime(t *testing.T) {
	document := filepath.Join(t.TempDir(), "benchmarks.md")
	figures, err := measures(besidePeers, 2.5).measure(t.Context(), effort{})
	if err != nil {
		t.Fatal(err)
	}
	text := besidePeers.begin() + "\n" + besidePeers.text(machine{}, figures) + besidePeers.end()
	if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		with  []float64
		fails string // empty if it does not
	}{
		{"the same", []float64{2.5}, ""},
		{"better", []float64{9}, ""},
		{"9 % worse", []float64{2.28}, ""},
		{"worse once", []float64{1, 2.4}, ""},
		{"worse twice", []float64{1, 1, 2.4}, ""},
		{"worse each time", []float64{2, 1.9, 1.8}, "REST, against grpc-gateway, 16 at once: 2, 1.9, 1.8, in the table 2.5"},
	} {
		err := check(t.Context(), settings{document: document}, []measurement{measures(besidePeers, c.with...)}, io.Discard)
		if (err == nil) != (c.fails == "") || err != nil && !strings.Contains(err.Error(), c.fails) {
			t.Errorf("%s: %v", c.name, err)
		}
		if err != nil && strings.Contains(err.Error(), "64 at once") {
			t.Errorf("%s: what did not change is said to be worse: %v", c.name, err)
		}
	}
}

func TestACheckFailsWhereThereIsNothingToCompareWith(t *testing.T) {
	document := filepath.Join(t.TempDir(), "benchmarks.md")
	for name, table := range map[string]string{
		"no rows":     "",
		"another row": "| what | compared with | 16 at once |\n|---|---|---|\n| SOAP | grpc-gateway | 1 of 2 µs, 2.00 × |\n",
		"one column more": "| what | compared with | 16 at once | 64 at once | 256 at once |\n|---|---|---|---|---|\n" +
			"| REST | grpc-gateway | 1 of 2 µs, 2.00 × | 1 of 2 µs, 3.00 × | 1 of 2 µs, 2.00 × |\n",
	} {
		text := besidePeers.begin() + "\n" + table + besidePeers.end()
		if err := os.WriteFile(document, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := check(t.Context(), settings{document: document}, []measurement{measures(besidePeers, 2)}, io.Discard); err == nil {
			t.Errorf("%s: nothing is missing", name)
		}
	}
	if err := check(t.Context(), settings{document: document}, []measurement{{name: "names"}}, io.Discard); err == nil {
		t.Error("a check of what has no ratios passes")
	}
}
