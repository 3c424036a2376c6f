package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
)

type toolsCommand struct {
	remote
	JSON bool `help:"Print the whole catalogue as JSON, schemas included." env:"-"`
}

// Run prints the catalogue.
func (c toolsCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	tools, err := gateway.Tools(ctx)
	if err != nil {
		return err
	}
	if c.JSON {
		encoder := json.NewEncoder(streams.Out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(map[string]any{"tools": tools})
	}
	table := tabwriter.NewWriter(streams.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "NAME\tALIASES\tAUTH\tSCOPES\tSERVICE\tTITLE")
	for _, tool := range tools {
		aliases := strings.Join(tool.Aliases, ", ")
		if aliases == "" {
			aliases = "-"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", tool.Name, aliases, tool.Auth, strings.Join(tool.Scopes, " "), tool.Service, tool.Title)
	}
	return table.Flush()
}
