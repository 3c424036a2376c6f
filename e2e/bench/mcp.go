package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/proto/toolnames"
)

// measureMCP calls a tool over MCP, which calls a service over gRPC, and compares that with a trivial tool that the
// official SDK runs in this process.
func measureMCP(ctx context.Context, e effort, p *running, client *http.Client) ([]figure, error) {
	const tool = toolnames.GetUserInfo
	stateless, err := measureEra(ctx, e, tool, mcpEra{
		version: "2026-07-28", sdk: trivialServer(tool, true), gateway: p.url() + "/mcp", client: client,
	})
	if err != nil {
		return nil, err
	}
	sessions, err := measureEra(ctx, e, tool, mcpEra{
		version: "2025-11-25", sessions: true, sdk: trivialServer(tool, false), gateway: p.url() + "/mcp", client: client,
	})
	return []figure{stateless, sessions}, err
}

// mcpEra is one of the protocol's eras, with its server.
type mcpEra struct {
	version  string
	sessions bool
	sdk      http.Handler
	gateway  string
	client   *http.Client
}

func measureEra(ctx context.Context, e effort, tool string, era mcpEra) (f figure, err error) {
	url, stop, err := serve(ctx, era.sdk)
	if err != nil {
		return figure{}, err
	}
	defer stop()
	trivial, closeTrivial, err := era.open(ctx, url, tool)
	if err != nil {
		return figure{}, err
	}
	defer func() { err = errors.Join(err, closeTrivial()) }()
	ours, closeOurs, err := era.open(ctx, era.gateway, tool)
	if err != nil {
		return figure{}, err
	}
	defer func() { err = errors.Join(err, closeOurs()) }()
	c, err := compete(ctx, e,
		load{name: "sdk-" + era.version, call: trivial.do}, load{name: "mcp-" + era.version, call: ours.do})
	if err != nil {
		return figure{}, err
	}
	return c.figure(1, "MCP "+era.version+", "+tool, "the SDK's trivial tool", 0.8), nil
}

// open returns the calls of a tool, in a session if the era has sessions.
func (era mcpEra) open(ctx context.Context, url, tool string) (calls exchange, done func() error, err error) {
	calls = exchange{client: era.client, method: http.MethodPost, url: url, header: asCaller(), valid: isResult}
	calls.header["Accept"] = []string{"application/json, text/event-stream"}
	calls.header["Mcp-Protocol-Version"] = []string{era.version}
	if !era.sessions {
		calls.header["Mcp-Method"], calls.header["Mcp-Name"] = []string{"tools/call"}, []string{tool}
		calls.body = numbered(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"` + tool + `","arguments":{},` +
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"` + era.version + `",` +
			`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}}}`)
		return calls, func() error { return nil }, nil
	}
	opening := calls
	opening.body = numbered(`{"jsonrpc":"2.0","id":%d,"method":"initialize","params":{"protocolVersion":"` + era.version + `",` +
		`"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`)
	opened, err := opening.receive(ctx, new(bytes.Buffer))
	if err != nil {
		return exchange{}, nil, err
	}
	calls.header["Mcp-Session-Id"] = opened["Mcp-Session-Id"]
	calls.body = numbered(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"` + tool + `","arguments":{}}}`)
	closing := exchange{client: era.client, method: http.MethodDelete, url: url, header: calls.header}
	return calls, func() error {
		_, err := closing.receive(ctx, new(bytes.Buffer))
		return err
	}, nil
}

// numbered replaces %d in each request by an id of its own.
func numbered(format string) func() []byte {
	var last atomic.Int64
	return func() []byte { return fmt.Appendf(nil, format, last.Add(1)) }
}

func isResult(answer []byte) bool {
	return bytes.Contains(answer, []byte(`"structuredContent":{`)) && !bytes.Contains(answer, []byte(`"isError":true`))
}

// trivialServer serves a tool that answers at once, with the SDK as it is meant to be used.
func trivialServer(tool string, stateless bool) http.Handler {
	type nothing struct{}
	type user struct {
		ID       int32  `json:"id"`
		City     string `json:"city"`
		Language string `json:"language"`
	}
	server := sdk.NewServer(&sdk.Implementation{Name: "trivial", Version: "1"}, nil)
	sdk.AddTool(server, &sdk.Tool{Name: tool, Description: "Returns the user."},
		func(context.Context, *sdk.CallToolRequest, nothing) (*sdk.CallToolResult, user, error) {
			return nil, user{ID: caller.UserID, City: "Karachi", Language: "en"}, nil
		})
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server },
		&sdk.StreamableHTTPOptions{Stateless: stateless, JSONResponse: true})
}
