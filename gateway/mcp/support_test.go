package mcp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const timeout = 30 * time.Second

func call(t testing.TB, session *sdk.ClientSession, name, arguments string) *sdk.CallToolResult {
	t.Helper()
	params := &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)}
	return must(session.CallTool(t.Context(), params))(t)
}

func textOf(t testing.TB, result *sdk.CallToolResult) string {
	t.Helper()
	if len(result.Content) != 1 {
		t.Fatalf("%d contents", len(result.Content))
	}
	text, ok := result.Content[0].(*sdk.TextContent)
	if !ok {
		t.Fatalf("the content is a %T", result.Content[0])
	}
	return text.Text
}

func encode(t testing.TB, value any) string {
	t.Helper()
	return string(must(json.Marshal(value))(t))
}

func sameJSON(t testing.TB, a, b string) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		t.Fatalf("%v: %s", err, a)
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Fatalf("%v: %s", err, b)
	}
	return reflect.DeepEqual(x, y)
}

func wait(t testing.TB, event <-chan struct{}) {
	t.Helper()
	select {
	case <-event:
	case <-time.After(timeout):
		t.Fatal("it did not happen")
	}
}

// until does something again and again until the event.
func until(t testing.TB, event <-chan struct{}, do func()) {
	t.Helper()
	deadline := time.After(timeout)
	for {
		do()
		select {
		case <-event:
			return
		case <-time.After(timeout / 30):
		case <-deadline:
			t.Fatal("it did not happen")
		}
	}
}

func drain(events <-chan struct{}) {
	for {
		select {
		case <-events:
		default:
			return
		}
	}
}

// request is an HTTP request as an MCP client makes it.
func (s *served) request(t testing.TB, method, body string, header http.Header) *http.Response {
	t.Helper()
	request := must(http.NewRequestWithContext(t.Context(), method, s.url, strings.NewReader(body)))(t)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	for name, values := range header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	response := must(s.client.Do(request))(t)
	t.Cleanup(func() { _ = response.Body.Close() })
	return response
}

func read(t testing.TB, response *http.Response) string {
	t.Helper()
	return string(must(io.ReadAll(response.Body))(t))
}

// raw makes one request of a version and answers what came back; %s in the body is where _meta goes.
func (s *served) raw(t testing.TB, version, body string) ([]byte, error) {
	t.Helper()
	if version >= "2026" {
		return s.rawModern(t, version, body)
	}
	header := s.open(t, version, nil)
	body = fmt.Sprintf(body, `"_meta":{}`)
	response := s.request(t, http.MethodPost, body, header)
	return io.ReadAll(response.Body)
}

func (s *served) rawModern(t testing.TB, version, body string) ([]byte, error) {
	t.Helper()
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + version + `","io.modelcontextprotocol/clientCapabilities":{}}`
	body = fmt.Sprintf(body, meta)
	var message struct {
		Method string
		Params struct{ Name, URI string }
	}
	if err := json.Unmarshal([]byte(body), &message); err != nil {
		return nil, err
	}
	header := http.Header{"Mcp-Protocol-Version": {version}, "Mcp-Method": {message.Method}}
	switch message.Method {
	case "resources/read":
		header.Set("Mcp-Name", message.Params.URI)
	case "prompts/get", "tools/call":
		header.Set("Mcp-Name", message.Params.Name)
	}
	response := s.request(t, http.MethodPost, body, header)
	return io.ReadAll(response.Body)
}

// open opens a session of a version, with extra headers, and answers the headers of further requests.
func (s *served) open(t testing.TB, version string, header http.Header) http.Header {
	t.Helper()
	response := s.request(t, http.MethodPost, strings.ReplaceAll(openSession, "2025-11-25", version), header)
	body := read(t, response)
	if response.StatusCode != http.StatusOK || !strings.Contains(body, `"protocolVersion":"`+version+`"`) {
		t.Fatalf("no session: %s %s", response.Status, body)
	}
	further := header.Clone()
	if further == nil {
		further = http.Header{}
	}
	further.Set("Mcp-Session-Id", response.Header.Get("Mcp-Session-Id"))
	further.Set("Mcp-Protocol-Version", version)
	return further
}

// event reads the next event of a stream.
func event(t testing.TB, stream io.Reader) string {
	t.Helper()
	var event bytes.Buffer
	one := make([]byte, 1)
	for !bytes.HasSuffix(event.Bytes(), []byte("\n\n")) {
		if _, err := io.ReadFull(stream, one); err != nil {
			t.Fatalf("the stream ended: %v: %q", err, event.String())
		}
		event.Write(one)
	}
	return event.String()
}

func discarding() *slog.Logger { return slog.New(slog.DiscardHandler) }
