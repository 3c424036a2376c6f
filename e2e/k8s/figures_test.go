//go:build k8s

package k8s

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/k8s/report"
)

// figures are what was measured, for the page of benchmarks.
type figures struct {
	machine string

	mu   sync.Mutex
	rows []string
}

var measured = figures{machine: machineNow()}

// machineNow describes the machine that the test runs on, and how busy it is. A cluster of somebody else's is another one.
func machineNow() string {
	if load, err := os.ReadFile("/proc/loadavg"); err == nil {
		return fmt.Sprintf("%d cores; when the test began, the load was %s", runtime.NumCPU(), strings.Fields(string(load))[0])
	}
	return fmt.Sprintf("%d cores", runtime.NumCPU())
}

// add prints a figure and keeps it.
func (f *figures) add(what, value, promise string) {
	row := fmt.Sprintf("| %s | %s | %s |", what, value, promise)
	f.mu.Lock()
	defer f.mu.Unlock()
	fmt.Println("FIGURE", row)
	f.rows = append(f.rows, row)
}

// The figures stand between these lines of the page.
const (
	begin = "<!-- cluster: begin; `make e2e-k8s` writes what follows -->"
	end   = "<!-- cluster: end -->"
)

// write puts the figures into the page; no page keeps them nowhere.
func (f *figures) write(page string) error {
	if page == "" || len(f.rows) == 0 {
		return nil
	}
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, begun := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !begun || !ended {
		return fmt.Errorf("%s: the lines %q and %q are missing, so there is no place for the figures", page, begin, end)
	}
	const head = "| under constant load | measured | promised |\n| --- | --- | --- |\n"
	table := "Measured on " + f.machine + ".\n\n" + head + strings.Join(f.rows, "\n")
	return os.WriteFile(page, []byte(before+begin+"\n\n"+table+"\n\n"+end+after), 0o644)
}

// calls says how the calls of an interval went.
func calls(r report.Report) string {
	return fmt.Sprintf("%d of %d calls failed, the longest took %s", r.Failed(), r.Calls(), milliseconds(r.Longest()))
}

func milliseconds(d time.Duration) string { return fmt.Sprintf("%d ms", d.Milliseconds()) }
func seconds(d time.Duration) string      { return fmt.Sprintf("%.1f s", d.Seconds()) }

// logFailures tells which calls failed, and how.
func logFailures(t *testing.T, r report.Report) {
	t.Helper()
	for _, kind := range r.Kinds {
		if kind.Failed > 0 {
			t.Logf("%s: %d of %d failed, from %v to %v: %v", kind.Name, kind.Failed, kind.Calls,
				kind.FirstFailure.Round(time.Millisecond), kind.LastFailure.Round(time.Millisecond), kind.Failures)
		}
	}
}
