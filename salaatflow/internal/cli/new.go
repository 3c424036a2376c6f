package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/salaatflow/internal/scaffold"
	"github.com/salaatflow/platform/services/kit"
)

type newCommand struct {
	Tool    newTool    `cmd:"" help:"Write a service that offers the tool of this name."`
	Service newService `cmd:"" help:"Write a service of this name, which offers one tool."`
}

// newOptions are what both have.
type newOptions struct {
	Name     string `arg:"" help:"The name, such as prayer-beads."`
	Lang     string `help:"The language: ${enum}." enum:"go,node,python" default:"go" env:"-"`
	Dir      string `help:"The folder to write, which must not exist; the name, if not given." type:"path" placeholder:"DIR" env:"-"`
	Platform string `help:"The released version of the platform's modules with which a service in Go is built; this program's, if not given." placeholder:"VERSION" env:"-"`
}

type newTool struct{ newOptions }

// Run writes the service.
func (c newTool) Run(ctx context.Context, streams Streams) error {
	return c.write(ctx, streams, strings.ReplaceAll(c.Name, "-", "_"))
}

type newService struct{ newOptions }

// Run writes the service.
func (c newService) Run(ctx context.Context, streams Streams) error { return c.write(ctx, streams, "") }

func (c newOptions) write(ctx context.Context, streams Streams, tool string) error {
	if err := scaffold.CheckName(c.Name); err != nil {
		return usageError(err.Error())
	}
	folder, version := c.Dir, c.Platform
	if folder == "" {
		folder = c.Name
	}
	if version == "" {
		version = kit.Version()
	}
	isRelease := release.MatchString(version)
	if !isRelease {
		version = "v0.0.0" // the modules are replaced by folders
	}
	if err := scaffold.Write(ctx, folder, scaffold.Service{Name: c.Name, Tool: tool, Language: c.Lang, Version: version}); err != nil {
		return err
	}
	if c.Lang == "go" && !isRelease {
		fmt.Fprintf(streams.Err, "This salaatflow is no release, whose modules go.mod could ask for. Give it those of a clone, in %s:\n"+
			"  go mod edit -replace github.com/salaatflow/platform/proto=CLONE/proto "+
			"-replace github.com/salaatflow/platform/services=CLONE/services\n", folder)
	}
	_, err := fmt.Fprintf(streams.Out, "%s says how to run it\n", filepath.Join(folder, "README.md"))
	return err
}

// release is what versions of releases look like.
var release = regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$`)

type protoBuild struct {
	Dir string `arg:"" help:"The folder of the service, below which its .proto files are." type:"existingdir"`
	Go  bool   `help:"Generate the Go code as well, with the command go." env:"-"`
}

// Run compiles the files.
func (c protoBuild) Run(ctx context.Context, streams Streams) error {
	if err := scaffold.Build(ctx, c.Dir, c.Go); err != nil {
		return err
	}
	_, err := fmt.Fprintf(streams.Out, "%s has what the service registers\n", filepath.Join(c.Dir, scaffold.DescriptorSet))
	return err
}
