// Package mcp is the Model Context Protocol edge. It offers a catalogue of tools to MCP clients: over Streamable HTTP
// in both protocol eras on one URL (2026-07-28, stateless; 2025-11-25 and earlier, with sessions) and on stdio.
package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"

	"github.com/salaatflow/platform/services/toolresult"
)

// Tool describes a tool to MCP clients. It must not be changed or copied once a Backend has returned it.
type Tool struct {
	// Name is the canonical name, Title a short title for people, and Description is for models.
	Name, Title, Description string
	// Icon is a picture: a path of the server's that ends in .svg, .png, .jpeg or .webp, an https URL, or a data: URI in base64; empty
	// for none.
	Icon string
	// Aliases are other names by which the tool can be called.
	Aliases []string
	// InputSchema is the JSON Schema of the arguments, and OutputSchema that of a ToolResult's data. Each is an
	// object.
	InputSchema, OutputSchema json.RawMessage
	// ReadOnly tools change nothing. Destructive ones may remove or overwrite something. Repeating a call of an
	// Idempotent one with the same arguments changes nothing more.
	ReadOnly, Destructive, Idempotent bool
	// Converses: a call may be more than a request and its answer. The tool says how far it is, or asks its caller.
	Converses bool
	// Asks: a call may end with a question to the caller.
	Asks bool
	// NeedsTask: a client of MCP must know tasks, since a result is not to be waited for. Such a tool converses.
	NeedsTask bool
	// OnlyContent: its result is blocks of content alone, without data.
	OnlyContent bool
	// Headers name the headers in which clients repeat parameters, by the parameter, without their common Mcp-Param-. Its input schema
	// says the same. Nil where none is repeated.
	Headers map[string]string
	// Auth says who may call it: none, optional, required or admin. Scopes are what a credential must be good for. Both may be
	// empty when they are not known.
	Auth   string
	Scopes []string

	listed listing
}

// sameListing reports whether both tools stand in tools/list the same.
func (t *Tool) sameListing(other *Tool) bool {
	return t == other ||
		t.Name == other.Name && t.Title == other.Title && t.Description == other.Description && t.Icon == other.Icon &&
			slices.Equal(t.Aliases, other.Aliases) &&
			bytes.Equal(t.InputSchema, other.InputSchema) && bytes.Equal(t.OutputSchema, other.OutputSchema) &&
			t.Converses == other.Converses && t.Asks == other.Asks && t.NeedsTask == other.NeedsTask && t.OnlyContent == other.OnlyContent &&
			t.ReadOnly == other.ReadOnly && t.Destructive == other.Destructive && t.Idempotent == other.Idempotent &&
			t.Auth == other.Auth && slices.Equal(t.Scopes, other.Scopes)
}

// Backend is the catalogue that a Server offers. Its methods must be safe for concurrent use.
type Backend interface {
	// Tools returns the current tools, sorted by name. Neither side changes the slice.
	Tools() []*Tool
	// Call calls a tool by name or alias, with a JSON object of arguments; empty means none. The context carries the
	// values of the calling request, and is cancelled when the client cancels the request. The result is never nil.
	// For an unknown name it is toolresult.ToolNotFound.
	Call(ctx context.Context, name string, arguments []byte) *toolresult.Result
	// Subscribe returns a channel that receives after the tools have changed; several changes may be combined. The
	// function ends the subscription.
	Subscribe() (changed <-chan struct{}, cancel func())
}
