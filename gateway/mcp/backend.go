// Package mcp is the Model Context Protocol edge: it offers a catalogue of tools to MCP clients, over Streamable HTTP
// in both protocol eras on one URL (2026-07-28, stateless; 2025-11-25 and earlier, with sessions) and on stdio.
package mcp

import (
	"context"
	"encoding/json"

	"github.com/salaatflow/platform/services/toolresult"
)

// Tool is what an MCP client is told of a tool. It is not changed once a Backend has answered it.
type Tool struct {
	// Name is the canonical name, Title a short title for people.
	Name, Title, Description string
	// Aliases are the other names by which it can be called.
	Aliases []string
	// InputSchema is the JSON Schema of the arguments, OutputSchema that of a ToolResult's data; each an object.
	InputSchema, OutputSchema json.RawMessage
	// ReadOnly tools change nothing, Destructive ones may remove or overwrite something, and calling an Idempotent one
	// again with the same arguments changes nothing more.
	ReadOnly, Destructive, Idempotent bool
}

// Backend is the catalogue that a Server offers. Its methods are called by many goroutines at once.
type Backend interface {
	// Tools answers the tools there are now, sorted by name. The slice is not changed by either side.
	Tools() []*Tool
	// Call calls the tool that has the name, canonical or alias, with a JSON object of arguments; empty means none. The
	// context carries the values of the request that makes the call, and is cancelled when the client cancels it. The
	// result is never nil; for a name that no tool has it is toolresult.ToolNotFound.
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
	// Subscribe answers a channel that receives after the tools have changed; several changes may be told as one. The
	// function ends the subscription.
	Subscribe() (changed <-chan struct{}, cancel func())
}
