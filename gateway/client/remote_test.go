package client_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/client"
	"github.com/salaatflow/platform/gateway/mcp"
)

const timeout = 20 * time.Second

// connect connects the SDK's client on stdio to a gateway, as a user.
func connect(t *testing.T, gateway *client.Client, user int32, version string, changed chan<- struct{}) *sdk.ClientSession {
	t.Helper()
	in, requests := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.RunIO(t.Context(), gateway.MCP(user, nil), in, out) }()
	programme := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) {
			select {
			case changed <- struct{}{}:
			default:
			}
		},
	})
	session := must(programme.Connect(t.Context(), &sdk.IOTransport{Reader: answers, Writer: requests},
		&sdk.ClientSessionOptions{ProtocolVersion: version}))(t)
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-ended; err != nil && !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
	return session
}

func everyEra(t *testing.T, test func(t *testing.T, version string)) {
	for _, version := range []string{"2026-07-28", "2025-11-25", "2025-06-18"} {
		t.Run(version, func(t *testing.T) { test(t, version) })
	}
}

func call(t *testing.T, session *sdk.ClientSession, name string) *sdk.CallToolResult {
	t.Helper()
	return must(session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: map[string]any{"a": 1}}))(t)
}

// A program on stdio keeps its lists while the gateway is away, and learns of what changed meanwhile; a gateway that has forgotten
// its session is no end.
func TestStdioOutlivesTheGateway(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		g := startGateway(t, tool("echo"))
		changed := make(chan struct{}, 1)
		session := connect(t, g.client(t), 0, version, changed)
		if got := must(session.ListTools(t.Context(), nil))(t); len(got.Tools) != 1 {
			t.Fatalf("%d tools", len(got.Tools))
		}
		g.stop()
		result := call(t, session, "echo")
		if text, ok := result.Content[0].(*sdk.TextContent); !ok || !result.IsError || !strings.Contains(text.Text, "NETWORK_ERROR") {
			t.Errorf("while the gateway is away: %+v", result)
		}
		if got := must(session.ListTools(t.Context(), nil))(t); len(got.Tools) != 1 {
			t.Errorf("%d tools while it is away", len(got.Tools))
		}
		g.offer(tool("echo"), tool("sing"))
		g.start(t)
		select {
		case <-changed:
		case <-time.After(timeout):
			t.Fatal("not told that the tools changed")
		}
		if result := call(t, session, "echo"); result.IsError {
			t.Errorf("after its return: %+v", result)
		}
		if got := must(session.ListTools(t.Context(), nil))(t); len(got.Tools) != 2 {
			t.Errorf("%d tools after its return", len(got.Tools))
		}
	})
}

func TestStdioCallsAsItsUser(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		g := startGateway(t, tool("echo", "say"))
		session := connect(t, g.client(t), 5, version, nil)
		if result := call(t, session, "say"); result.IsError {
			t.Errorf("got %+v", result)
		}
		if _, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "shout"}); err == nil {
			t.Error("a tool that there is not was called")
		}
		g.mu.Lock()
		defer g.mu.Unlock()
		if len(g.users) == 0 || g.users[len(g.users)-1] != "5" {
			t.Errorf("called as %q", g.users)
		}
	})
}
