package edges

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/toolresult"
)

// The protocol eras of MCP.
const (
	Stateless = "2026-07-28"
	Sessions  = "2025-11-25"
)

// MCP is tools/call, by the official SDK's client.
type MCP struct {
	// URL is the gateway's MCP endpoint.
	URL    string
	Client *http.Client
	// Version is the protocol version that the client requests.
	Version string
}

// Name returns the edge's name in tests.
func (e MCP) Name() string { return "MCP " + e.Version }

// Call connects, calls and disconnects.
func (e MCP) Call(ctx context.Context, user int32, tool string, arguments json.RawMessage) (*toolresult.Result, error) {
	session, err := e.Connect(ctx, user, nil)
	if err != nil {
		return nil, err
	}
	answer, err := session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, errors.Join(err, session.Close())
	}
	return structured(answer, session.Close())
}

// Connect opens a session as a user; 0 is anonymous.
func (e MCP) Connect(ctx context.Context, user int32, options *sdk.ClientOptions) (*sdk.ClientSession, error) {
	client := sdk.NewClient(&sdk.Implementation{Name: "e2e", Version: "1"}, options)
	return client.Connect(ctx, &sdk.StreamableClientTransport{
		Endpoint:   e.URL,
		HTTPClient: &http.Client{Transport: asUser{user, e.Client.Transport}, Timeout: e.Client.Timeout},
	}, &sdk.ClientSessionOptions{ProtocolVersion: e.Version})
}

func structured(answer *sdk.CallToolResult, closed error) (*toolresult.Result, error) {
	text, err := json.Marshal(answer.StructuredContent)
	if err != nil {
		return nil, err
	}
	var result toolresult.Result
	if err := json.Unmarshal(text, &result); err != nil {
		return nil, fmt.Errorf("not a ToolResult: %w: %s", err, text)
	}
	if answer.IsError == result.Success {
		return nil, fmt.Errorf("isError is %t for %s", answer.IsError, text)
	}
	return &result, closed
}

// IsInvalidParams reports whether err is the JSON-RPC error -32602.
func IsInvalidParams(err error) bool {
	var wire *jsonrpc.Error
	return errors.As(err, &wire) && wire.Code == jsonrpc.CodeInvalidParams
}

type asUser struct {
	user int32
	next http.RoundTripper
}

func (t asUser) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.user != 0 {
		r = r.Clone(r.Context())
		r.Header.Set("X-User-ID", strconv.Itoa(int(t.user)))
	}
	return t.next.RoundTrip(r)
}
