package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// mostAgain is how many tests are run again. Where more fail, the machine is not what is wrong.
const mostAgain = 3

// run runs the command, and again what failed of it.
func run(ctx context.Context, r *report, command []string) error {
	flags, args, err := split(command)
	if err != nil {
		return err
	}
	if err := gatherFrom(ctx, r, command); err != nil {
		return err
	}
	for pkg, names := range r.again() {
		second := newReport(r.out)
		second.verbose = r.verbose
		r.print(fmt.Sprintf("\nOnce more, by itself: %s %s\n", pkg, strings.Join(names, " ")))
		only := slices.Concat(flags, []string{"-count=1", "-run", "^(" + strings.Join(names, "|") + ")$", pkg}, args)
		if err := gatherFrom(ctx, second, only); err != nil {
			return err
		}
		if second.failed == 0 && second.passed > 0 {
			r.forgive(pkg)
		}
	}
	return nil
}

// split returns what stands in the command before the packages, -json included, and what stands behind them, -args included.
func split(command []string) (flags, args []string, err error) {
	at := slices.Index(command, "-json")
	if at < 0 || !slices.Contains(command[:at], "test") {
		return nil, nil, errors.New("the command must be `go test`, with -json just before the packages")
	}
	flags = command[:at+1]
	if from := slices.Index(command, "-args"); from > at {
		args = command[from:]
	}
	return flags, args, nil
}

// gatherFrom adds to the report what the command prints. A command that fails without an event of a failure is one.
func gatherFrom(ctx context.Context, r *report, command []string) error {
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Stderr = os.Stderr
	out, err := run.StdoutPipe()
	if err != nil {
		return err
	}
	if err := run.Start(); err != nil {
		return err
	}
	if err := r.read(out); err != nil {
		return errors.Join(err, run.Wait())
	}
	err = run.Wait()
	if _, ended := errors.AsType[*exec.ExitError](err); ended {
		if r.failed == 0 {
			r.failed++
			r.failures = append(r.failures, failed{test: test{pkg: strings.Join(command, " ")}, said: []string{err.Error()}})
		}
		return nil
	}
	return err
}

// again returns the tests that may be run again, by package: none if too many failed, or one in a way that is never forgiven.
func (r *report) again() map[string][]string {
	again, count := map[string][]string{}, 0
	for _, f := range r.failures {
		if f.grave {
			return nil
		}
		name, _, _ := strings.Cut(f.name, "/")
		if !slices.Contains(again[f.pkg], name) {
			again[f.pkg] = append(again[f.pkg], name)
			count++
		}
	}
	if count > mostAgain {
		return nil
	}
	return again
}

// forgive counts what failed in a package as passed, and remembers it as unsteady.
func (r *report) forgive(pkg string) {
	r.failures = slices.DeleteFunc(r.failures, func(f failed) bool {
		if f.pkg != pkg {
			return false
		}
		r.unsteady = append(r.unsteady, f)
		r.failed--
		r.passed++
		return true
	})
}
