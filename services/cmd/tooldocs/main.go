// Command tooldocs writes the reference of the platform's tools, in Markdown, to standard output. It reads
// everything from the descriptors and the error table. `make generate` writes it to docs/tools.md.
package main

import (
	"fmt"
	"os"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/services/toolspec"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "tooldocs:", err)
		os.Exit(1)
	}
}

func run() error {
	services, err := descriptors.Services()
	if err != nil {
		return err
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		return err
	}
	text, err := page(tools)
	if err != nil {
		return err
	}
	_, err = os.Stdout.WriteString(text)
	return err
}
