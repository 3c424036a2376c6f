package cli

import (
	"context"
	"log/slog"
	"net/url"

	"github.com/salaatflow/platform/gateway/mcp"
)

type mcpCommand struct {
	remote
	asUser

	OutputSchemas string `default:"short" enum:"short,full" help:"What tools say of their results: the envelope that all have in common, or everything (short, full)."`
}

// Run serves MCP on standard input and output until the client closes them. Logs go to standard error, since standard
// output belongs to the protocol.
func (c mcpCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	if _, err := gateway.Tools(ctx); err != nil {
		return err // which a person reads; on stdio only a program does
	}
	remote := gateway.MCP(c.User, url.Values{"output_schemas": {c.OutputSchemas}})
	remote.Logger = slog.New(slog.NewTextHandler(streams.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	return mcp.RunIO(ctx, remote, streams.In, streams.Out)
}
