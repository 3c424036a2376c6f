package cli

import (
	"context"
	"io"
	"strings"

	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type toolsCommand struct {
	remote
	printed
	watched
	JSON bool `help:"Print the whole catalogue as JSON, schemas included; short for -o json." env:"-"`
}

// Run prints the catalogue.
func (c toolsCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	if c.JSON {
		c.Output = c.Output.Or(output.JSON)
	}
	return c.each(ctx, streams, func(to Streams) error {
		tools, err := gateway.Tools(ctx)
		if err != nil {
			return err
		}
		return c.Output.Write(to.Out, map[string]any{"tools": tools}, func(out io.Writer) error {
			rows := output.Rows{{"NAME", "ALIASES", "AUTH", "SCOPES", "SERVICE", "TITLE"}}
			for _, tool := range tools {
				rows.Add(tool.Name, strings.Join(tool.Aliases, ", "), tool.Auth, strings.Join(tool.Scopes, " "), tool.Service, tool.Title)
			}
			return rows.Write(out)
		})
	})
}
