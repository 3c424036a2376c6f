package cli

import (
	"fmt"

	"github.com/salaatflow/platform/services/credential"
)

type credentialCommand struct {
	File string `arg:"" help:"The file, for its owner alone. One that is there is left as it is." type:"path"`
}

// Run makes the credential.
func (c credentialCommand) Run(streams Streams) error {
	made, err := credential.Make(c.File)
	if err != nil {
		return err
	}
	state := "kept"
	if made {
		state = "new"
	}
	_, err = fmt.Fprintln(streams.Out, state, c.File)
	return err
}
