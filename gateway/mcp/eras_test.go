package mcp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

// A client of a version with sessions that names the method in a header too, as mcp-remote does, has a session like any other.
func TestAClientOfSessionsMayNameTheMethodInAHeader(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	for _, version := range []string{"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"} {
		t.Run(version, func(t *testing.T) {
			header := s.open(t, version, http.Header{"Mcp-Method": {"initialize"}})
			if header.Get("Mcp-Session-Id") == "" {
				t.Fatal("there is no session")
			}
			header.Set("Mcp-Method", "tools/call")
			header.Set("Mcp-Name", "find_book")
			answer := read(t, s.request(t, http.MethodPost, `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{`+
				`"name":"find_book","arguments":{"title":"Riyad as-Salihin"}}}`, header))
			if !strings.Contains(answer, `"id":2,"result":`) || strings.Contains(answer, `"resultType"`) {
				t.Errorf("a call: %s", answer)
			}
		})
	}
}
