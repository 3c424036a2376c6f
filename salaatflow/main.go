// Command salaatflow runs the whole platform in one process, and talks to a running one.
package main

import (
	"context"
	"os"

	"github.com/salaatflow/platform/salaatflow/internal/cli"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/gcpace"
)

func main() {
	go gcpace.Follow(context.Background(), clock.System())
	os.Exit(cli.Run(os.Args[1:], cli.System()))
}
