package cli

import (
	"context"
	"io"
	"strings"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/salaatflow/internal/output"
)

type toolsCommand struct {
	remote
	printed
	watched
	Search string `help:"List only those that fit what you want to do, the best first, in English, Roman Urdu or Urdu." placeholder:"TEXT" env:"-"`
	JSON   bool   `help:"Print the whole catalogue as JSON, schemas included; short for -o json." env:"-"`
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
		tools, err := c.tools(ctx, gateway)
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

func (c toolsCommand) tools(ctx context.Context, gateway *client.Client) ([]*client.Tool, error) {
	if c.Search == "" {
		return gateway.Tools(ctx)
	}
	return gateway.SearchTools(ctx, c.Search)
}
