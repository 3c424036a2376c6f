package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What happens to tests that fail the first time, each in a module of its own that the go command really runs.
func TestWhatFailsIsRunAgain(t *testing.T) {
	const flaky = `
func TestFlaky(t *testing.T) {
	if _, err := os.Stat("was-here"); err != nil {
		os.WriteFile("was-here", nil, 0o600)
		t.Run("part", func(t *testing.T) { t.Error("too slow") })
	}
}
`
	const passes = "\nfunc TestPasses(*testing.T) {}\n"
	for name, tt := range map[string]struct {
		code   string
		ok     bool
		want   []string
		absent []string
	}{
		"one that passes then": {
			flaky + passes, true,
			[]string{"UNSTEADY", "  a.example TestFlaky/part\n", "too slow", "\n3 passed, 0 failed, 0 skipped\n"},
			[]string{"FAILED:"},
		},
		"one that fails again": {
			"\nfunc TestBad(t *testing.T) { t.Error(os.Args[0]) }\n" + passes, false,
			[]string{"Once more, by itself: a.example TestBad\n", "FAILED:", "\n1 passed, 1 failed, 0 skipped\n"},
			[]string{"UNSTEADY"},
		},
		"a panic": {
			flaky + "\nfunc TestPanics(*testing.T) { panic(1) }\n" + passes, false,
			[]string{"FAILED:"}, []string{"UNSTEADY", "Once more"},
		},
		"a data race": {
			strings.Replace(flaky, `t.Error("too slow")`, `t.Error("WARNING: DATA RACE")`, 1) + passes, false,
			[]string{"FAILED:"}, []string{"UNSTEADY", "Once more"},
		},
		"what is no Go": {
			"\nfunc TestNothing(t *testing.T) { nothing }\n", false,
			[]string{"undefined: nothing", "FAILED:"}, []string{"UNSTEADY", "Once more"},
		},
		"what does not end well": {
			"\nfunc TestMain(m *testing.M) { m.Run(); os.Exit(1) }\n" + passes, false,
			[]string{"FAILED:"}, []string{"UNSTEADY", "Once more"},
		},
		"many": {
			"\nfunc TestA(t *testing.T) { t.Fail() }\nfunc TestB(t *testing.T) { t.Fail() }\nfunc TestC(t *testing.T) { t.Fail() }" +
				"\nfunc TestD(t *testing.T) { t.Fail() }\n" + passes, false,
			[]string{"\n1 passed, 4 failed, 0 skipped\n"}, []string{"UNSTEADY", "Once more"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, "go.mod", "module a.example\n\ngo 1.26\n")
			write(t, folder, "a_test.go", "package a\n\nimport (\n\t\"os\"\n\t\"testing\"\n)\n\nvar _ = os.Args\n"+tt.code)
			var out strings.Builder
			report := newReport(&out)
			t.Setenv("GOWORK", "off")
			if err := run(t.Context(), report, []string{"go", "-C", folder, "test", "-json", ".", "-args", "of the tests"}); err != nil {
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

func TestCommandsThatCannotBeRunAgainAreRefused(t *testing.T) {
	for _, command := range []string{"go test ./...", "go vet -json ./...", "-json"} {
		if err := run(t.Context(), newReport(&strings.Builder{}), strings.Fields(command)); err == nil {
			t.Errorf("%q was run", command)
		}
	}
}

// The go command ends with an error that is in no event.
func TestACommandThatFailsIsAFailure(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "go.mod", "no module\n")
	report := newReport(&strings.Builder{})
	if err := run(t.Context(), report, []string{"go", "-C", folder, "test", "-json", "."}); err == nil && report.finish() {
		t.Error("it counts as a success")
	}
}

func write(t *testing.T, folder, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
