package cli

import (
	"fmt"
	"runtime"

	"github.com/salaatflow/platform/services/kit"
)

type versionCommand struct{}

// Run prints the version of the build.
func (versionCommand) Run(streams Streams) error {
	_, err := fmt.Fprintln(streams.Out, "salaatflow", kit.Version(), runtime.Version())
	return err
}
