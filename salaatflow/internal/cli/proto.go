package cli

import (
	"fmt"

	"github.com/salaatflow/platform/proto"
)

type protoCommand struct {
	Export protoExport `cmd:"" help:"Write the .proto files and everything that they import below a folder, for protoc or buf. GET /api/v1/proto.zip gives the same."`
	Build  protoBuild  `cmd:"" help:"Compile a service's .proto files into service.binpb, which it registers."`
}

type protoExport struct {
	Dir string `arg:"" help:"The folder, which is made where it is missing. Files in it that have the same names are replaced." type:"path"`
}

// Run writes the files.
func (c protoExport) Run(streams Streams) error {
	if err := proto.Export(c.Dir); err != nil {
		return err
	}
	_, err := fmt.Fprintf(streams.Out, "%d files are in %s\n", len(proto.Paths()), c.Dir)
	return err
}
