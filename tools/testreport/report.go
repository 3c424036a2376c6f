package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is one line of `go test -json`, as `go doc test2json` describes it.
type event struct {
	Action  string
	Package string
	Test    string
	Output  string
}

// test identifies a test or, with an empty name, its package.
type test struct{ pkg, name string }

type skipped struct {
	test
	reason string
}

// failed is a test that failed, and the last lines that it said.
type failed struct {
	test
	said  []string
	grave bool // such as a data race: never to be tried again
}

// lastLines is how much of the output of each failed test stands at the end of a report.
const lastLines = 30

// report gathers events. It is used by one goroutine.
type report struct {
	out            io.Writer
	verbose        bool // print all output as it comes
	output         map[test][]string
	passed, failed int
	failedIn       map[string]bool // packages with a failed test
	skips          []skipped
	failures       []failed
	unsteady       []failed // failed, and passed when run again
}

func newReport(out io.Writer) *report {
	return &report{out: out, output: map[test][]string{}, failedIn: map[string]bool{}}
}

// read reads every event. It prints other lines, such as messages of the go command, as they are.
func (r *report) read(in io.Reader) error {
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadString('\n')
		if line != "" {
			r.line(line)
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (r *report) line(line string) {
	var e event
	if json.Unmarshal([]byte(line), &e) != nil || e.Action == "" {
		r.print(line)
		return
	}
	r.add(e)
}

func (r *report) add(e event) {
	at := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		r.print(e.Output)
	case "output":
		if r.verbose {
			r.print(e.Output)
		}
		r.output[at] = append(r.output[at], e.Output)
	case "pass", "fail", "skip":
		if e.Test == "" {
			r.endPackage(e)
		} else {
			r.endTest(at, e.Action)
		}
		delete(r.output, at)
	}
}

func (r *report) endTest(at test, action string) {
	switch action {
	case "pass":
		r.passed++
	case "fail":
		r.fail(at)
	case "skip":
		r.skips = append(r.skips, skipped{at, reason(r.output[at])})
	}
}

// endPackage prints the package's closing line. For a failed package it also prints the output of its unfinished tests,
// which shows a panic or a timeout.
func (r *report) endPackage(e event) {
	lines := r.output[test{pkg: e.Package}]
	if e.Action != "fail" {
		r.printLate(slices.DeleteFunc(lines, func(line string) bool { return !strings.HasPrefix(line, "ok ") })...)
		return
	}
	for at := range r.output {
		if at.pkg == e.Package && at.name != "" {
			r.fail(at)
			delete(r.output, at)
		}
	}
	r.printLate(lines...)
	if !r.failedIn[e.Package] {
		r.failed++ // it did not build, or its TestMain failed
		r.failures = append(r.failures, failed{test: test{pkg: e.Package}, said: last(lines), grave: true})
	}
	if !slices.Contains(lines, "FAIL\n") || raced(lines) { // FAIL stands there when all tests have come to their end
		for i := range r.failures {
			r.failures[i].grave = r.failures[i].grave || r.failures[i].pkg == e.Package
		}
	}
}

// raced reports whether the race detector has found something.
func raced(output []string) bool {
	return slices.ContainsFunc(output, func(line string) bool { return strings.Contains(line, "DATA RACE") })
}

func (r *report) fail(at test) {
	r.failed++
	r.failedIn[at.pkg] = true
	r.failures = append(r.failures, failed{at, last(r.output[at]), raced(r.output[at])})
	r.printLate(r.output[at]...)
}

// last returns the last lines that a test said, without those that tell when which test runs.
func last(output []string) []string {
	said := slices.DeleteFunc(slices.Clone(output), func(line string) bool { return strings.HasPrefix(line, "=== ") })
	return said[max(0, len(said)-lastLines):]
}

// finish prints the skipped tests and the count, and reports whether something passed and nothing failed.
func (r *report) finish() bool {
	if len(r.skips) > 0 {
		r.print("\nSKIPPED, and so not tested:\n")
	}
	for _, s := range r.skips {
		r.print(fmt.Sprintf("  %s %s: %s\n", s.pkg, s.name, s.reason))
	}
	r.list("UNSTEADY, passed when run again by themselves", r.unsteady)
	r.list("FAILED", r.failures)
	r.print(fmt.Sprintf("\n%d passed, %d failed, %d skipped\n", r.passed, r.failed, len(r.skips)))
	return r.failed == 0 && r.passed > 0
}

// list prints tests under a heading, each with what it said, if there are any.
func (r *report) list(heading string, tests []failed) {
	if len(tests) > 0 {
		r.print("\n", heading, ":\n")
	}
	for _, f := range tests {
		r.print(fmt.Sprintf("  %s %s\n", f.pkg, f.name))
		for _, line := range f.said {
			r.print("    ", strings.TrimRight(line, "\n"), "\n")
		}
	}
}

// printLate prints what was held back until it was known how a test went; verbosely, nothing was.
func (r *report) printLate(lines ...string) {
	if !r.verbose {
		r.print(lines...)
	}
}

func (r *report) print(lines ...string) {
	for _, line := range lines {
		fmt.Fprint(r.out, line)
	}
}

// reason returns why a test was skipped: its output without the lines that the testing package adds.
func reason(output []string) string {
	var said []string
	for _, line := range output {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "=== ") && !strings.HasPrefix(line, "--- ") {
			said = append(said, line)
		}
	}
	if len(said) == 0 {
		return "no reason given"
	}
	return strings.Join(said, " ")
}
