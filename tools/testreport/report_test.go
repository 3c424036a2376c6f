package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The go command itself wrote the events in testdata. This is what a person must find in the report.
func TestReport(t *testing.T) {
	tests := []struct {
		events string
		ok     bool
		want   []string
		absent []string
	}{
		{
			events: "passed.jsonl", ok: true,
			want:   []string{"ok  \texample.com/good\t", "\n2 passed, 0 failed, 0 skipped\n"},
			absent: []string{"SKIPPED", "=== RUN", "noise of a passing test"},
		},
		{
			events: "skipped.jsonl", ok: true,
			want: []string{
				"SKIPPED, and so not tested:",
				"example.com/skip TestNeedsDatabase: skip_test.go:6: no PostgreSQL on this machine",
				"\n1 passed, 0 failed, 1 skipped\n",
			},
		},
		{
			events: "failed.jsonl",
			want: []string{
				"bad_test.go:6: got 1, want 2", "FAIL\texample.com/bad",
				"\nFAILED:\n  example.com/bad TestBad\n        bad_test.go:6: got 1, want 2\n", "\n1 passed, 1 failed, 0 skipped\n",
			},
		},
		{
			events: "panicked.jsonl",
			want:   []string{"panic: out of cheese", "FAIL\texample.com/panics", " failed, 0 skipped\n"},
		},
		{
			events: "unbuilt.jsonl",
			want:   []string{"undefined: nothing", "FAIL\texample.com/unbuilt", "\n0 passed, 1 failed, 0 skipped\n"},
		},
		{
			events: "testmain.jsonl",
			want:   []string{"FAIL\texample.com/testmain", "\n1 passed, 1 failed, 0 skipped\n"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.events, func(t *testing.T) {
			in, err := os.Open(filepath.Join("testdata", tt.events))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			var out strings.Builder
			report := newReport(&out)
			if err := report.read(in); err != nil {
				t.Fatal(err)
			}
			if ok := report.finish(); ok != tt.ok {
				t.Errorf("finish() = %v, want %v", ok, tt.ok)
			}
			for _, want := range tt.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("the report lacks %q:\n%s", want, out.String())
				}
			}
			for _, absent := range tt.absent {
				if strings.Contains(out.String(), absent) {
					t.Errorf("the report should not have %q:\n%s", absent, out.String())
				}
			}
		})
	}
}

func TestNothingRunIsAFailure(t *testing.T) {
	var out strings.Builder
	if newReport(&out).finish() {
		t.Error("a run without a single test counts as a success")
	}
}

// A suite that takes long shows what it does, and at its end once more what failed.
func TestAllOutputAsItComes(t *testing.T) {
	in, err := os.Open(filepath.Join("testdata", "failed.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var out strings.Builder
	report := newReport(&out)
	report.verbose = true
	if err := report.read(in); err != nil {
		t.Fatal(err)
	}
	came := out.String()
	for _, want := range []string{"=== RUN ", "bad_test.go:6: got 1, want 2", "FAIL\texample.com/bad"} {
		if strings.Count(came, want) == 0 {
			t.Errorf("%q did not come:\n%s", want, came)
		}
	}
	if report.finish() {
		t.Error("what failed counts as a success")
	}
	end := strings.TrimPrefix(out.String(), came)
	if !strings.Contains(end, "FAILED:") || !strings.Contains(end, "bad_test.go:6: got 1, want 2") || strings.Contains(end, "=== RUN") {
		t.Errorf("the end does not say what failed:\n%s", end)
	}
}
