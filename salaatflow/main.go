// Command salaatflow is the whole platform in one binary, and its command line.
package main

import (
	"os"

	"github.com/salaatflow/platform/salaatflow/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], cli.System()))
}
