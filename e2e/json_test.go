package e2e

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// The same answer has the same bytes by REST, by tool call and over MCP, without needless white space, so that a client
// may compare, hash or sign it.
func TestJSONIsCompactAndTheSameBytesOnEveryEdge(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	byREST := send(t, platform, "GET", "/api/v1/prayer-times?city=Karachi&date=2026-03-02", "").body
	const arguments = `{"city":"Karachi","date":"2026-03-02"}`
	byTool := send(t, platform, "POST", "/api/v1/tools/get_prayer_times", arguments).body
	byMCP := send(t, platform, "POST", "/mcp",
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_prayer_times","arguments":`+arguments+`,`+
			`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Content-Type: application/json", "Accept: application/json, text/event-stream",
		"Mcp-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: get_prayer_times").body
	for edge, body := range map[string]string{"tool call": byTool, "MCP": byMCP} {
		if !strings.Contains(body, `"data":`+byREST+`,"error":null`) {
			t.Errorf("by %s it is %s\nby REST %s", edge, body, byREST)
		}
	}
	for _, path := range []string{
		"/api/v1/prayer-times?city=Karachi", "/api/v1/masjids?limit=3", "/api/v1/masjids?limit=1", "/api/v1/tools",
		"/openapi.json", "/api/v1/masjids/none", "/api/v1/users/me", "/api/v1/skills",
	} {
		checkCompact(t, path, send(t, platform, "GET", path, "", as(1)).body)
	}
	for _, path := range []string{"/api/v1/chat", "/api/v1/intents/detect", "/api/v1/intents/map", "/api/v1/tools/nothing", "/mcp"} {
		checkCompact(t, path, send(t, platform, "POST", path, `{"message": "when is maghrib?", "text": "when is maghrib?"}`, as(1)).body)
	}
}

func checkCompact(t *testing.T, what, body string) {
	t.Helper()
	var compact bytes.Buffer
	if err := json.Compact(&compact, []byte(body)); err != nil {
		if what != "/mcp" { // its transport refuses in plain text what is not an MCP message
			t.Errorf("%s: %v: %.200s", what, err, body)
		}
		return
	}
	if compact.String() != body {
		t.Errorf("%s is not compact: %.200s", what, body)
	}
}

// Malformed JSON gets the same message everywhere, and nothing is inferred from what could not be read.
func TestMalformedJSONIsOneMessageEverywhere(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, c := range []struct{ body, want string }{
		{`{"title": "Read",}`, "Malformed JSON: unexpected '}' at byte 18"},
		{`{"title": `, "Malformed JSON: unexpected end of text"},
		{`title=Read`, "Malformed JSON: unexpected 'i' at byte 2"},
	} {
		for _, to := range []string{
			"POST /api/v1/tasks", "PATCH /api/v1/tasks/1", "POST /api/v1/tools/create_task", "POST /api/v1/chat",
			"POST /api/v1/intents/detect", "PATCH /api/v1/users/me", "POST /mcp",
		} {
			method, path, _ := strings.Cut(to, " ")
			got := send(t, platform, method, path, c.body, as(1), "Content-Type: application/json")
			if says := message(got.body); got.status != http.StatusBadRequest || says != c.want {
				t.Errorf("%s with %s: %d %q, want %q", to, c.body, got.status, says, c.want)
			}
		}
	}
}

// message returns the message of an error on any edge.
func message(body string) string {
	var said struct {
		Detail       string `json:"detail"`
		ErrorMessage string `json:"error_message"`
		Error        any    `json:"error"`
	}
	if err := json.Unmarshal([]byte(body), &said); err != nil {
		return body
	}
	if refused, ok := said.Error.(map[string]any); ok {
		text, _ := refused["message"].(string)
		return text
	}
	return said.Detail + said.ErrorMessage
}
