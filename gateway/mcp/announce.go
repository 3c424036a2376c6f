package mcp

import (
	"context"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// announcer notifies the clients of its servers when the answer to tools/list changes.
type announcer struct {
	backend Backend
	visible func() (changed <-chan struct{}, cancel func())
	servers []*sdk.Server

	stopping chan struct{}
	running  sync.WaitGroup
	stopOnce sync.Once
}

func newAnnouncer(options Options, servers ...*sdk.Server) *announcer {
	return &announcer{
		backend:  options.Backend,
		visible:  options.VisibleChanged,
		servers:  servers,
		stopping: make(chan struct{}),
	}
}

func (a *announcer) start() {
	changed, cancel := a.backend.Subscribe()
	visible, unsubscribe := a.visible()
	last := a.backend.Tools()
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
			now := a.backend.Tools()
			if !slices.EqualFunc(now, last, (*Tool).sameListing) {
				a.announce()
			}
			last = now
		}
	})
}

func (a *announcer) stop() {
	a.stopOnce.Do(func() { close(a.stopping) })
	a.running.Wait()
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
