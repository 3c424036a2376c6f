// Command salaatflow runs the whole platform in one process, and talks to a running one.
package main

import (
	"os"

	"github.com/salaatflow/platform/salaatflow/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args[1:], cli.System()))
}
