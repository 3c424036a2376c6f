package mcp_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

// listedNames returns the names of the tools in tools/list, of the view that the URL asks for.
func listedNames(t *testing.T, s *served, version string) []string {
	t.Helper()
	var names []string
	for _, tool := range must(s.connect(t, version, nil).ListTools(t.Context(), nil))(t).Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestAClientMayAskForAShortList(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		shelf.tools, _ = manyTools()
		server := serve(t, mcp.Options{Backend: shelf, Reduced: []string{"tool_00007", "unknown", "tool_00003", "tool_00007", mcp.CallTool}})
		want := []string{mcp.CallTool, "tool_00003", "tool_00007"}
		short := *server
		short.url += "?view=search"
		if got := listedNames(t, &short, version); !slices.Equal(got, want) {
			t.Errorf("listed %v, want %v", got, want)
		}
		all := *server
		all.url += "?view=all"
		for _, whole := range []*served{server, &all} {
			if got := listedNames(t, whole, version); len(got) != sdk.DefaultPageSize || slices.Contains(got, mcp.CallTool) {
				t.Errorf("%s: listed %d tools", whole.url, len(got))
			}
		}
	})
}

func TestAViewThatIsNoneIsRefused(t *testing.T) {
	server := serve(t, mcp.Options{Backend: newShelf()})
	for _, ask := range []struct{ query, header string }{
		{"?output_schemas=long", ""}, {"?output_schemas=", ""}, {"?output_schemas=full&output_schemas=short", ""},
		{"?view=short", ""}, {"", "short"}, {"?view=search&view=all", ""}, {"?view=search", "all"}, {"?view=", ""}, {"?view=%zz", ""},
	} {
		asked := *server
		asked.url += ask.query
		header := http.Header{}
		if ask.header != "" {
			header.Set("X-Tools-View", ask.header)
		}
		response := asked.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, header)
		body := read(t, response)
		says := strings.Contains(body, "must be ") || strings.Contains(body, "cannot be read")
		if response.StatusCode != http.StatusBadRequest || !says {
			t.Errorf("%+v: %d %s", ask, response.StatusCode, body)
		}
	}
}

func TestCallToolCallsAnyToolByName(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		server := serve(t, mcp.Options{Backend: newShelf()})
		direct := server.connect(t, version, nil)
		server.url += "?view=search"
		reduced := server.connect(t, version, nil)
		arguments := json.RawMessage(`{"title":"Bostan"}`)
		want := must(direct.CallTool(t.Context(), &sdk.CallToolParams{Name: "find_book", Arguments: arguments}))(t)
		got := must(reduced.CallTool(t.Context(), &sdk.CallToolParams{
			Name: mcp.CallTool, Arguments: map[string]any{"name": "find_book", "arguments": arguments},
		}))(t)
		if encode(t, got.StructuredContent) != encode(t, want.StructuredContent) || got.IsError || want.IsError {
			t.Errorf("answered %s, want %s", encode(t, got), encode(t, want))
		}
		warned := must(reduced.CallTool(t.Context(), &sdk.CallToolParams{Name: mcp.CallTool, Arguments: map[string]any{
			"name": "find_book", "arguments": arguments, "toolCallId": "c",
		}}))(t)
		if said := encode(t, warned.StructuredContent); warned.IsError || !strings.Contains(said, "toolCallId is no parameter of call_tool") {
			t.Errorf("what a host adds: %s", said)
		}
		_, err := direct.CallTool(t.Context(), &sdk.CallToolParams{Name: mcp.CallTool, Arguments: map[string]any{"name": "find_book"}})
		if err == nil {
			t.Error("call_tool is there without the view")
		}
		for arguments, code := range map[string]string{
			`{"name":"no_such_tool"}`: "TOOL_NOT_FOUND", `{}`: "VALIDATION_ERROR", `{"name":7}`: "VALIDATION_ERROR",
			`{"name":"call_tool","arguments":{"name":"x"}}`: "TOOL_NOT_FOUND", `{"name":"x","user_id":1}`: "VALIDATION_ERROR",
		} {
			refused := must(reduced.CallTool(t.Context(), &sdk.CallToolParams{Name: mcp.CallTool, Arguments: json.RawMessage(arguments)}))(t)
			if said := encode(t, refused.StructuredContent); !refused.IsError || !strings.Contains(said, code) {
				t.Errorf("%s: %s, want %s", arguments, said, code)
			}
		}
	})
}
