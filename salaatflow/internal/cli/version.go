package cli

import (
	"fmt"

	"github.com/salaatflow/platform/services/kit"
)

type versionCommand struct{}

// Run prints the version of the build.
func (versionCommand) Run(streams Streams) error {
	_, err := fmt.Fprintln(streams.Out, kit.VersionLine("salaatflow"))
	return err
}

// helpCommand is listed with the others. `help COMMAND` is read as `COMMAND --help`.
type helpCommand struct {
	Command []string `arg:"" optional:"" help:"The command; without one, all are listed." placeholder:"COMMAND"`
}
