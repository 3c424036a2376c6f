package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

// manyTools are tools by name, so many that they do not fit on one page.
func manyTools() (tools []*mcp.Tool, names []string) {
	for i := range 2500 {
		name := fmt.Sprintf("tool_%05d", i)
		names = append(names, name)
		tools = append(tools, &mcp.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)})
	}
	return tools, names
}

func TestALongListComesInPages(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		shelf := newShelf()
		var want []string
		shelf.tools, want = manyTools()
		session := serve(t, mcp.Options{Backend: shelf}).connect(t, version, nil)
		var got []string
		for tool, err := range session.Tools(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, tool.Name)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d tools, want %d, each once and by name", len(got), len(want))
		}
		first := must(session.ListTools(t.Context(), nil))(t)
		if len(first.Tools) != sdk.DefaultPageSize || first.NextCursor == "" {
			t.Errorf("the first page has %d tools and the cursor %q", len(first.Tools), first.NextCursor)
		}
	})
}

// Tools that come and go between two pages hide no other tool.
func TestAPageFollowsTheOneBeforeWhateverChanges(t *testing.T) {
	shelf := newShelf()
	shelf.tools, _ = manyTools()
	session := serve(t, mcp.Options{Backend: shelf}).connect(t, "2025-11-25", nil)
	first := must(session.ListTools(t.Context(), nil))(t)
	last := first.Tools[len(first.Tools)-1].Name
	shelf.remove(last)
	shelf.remove(first.Tools[0].Name)
	second := must(session.ListTools(t.Context(), &sdk.ListToolsParams{Cursor: first.NextCursor}))(t)
	if want := "tool_01000"; last != "tool_00999" || second.Tools[0].Name != want {
		t.Errorf("after %s comes %s, want %s", last, second.Tools[0].Name, want)
	}
}

func TestACursorThatNoPageGaveIsRefused(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		s := serve(t, mcp.Options{Backend: newShelf()})
		for _, cursor := range []string{"x", "abcd", "!", "after tool"} {
			answer := must(s.raw(t, version, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"`+cursor+`",%s}}`))(t)
			if !strings.Contains(string(answer), `"code":-32602,"message":"the cursor is unknown`) {
				t.Errorf("%s is answered %s", cursor, answer)
			}
		}
	})
}

func TestKeepTakesTheToolsThatAreTheSame(t *testing.T) {
	old, made := newShelf().tools, newShelf().tools
	made[1].Description = "Removes a book for good."
	kept := mcp.Keep(old, slices.Insert(made, 1, lendBook()))
	if kept[0] != old[0] || kept[1].Name != "lend_book" || kept[2] == old[1] || kept[2].Description != "Removes a book for good." {
		t.Errorf("%v of %v", kept, old)
	}
	if kept := mcp.Keep(old, newShelf().tools[1:]); kept[0] != old[1] {
		t.Error("the only one that is left is another")
	}
}

// BenchmarkMCPList is the cost of tools/list by the number of tools, without the network.
func BenchmarkMCPList(b *testing.B) {
	for _, with := range []struct {
		name    string
		options func(mcp.Options) mcp.Options
	}{{"sdk", mcp.SDKAlone}, {"edge", func(o mcp.Options) mcp.Options { return o }}} {
		b.Run(with.name, func(b *testing.B) {
			shelf := newShelf()
			shelf.tools, _ = manyTools()
			shelf.tools = shelf.tools[:50]
			server := must(mcp.New(with.options(mcp.Options{Backend: shelf})))(b)
			defer func() { _ = server.Stop(context.Background()) }()
			b.ReportAllocs()
			for b.Loop() {
				request := httptest.NewRequest(http.MethodPost, "/mcp",
					strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{`+plainMeta+`}}`))
				request.Header = sessionless("tools/list", "")
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set("Accept", "application/json, text/event-stream")
				server.ServeHTTP(httptest.NewRecorder(), request)
			}
		})
	}
}
