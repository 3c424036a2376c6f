package cli

import (
	"context"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/salaatflow/internal/protolint"
)

type lintCommand struct {
	Proto lintProto `cmd:"" help:"Say what the registry would refuse of a service's .proto files, without a registry. It fails if there is something."`
}

type lintProto struct {
	printed
	Files     []string `arg:"" help:"The files of one service."`
	ProtoPath []string `short:"I" help:"A folder from which files are imported; if not given, that of each file, or the one that its package's folders are in. The platform's own files are always found." placeholder:"DIR" env:"-"`
	Service   string   `help:"The name under which the service registers. It counts for services of the platform's own packages." default:"my-svc" placeholder:"NAME" env:"-"`
}

var serviceName = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

// Run prints what would be refused.
func (c lintProto) Run(ctx context.Context, streams Streams) error {
	if !serviceName.MatchString(c.Service) {
		return usageError(fmt.Sprintf("--service: %q is not a service's name: it must match %s", c.Service, serviceName))
	}
	result, err := protolint.Run(ctx, protolint.Options{Files: c.Files, Roots: c.ProtoPath, Service: c.Service})
	if err != nil {
		return err
	}
	if result.Findings == nil {
		result.Findings = []protolint.Finding{}
	}
	if result.Tools == nil {
		result.Tools = []string{}
	}
	if result.Warnings == nil {
		result.Warnings = []protolint.Finding{}
	}
	err = c.Output.Write(streams.Out, result, func(out io.Writer) error {
		for _, finding := range result.Findings {
			if _, err := fmt.Fprintln(out, finding); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(result.Findings) > 0 {
		return errReported
	}
	for _, warning := range result.Warnings {
		warning.Message = "warning: " + warning.Message
		fmt.Fprintln(streams.Err, warning)
	}
	fmt.Fprintf(streams.Err, "%s: %s, and nothing that the registry would refuse\n", strings.Join(c.Files, ", "), counted(result.Tools))
	return nil
}

// counted names tools, if there are any.
func counted(tools []string) string {
	switch len(tools) {
	case 0:
		return "no tool"
	case 1:
		return "the tool " + tools[0]
	default:
		return fmt.Sprintf("%d tools (%s)", len(tools), strings.Join(tools, ", "))
	}
}
