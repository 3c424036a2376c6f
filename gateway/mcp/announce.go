package mcp

import (
	"bytes"
	"context"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// announcer notifies the clients of its servers when the answer to tools/list changes.
type announcer struct {
	backend Backend
	visible func() (changed <-chan struct{}, cancel func())
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
		visible:  options.VisibleChanged,
		lists:    lists,
		servers:  servers,
		logger:   options.Logger,
		stopping: make(chan struct{}),
	}
}

func (a *announcer) start() {
	changed, cancel := a.backend.Subscribe()
	visible, unsubscribe := a.visible()
	last := a.list()
	a.running.Go(func() {
		defer cancel()
		defer unsubscribe()
		for {
			select {
			case <-a.stopping:
				return
			case <-visible: // who sees what may differ for each client
				a.announce()
				continue
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
		a.logger.Error("failed to list tools", "error", err)
		return nil
	}
	return list.legacy
}

// announce makes each server send list_changed. The SDK only sends it when a tool is added. This tool is never listed
// or called, because the handler itself answers for tools.
func (a *announcer) announce() {
	for _, server := range a.servers {
		server.AddTool(&sdk.Tool{Name: "changed", InputSchema: anyObject}, refuse)
	}
}

var anyObject = map[string]any{"type": "object"}

func refuse(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no such tool"}
}
