// Command testreport reads `go test -json` from standard input and prints what a person wants to know: a line for each
// package, the whole output of what failed, every skipped test with its reason, and at the end what failed once more, and a count.
// With -v it prints all output as it comes, for a suite that takes long, and then the same end.
//
// With a command as its arguments, `testreport go test -timeout 20m -json ./...`, it runs that instead of reading. At most three
// tests that failed are then run once more, each package by itself: a machine that is busy with a whole suite can be too slow for
// a test. What passes then counts as passed, and stands in the report as unsteady with what it said, so that it gets mended.
// A panic, a data race, a timeout or a package that does not build is never tried again.
//
// Plain `go test` does not mention skipped tests, so a suite that has lost its database would look green. The exit code
// is 1 if anything failed or nothing ran, and 2 if the input cannot be read or the command is not one of `go test -json`.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
)

func main() {
	verbose := flag.Bool("v", false, "print all output as it comes")
	flag.Parse()
	report := newReport(os.Stdout)
	report.verbose = *verbose
	if err := gather(report, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "testreport: failed to read the test events:", err)
		os.Exit(2)
	}
	if !report.finish() {
		os.Exit(1)
	}
}

// gather fills the report from the command, or from standard input if there is none.
func gather(report *report, command []string) error {
	if len(command) == 0 {
		return report.read(os.Stdin)
	}
	return run(context.Background(), report, command)
}
