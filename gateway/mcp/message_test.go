package mcp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// What is asked in vain is refused as JSON-RPC says, with the id of what was asked, and a notification is never refused.
func TestMessagesThatNobodyAnswers(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	session := s.open(t, "2025-11-25", nil)
	modern := func(method string) http.Header {
		return http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {method}}
	}
	const meta = `"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}`
	const noID = `"id":null,"error":{"code":-32600,"message":"the id of`
	for name, tc := range map[string]struct {
		body   string
		header http.Header
		status int
		want   string
	}{
		"a method nobody knows": {
			`{"jsonrpc":"2.0","id":"a","method":"no/such"}`, session, 200,
			`{"jsonrpc":"2.0","id":"a","error":{"code":-32601,"message":"the method \"no/such\" is not supported"}}`,
		},
		"a method of others": {`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, session, 200, `"code":-32601`},
		"a method nobody knows, without sessions": {
			`{"jsonrpc":"2.0","id":1.5,"method":"no/such",` + meta + `}`, modern("no/such"), 404,
			`{"jsonrpc":"2.0","id":1.5,"error":{"code":-32601,"message":"the method \"no/such\" is not supported"}}`,
		},
		"a method of a version to come": {
			`{"jsonrpc":"2.0","id":1,"method":"no/such",` + strings.Replace(meta, "2026-07-28", "2099-01-01", 1) + `}`,
			http.Header{"Mcp-Protocol-Version": {"2099-01-01"}, "Mcp-Method": {"no/such"}}, 404, `"id":1,"error":{"code":-32601`,
		},
		"a long method": {
			`{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("ن", 1000) + `"}`, session, 200, strings.Repeat("ن", 50) + `…\"`,
		},
		"a notification nobody knows": {`{"jsonrpc":"2.0","method":"notifications/no_such"}`, session, 202, ""},
		"a notification nobody knows, without sessions": {
			`{"jsonrpc":"2.0","method":"notifications/no_such",` + meta + `}`, modern("notifications/no_such"), 202, "",
		},
		"a method nobody knows, as a notification": {`{"jsonrpc":"2.0","method":"no/such"}`, session, 202, ""},
		"a second initialize": {
			openSession, session, 200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"the session is open already`,
		},
		"a list without a session": {
			`{"jsonrpc":"2.0","id":12345678901234567890,"method":"tools/list"}`, nil, 400, `"id":12345678901234567890,"error":{"code":-32600,`,
		},
		"a notification without a session": {
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`, nil, 400, `"id":null,"error":{"code":-32600,`,
		},
		"an id that is nothing":       {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, session, 400, noID},
		"an id that is an object":     {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, session, 400, noID},
		"an id that is a truth value": {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, session, 400, `"code":-32600`},
	} {
		t.Run(name, func(t *testing.T) {
			response := s.request(t, http.MethodPost, tc.body, tc.header)
			if answer := read(t, response); response.StatusCode != tc.status || !strings.Contains(answer, tc.want) {
				t.Errorf("got %d %s, want %d %s", response.StatusCode, answer, tc.status, tc.want)
			}
		})
	}
	if got := read(t, s.request(t, http.MethodPost, find, session)); !strings.Contains(got, `"success":true`) {
		t.Errorf("after all that the session answers %s", got)
	}
}
