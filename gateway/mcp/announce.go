package mcp

import (
	"bytes"
	"context"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// announcer tells the clients of servers when what tools/list answers has changed.
type announcer struct {
	backend Backend
	lists   *lists
	servers []*sdk.Server
	logger  *slog.Logger

	stopping chan struct{}
	running  sync.WaitGroup
	stopOnce sync.Once
}

func newAnnouncer(options Options, lists *lists, servers ...*sdk.Server) *announcer {
	return &announcer{
		backend:  options.Backend,
		lists:    lists,
		servers:  servers,
		logger:   options.Logger,
		stopping: make(chan struct{}),
	}
}

func (a *announcer) start() {
	changed, cancel := a.backend.Subscribe()
	last := a.list()
	a.running.Go(func() {
		defer cancel()
		for {
			select {
			case <-a.stopping:
				return
			case _, open := <-changed:
				if !open {
					return
				}
			}
			if now := a.list(); !bytes.Equal(now, last) {
				last = now
				a.announce()
			}
		}
	})
}

func (a *announcer) stop() {
	a.stopOnce.Do(func() { close(a.stopping) })
	a.running.Wait()
}

func (a *announcer) list() []byte {
	list, err := a.lists.of(a.backend.Tools())
	if err != nil {
		a.logger.Error("the tools could not be listed", "error", err)
		return nil
	}
	return list.legacy
}

// announce makes each server send its list_changed. The SDK sends it when a tool is added, and only then; the handler
// answers for the tools itself, so this one is never listed or called.
func (a *announcer) announce() {
	for _, server := range a.servers {
		server.AddTool(&sdk.Tool{Name: "changed", InputSchema: anyObject}, refuse)
	}
}

var anyObject = map[string]any{"type": "object"}

func refuse(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no such tool"}
}
