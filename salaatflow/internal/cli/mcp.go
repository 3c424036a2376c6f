package cli

import (
	"context"
	"log/slog"
	"sync"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/gateway/web"
	"github.com/salaatflow/platform/services/kit"
)

type mcpCommand struct {
	remote
	asUser
}

// Run serves MCP on standard input and output until the client closes them. Logs go to standard error, since standard
// output belongs to the protocol.
func (c mcpCommand) Run(ctx context.Context, streams Streams) error {
	gateway, err := c.client()
	if err != nil {
		return err
	}
	defer gateway.Close()
	logger := slog.New(slog.NewTextHandler(streams.Err, &slog.HandlerOptions{Level: slog.LevelWarn}))
	backend, err := client.NewRemote(ctx, gateway, client.RemoteOptions{User: c.User, Logger: logger})
	if err != nil {
		return err
	}
	following, stop := context.WithCancel(ctx)
	var done sync.WaitGroup
	done.Go(func() { backend.Run(following) })
	defer done.Wait()
	defer stop()
	return mcp.RunIO(ctx, mcp.Options{
		Backend: backend, Version: kit.Version(), Icon: web.Mark(), Logger: logger,
	}, streams.In, streams.Out)
}
