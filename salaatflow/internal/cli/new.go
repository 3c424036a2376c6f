package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	registrysvc "github.com/salaatflow/platform/registry-svc"
	"github.com/salaatflow/platform/salaatflow/internal/scaffold"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/replicas"
)

type newCommand struct {
	Tool    newTool    `cmd:"" help:"Write a service that offers the tool of this name."`
	Service newService `cmd:"" help:"Write a service of this name, which offers one tool."`
}

// newOptions are what both have.
type newOptions struct {
	remote
	asUser
	Name     string `arg:"" help:"The name, such as prayer-beads."`
	Lang     string `help:"The language: ${enum}." enum:"go,node,python" default:"go" env:"-"`
	Dir      string `help:"The folder to write, which must not exist; the name, if not given." type:"path" placeholder:"DIR" env:"-"`
	Registry string `help:"The address of the registry that the service joins, host:port; that of the platform whose gateway answers, if not given." placeholder:"ADDR" env:"-"`
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
	registry, err := c.registry(ctx, streams)
	if err != nil {
		return err
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
	service := scaffold.Service{Name: c.Name, Tool: tool, Language: c.Lang, Version: version, Registry: registry}
	if err := scaffold.Write(ctx, folder, service); err != nil {
		return err
	}
	if c.Lang == "go" && !isRelease {
		fmt.Fprintf(streams.Err, "This salaatflow is no release, whose modules go.mod could ask for. Give it those of a clone, in %s:\n"+
			"  go mod edit -replace github.com/salaatflow/platform/proto=CLONE/proto "+
			"-replace github.com/salaatflow/platform/services=CLONE/services\n", folder)
	}
	_, err = fmt.Fprintf(streams.Out, "%s says how to run it\n", filepath.Join(folder, "README.md"))
	return err
}

// registryTimeout bounds asking a gateway where the registry is: it may be far away, or hang.
const registryTimeout = 5 * time.Second

// registry returns the address of the registry to join. Where no gateway tells it, that is the usual one, and the person is told so.
func (c newOptions) registry(ctx context.Context, streams Streams) (string, error) {
	if c.Registry != "" {
		if err := replicas.Validate(c.Registry); err != nil {
			return "", usageError("--registry: " + err.Error())
		}
		return c.Registry, nil
	}
	gateway, err := c.client()
	if err != nil {
		return "", err
	}
	defer gateway.Close()
	ctx, cancel := context.WithTimeout(ctx, registryTimeout)
	defer cancel()
	address, err := gateway.RegistryAddress(ctx, max(c.User, 1))
	if err != nil {
		fmt.Fprintf(streams.Err, "The gateway at %s does not tell where its registry is (%v). The service will look for it at %s, "+
			"unless you say --registry.\n", c.Gateway, err, registrysvc.Address)
		return registrysvc.Address, nil
	}
	return address, nil
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
