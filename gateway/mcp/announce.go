package mcp

import (
	"context"
	"reflect"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// announcer notifies the clients of its servers when the answer to tools/list changes, or to that of prompts or resources.
type announcer struct {
	backend Backend
	offers  Offers // nil if there are only tools
	visible func() (changed <-chan struct{}, cancel func())
	servers []*sdk.Server

	stopping chan struct{}
	running  sync.WaitGroup
	stopOnce sync.Once
}

func newAnnouncer(options Options, servers ...*sdk.Server) *announcer {
	return &announcer{
		backend:  options.Backend,
		offers:   options.Offers,
		visible:  options.VisibleChanged,
		servers:  servers,
		stopping: make(chan struct{}),
	}
}

func (a *announcer) start() {
	changed, cancel := a.backend.Subscribe()
	visible, unsubscribe := a.visible()
	last := a.current()
	a.running.Go(func() {
		defer cancel()
		defer unsubscribe()
		for {
			select {
			case <-a.stopping:
				return
			case <-visible: // who sees what may differ for each client
				a.announce(lists{tools: true, prompts: true, resources: true})
				continue
			case _, open := <-changed:
				if !open {
					return
				}
			}
			now := a.current()
			a.announce(now.changedSince(last))
			last = now
		}
	})
}

func (a *announcer) stop() {
	a.stopOnce.Do(func() { close(a.stopping) })
	a.running.Wait()
}

// offered is what the lists hold at one moment.
type offered struct {
	tools     []*Tool
	prompts   []*Prompt
	resources []*Resource
}

func (a *announcer) current() offered {
	now := offered{tools: a.backend.Tools()}
	if a.offers != nil {
		now.prompts, now.resources = a.offers.Prompts(), a.offers.Resources()
	}
	return now
}

// lists are some of the lists.
type lists struct{ tools, prompts, resources bool }

// changedSince returns the lists that differ from before.
func (o offered) changedSince(before offered) lists {
	return lists{
		tools:   !slices.EqualFunc(o.tools, before.tools, (*Tool).sameListing),
		prompts: !slices.EqualFunc(o.prompts, before.prompts, func(a, b *Prompt) bool { return a == b || reflect.DeepEqual(a, b) }),
		resources: !slices.EqualFunc(o.resources, before.resources, func(a, b *Resource) bool {
			return a == b || *a == *b
		}),
	}
}

// announce makes each server send list_changed for the lists. The SDK only sends it when something is added. What is added is never
// listed, called or read, because the handler itself answers for all.
func (a *announcer) announce(changed lists) {
	for _, server := range a.servers {
		if changed.tools {
			server.AddTool(&sdk.Tool{Name: "changed", InputSchema: anyObject}, refuse)
		}
		if changed.prompts && a.offers != nil {
			server.AddPrompt(&sdk.Prompt{Name: "changed"}, nil)
		}
		if changed.resources && a.offers != nil {
			server.AddResource(&sdk.Resource{Name: "changed", URI: "changed:///"}, nil)
		}
	}
}

var anyObject = map[string]any{"type": "object"}

func refuse(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no such tool"}
}
