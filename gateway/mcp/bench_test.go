package mcp_test

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

type findBook struct {
	Title string `json:"title"`
}

type book struct {
	Title string `json:"title"`
}

type foundBook struct {
	Book book `json:"book"`
}

// BenchmarkMCPCall compares a call through the edge with one of a trivial tool of the SDK, over the same HTTP transport,
// in each era. The client writes the same bytes to both and does not look into the answer, so what is compared is the
// servers. docs/benchmarks.md has what whole programs take.
func BenchmarkMCPCall(b *testing.B) {
	edge := func(b *testing.B) http.Handler { return must(mcp.New(mcp.Options{Backend: newShelf()}))(b) }
	b.Run("modern/sdk", func(b *testing.B) { benchmarkCalls(b, trivialTool(true), modernHeaders(), modernCall) })
	b.Run("modern/edge", func(b *testing.B) { benchmarkCalls(b, edge(b), modernHeaders(), modernCall) })
	b.Run("sessions/sdk", func(b *testing.B) { benchmarkCalls(b, trivialTool(false), http.Header{}, legacyCall) })
	b.Run("sessions/edge", func(b *testing.B) { benchmarkCalls(b, edge(b), http.Header{}, legacyCall) })
}

func trivialTool(stateless bool) http.Handler {
	server := sdk.NewServer(&sdk.Implementation{Name: "trivial", Version: "1"}, nil)
	tool := &sdk.Tool{Name: "find_book", Description: "Finds a book by its title."}
	sdk.AddTool(server, tool, func(_ context.Context, _ *sdk.CallToolRequest, in findBook) (*sdk.CallToolResult, foundBook, error) {
		return nil, foundBook{Book: book(in)}, nil
	})
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server },
		&sdk.StreamableHTTPOptions{Stateless: stateless, JSONResponse: true})
}

const (
	openSession = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},` +
		`"clientInfo":{"name":"bench","version":"1"}}}`
	// %d is the id, which must differ from those of calls under way in the session.
	legacyCall = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Riyad as-Salihin"}}}`
	modernCall = `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Riyad as-Salihin"},` +
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}}}`
)

func modernHeaders() http.Header {
	return http.Header{
		"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/call"}, "Mcp-Name": {"find_book"},
	}
}

func benchmarkCalls(b *testing.B, handler http.Handler, header http.Header, call string) {
	server := httptest.NewServer(handler)
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64}}
	defer client.CloseIdleConnections()
	header.Set("Content-Type", "application/json")
	header.Set("Accept", "application/json, text/event-stream")
	if header.Get("Mcp-Method") == "" {
		_, opened := post(b, client, server.URL, header, openSession)
		header.Set("Mcp-Session-Id", opened.Get("Mcp-Session-Id"))
		defer closeSession(b, client, server.URL, header)
	}
	var ids counter
	b.SetParallelism(8)
	b.ReportAllocs()
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			answer, _ := post(b, client, server.URL, header, ids.next(call))
			if !bytes.Contains(answer, []byte(`"structuredContent":`)) {
				b.Errorf("no result: %s", answer)
				return
			}
		}
	})
}

func post(b testing.TB, client *http.Client, url string, header http.Header, body string) ([]byte, http.Header) {
	request := must(http.NewRequestWithContext(b.Context(), http.MethodPost, url, bytes.NewBufferString(body)))(b)
	request.Header = header
	response := must(client.Do(request))(b)
	defer response.Body.Close()
	return must(io.ReadAll(response.Body))(b), response.Header
}

func closeSession(b testing.TB, client *http.Client, url string, header http.Header) {
	request := must(http.NewRequestWithContext(b.Context(), http.MethodDelete, url, nil))(b)
	request.Header = header
	must(client.Do(request))(b).Body.Close()
}
