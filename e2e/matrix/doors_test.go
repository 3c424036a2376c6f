package matrix

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolresult"
	"github.com/salaatflow/platform/services/toolspec"
)

// answer is what a caller gets.
type answer struct {
	// code is a code of ToolResult; empty for a success.
	code string
	// missing: the refusal says that scopes are missing.
	missing bool
	// the others are of HTTP; the body of gRPC is JSON too.
	status                  int
	challenge, allowsOrigin string
	body                    []byte
}

func (a answer) verdict() verdict {
	switch {
	case a.code == "", a.code == "INVALID_REQUEST":
		return letIn
	case a.code == "AUTH_REQUIRED":
		return signIn
	case a.code == "FORBIDDEN" && a.missing:
		return lacksScope
	case a.code == "FORBIDDEN":
		return forbidden
	case a.code == "NOT_FOUND", a.code == "TOOL_NOT_FOUND":
		return notFound
	case a.code == "VALIDATION_ERROR":
		return unreadable
	default:
		return failed
	}
}

// send sends a request over HTTP and reads a refusal as every door writes it.
func (w *world) send(t testing.TB, method, path string, header http.Header, body string) answer {
	t.Helper()
	return w.sendTo(t, "", method, path, header, body)
}

// sendTo is send, with another name of the host in the request.
func (w *world) sendTo(t testing.TB, host, method, path string, header http.Header, body string) answer {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, w.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	maps.Copy(request.Header, header)
	if body != "" && request.Header.Get("Content-Type") == "" {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Host = host
	response, err := w.HTTP.Transport.RoundTrip(request) // which follows no redirection
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	got := answer{status: response.StatusCode, challenge: response.Header.Get("WWW-Authenticate"), body: content}
	got.allowsOrigin = response.Header.Get("Access-Control-Allow-Origin")
	got.missing = strings.Contains(got.challenge, `error="insufficient_scope"`)
	var refusal struct{ Error any }
	if json.Unmarshal(content, &refusal) == nil {
		got.code, _ = refusal.Error.(string)
	}
	if got.code == "" && got.status >= http.StatusBadRequest {
		got.code = response.Status
	}
	return got
}

// callREST calls a REST path of a method. What is not in the path is in the body, or else in the query.
func (w *world) callREST(t testing.TB, path toolspec.RESTPath, c caller, arguments json.RawMessage) answer {
	t.Helper()
	var given map[string]json.RawMessage
	if err := json.Unmarshal(arguments, &given); err != nil {
		t.Fatal(err)
	}
	target := path.Path
	for _, name := range path.Variables {
		target = strings.ReplaceAll(target, "{"+name+"}", url.PathEscape(text(given[name])))
		delete(given, name)
	}
	body := ""
	if path.HasBody {
		encoded, err := json.Marshal(given)
		if err != nil {
			t.Fatal(err)
		}
		body = string(encoded)
	} else if query := queryOf(given); query != "" {
		target += "?" + query
	}
	return w.send(t, path.Verb, target, c.header, body)
}

func queryOf(given map[string]json.RawMessage) string {
	query := url.Values{}
	for name, value := range given {
		query.Set(name, text(value))
	}
	return query.Encode()
}

// text returns a JSON value as a path or a query has it.
func text(value json.RawMessage) string {
	var text string
	if json.Unmarshal(value, &text) == nil {
		return text
	}
	return string(value)
}

// callTool calls a tool by name or alias.
func (w *world) callTool(t testing.TB, name string, c caller, arguments json.RawMessage) answer {
	t.Helper()
	return w.send(t, http.MethodPost, "/api/v1/tools/"+name, c.header, string(arguments))
}

const mcpVersion = "2026-07-28"

func mcpHeader(tool string) http.Header {
	return http.Header{
		"Accept": {"application/json, text/event-stream"}, "Mcp-Protocol-Version": {mcpVersion},
		"Mcp-Method": {"tools/call"}, "Mcp-Name": {tool},
	}
}

func mcpCall(tool, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":%q,"io.modelcontextprotocol/clientCapabilities":{},`+
		`"io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"}}}}`, tool, arguments, mcpVersion)
}

// callMCP calls a tool over MCP, without a session.
func (w *world) callMCP(t testing.TB, name string, c caller, arguments json.RawMessage) answer {
	t.Helper()
	header := mcpHeader(name)
	maps.Copy(header, c.header)
	got := w.send(t, http.MethodPost, "/mcp", header, mcpCall(name, string(arguments)))
	switch got.status {
	case http.StatusOK:
	case http.StatusUnauthorized: // clients of MCP sign in by the status and its challenge
		got.code = "AUTH_REQUIRED"
		return got
	case http.StatusForbidden:
		got.code = "FORBIDDEN"
		return got
	default:
		return got
	}
	content := got.body
	if _, event, ok := bytes.Cut(content, []byte("data: ")); ok {
		content = event
	}
	var message struct {
		Result struct {
			StructuredContent *toolresult.Result `json:"structuredContent"`
		}
	}
	if err := json.Unmarshal(content, &message); err != nil || message.Result.StructuredContent == nil {
		t.Fatalf("MCP answers %s to %s: %v", got.body, name, err)
	}
	got.code = message.Result.StructuredContent.Error
	return got
}

// callGRPC calls a method of the service itself.
func (w *world) callGRPC(t testing.TB, method protoreflect.MethodDescriptor, c caller, arguments json.RawMessage) answer {
	t.Helper()
	conn := w.conn(t, method.Parent().FullName())
	if c.stranger {
		conn = w.strangersConn(t, method.Parent().FullName())
	}
	request, response := dynamicpb.NewMessage(method.Input()), dynamicpb.NewMessage(method.Output())
	if err := protojson.Unmarshal(arguments, request); err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	if c.context != nil {
		ctx = c.context(ctx)
	}
	var err error
	name := fmt.Sprintf("/%s/%s", method.Parent().FullName(), method.Name())
	if method.IsStreamingClient() || method.IsStreamingServer() {
		err = firstOfStream(ctx, conn, method, name, request, response)
	} else {
		err = conn.Invoke(ctx, name, request, response)
	}
	if err != nil {
		refusal := apperr.From(err)
		if refusal.Reason == errorsv1.Reason_REASON_CREDENTIAL_INVALID {
			return answer{code: "AUTH_REQUIRED"} // of a program, which is nobody's to mend who calls by a gateway
		}
		return answer{code: toolresult.FromError(refusal).Error, missing: len(refusal.MissingScopes()) > 0, body: []byte(err.Error())}
	}
	if toolspec.IsFile(method) {
		return answer{body: response.Get(method.Output().Fields().ByName("data")).Bytes()}
	}
	body, err := protojson.Marshal(response)
	if err != nil {
		t.Fatal(err)
	}
	return answer{body: body}
}
