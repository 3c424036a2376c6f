// Command testreport reads `go test -json` from standard input and prints what a person wants to know: a line for each
// package, the whole output of what failed, every skipped test with its reason, and at the end what failed once more, and a count.
// With -v it prints all output as it comes, for a suite that takes long, and then the same end.
//
// Plain `go test` does not mention skipped tests, so a suite that has lost its database would look green. The exit code
// is 1 if anything failed or nothing ran, and 2 if the input cannot be read.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	verbose := flag.Bool("v", false, "print all output as it comes")
	flag.Parse()
	report := newReport(os.Stdout)
	report.verbose = *verbose
	if err := report.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, "testreport: failed to read the test events:", err)
		os.Exit(2)
	}
	if !report.finish() {
		os.Exit(1)
	}
}
