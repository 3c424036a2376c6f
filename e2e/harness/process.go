package harness

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Process is a program that a test runs as a process of its own.
type Process struct {
	*exec.Cmd
	lines  chan string
	exited chan struct{}
	err    error
}

// built keeps the programs that were built in this run of the tests.
var built sync.Map // folder -> func() (string, error)

// Build builds the program in a folder, once per run, with or without the workspace, and returns the path of the
// binary. Under the race detector it skips the test instead.
func Build(t testing.TB, folder string, workspace bool) string {
	t.Helper()
	if underRaceDetector {
		t.Skip("it runs programs, which the race detector does not look into")
	}
	build, _ := built.LoadOrStore(folder, sync.OnceValues(func() (string, error) {
		out, err := os.MkdirTemp("", "salaatflow-e2e-") //nolint:usetesting // it outlives the test that builds it
		if err != nil {
			return "", err
		}
		binary := filepath.Join(out, "program")
		command := exec.CommandContext(context.WithoutCancel(t.Context()), "go", "build", "-o", binary, ".")
		command.Dir, command.Stderr = folder, os.Stderr
		if !workspace {
			command.Env = append(os.Environ(), "GOWORK=off")
		}
		return binary, command.Run()
	}))
	binary, err := build.(func() (string, error))()
	must(t, err)
	return binary
}

// RemoveBuilt removes what Build built; TestMain calls it.
func RemoveBuilt() {
	built.Range(func(_, build any) bool {
		if binary, _ := build.(func() (string, error))(); binary != "" {
			_ = os.RemoveAll(filepath.Dir(binary)) // a temporary folder
		}
		return true
	})
}

// Run starts a program. It is killed at the end of the test if it still runs.
func Run(t testing.TB, binary string, arguments ...string) *Process {
	t.Helper()
	if testing.Verbose() {
		return RunLogging(t, os.Stderr, binary, arguments...)
	}
	return RunLogging(t, io.Discard, binary, arguments...)
}

// RunLogging starts a program, which logs to a writer.
func RunLogging(t testing.TB, log io.Writer, binary string, arguments ...string) *Process {
	t.Helper()
	p := &Process{Cmd: exec.CommandContext(context.WithoutCancel(t.Context()), binary, arguments...), lines: make(chan string, 1024),
		exited: make(chan struct{})}
	out, err := p.StdoutPipe()
	must(t, err)
	p.Stderr = log
	must(t, p.Start())
	go func() {
		defer close(p.exited)
		for scanner := bufio.NewScanner(out); scanner.Scan(); {
			select {
			case p.lines <- scanner.Text():
			default: // nobody waits for so many lines
			}
		}
		p.err = p.Wait()
	}()
	t.Cleanup(func() {
		_ = p.Process.Kill() // it may be gone already
		<-p.exited
	})
	return p
}

// Line waits for a line of the program's output that contains the text, and returns it.
func (p *Process) Line(t testing.TB, text string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), eventTimeout)
	defer cancel()
	for {
		select {
		case line := <-p.lines:
			if strings.Contains(line, text) {
				return line
			}
		case <-p.exited:
			t.Fatalf("the program ended before it said %q: %v", text, p.err)
		case <-ctx.Done():
			t.Fatalf("timed out after %v waiting for %q", eventTimeout, text)
		}
	}
}

// Exited waits until the program has ended, and returns how it ended.
func (p *Process) Exited(t testing.TB) error {
	t.Helper()
	WaitFor(t, "the program to end", p.exited)
	return p.err
}

// End sends SIGTERM or another signal, by process id.
func (p *Process) End(t testing.TB, signal os.Signal) {
	t.Helper()
	must(t, p.Process.Signal(signal))
}
