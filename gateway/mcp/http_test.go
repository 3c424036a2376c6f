package mcp_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
)

func TestForeignPagesAreRefused(t *testing.T) {
	trusting := http.NewCrossOriginProtection()
	if err := trusting.AddTrustedOrigin("https://desk.example"); err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		protection *http.CrossOriginProtection
		origin     string
		want       int
	}{
		"a foreign page":        {nil, "https://evil.example", http.StatusForbidden},
		"no browser":            {nil, "", http.StatusOK},
		"a trusted page":        {trusting, "https://desk.example", http.StatusOK},
		"a page not trusted":    {trusting, "https://evil.example", http.StatusForbidden},
		"an origin that is nil": {nil, "null", http.StatusForbidden},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, mcp.Options{Backend: newShelf(), CrossOrigin: tc.protection})
			header := http.Header{}
			if tc.origin != "" {
				header.Set("Origin", tc.origin)
			}
			if got := s.request(t, http.MethodPost, openSession, header).StatusCode; got != tc.want {
				t.Errorf("status %d, want %d", got, tc.want)
			}
		})
	}
}

func TestABodyThatIsTooLargeIsRefused(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf(), MaxBodyBytes: 1000})
	large := strings.Replace(find, "Emma", strings.Repeat("E", 1000), 1)
	for name, header := range map[string]http.Header{
		"modern": modernHeaders(), "sessions": s.open(t, "2025-11-25", nil), "no session": nil,
	} {
		if got := s.request(t, http.MethodPost, large, header).StatusCode; got != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: status %d", name, got)
		}
	}
}

// The era without sessions says so in a header as well; the SDK's own refusals tell which header is missing.
func TestARequestIsServedInTheEraItSpeaks(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	session := s.open(t, "2025-11-25", nil)
	modern := (&counter{}).next(modernCall)
	for name, tc := range map[string]struct {
		method, body string
		header       http.Header
		status       int
		want         string
	}{
		"modern":                       {"POST", modern, modernHeaders(), 200, `"resultType":"complete"`},
		"modern, without headers":      {"POST", modern, nil, 400, `"code":-32020`},
		"modern, in a session":         {"POST", modern, session, 400, `"code":-32020`},
		"modern, stream":               {"GET", "", modernHeaders(), 405, ""},
		"modern, of an unknown future": {"POST", strings.ReplaceAll(modern, "2026-07-28", "2099-01-01"), future(), 400, `"code":-32022`},
		"session":                      {"POST", find, session, 200, `"structuredContent"`},
		"session, unknown":             {"POST", find, http.Header{"Mcp-Session-Id": {"x"}}, 404, "session not found"},
		"no session":                   {"POST", find, nil, 400, `"id":7,"error":{"code":-32600,"message":"tools/call needs a session`},
		"no session, stream":           {"GET", "", nil, 400, "Mcp-Session-Id"},
		"no JSON": {
			"POST", "{", nil, 400, `"id":null,"error":{"code":-32700,"message":"Malformed JSON: unexpected end of text"}`,
		},
		"another method": {"PUT", find, session, 405, ""},
	} {
		t.Run(name, func(t *testing.T) {
			response := s.request(t, tc.method, tc.body, tc.header)
			answer := read(t, response)
			if response.StatusCode != tc.status || !strings.Contains(answer, tc.want) {
				t.Errorf("got %d %s, want %d %s", response.StatusCode, answer, tc.status, tc.want)
			}
		})
	}
}

func future() http.Header {
	header := modernHeaders()
	header.Set("Mcp-Protocol-Version", "2099-01-01")
	return header
}

// A name of another request, were it believed, would lend that request's identity.
func TestNoClientCanNameAnotherRequest(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newShelf()})
	connection := must((&net.Dialer{}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.url, "http://")))(t)
	defer connection.Close()
	body := (&counter{}).next(modernCall)
	_, err := fmt.Fprintf(connection, "POST / HTTP/1.1\r\nHost: localhost\r\nmcp request: 1\r\nMcp-Method: tools/call\r\n"+
		"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	if err != nil {
		t.Fatal(err)
	}
	response := must(http.ReadResponse(bufio.NewReader(connection), nil))(t)
	if response.StatusCode != http.StatusBadRequest || !strings.Contains(read(t, response), "invalid header name") {
		t.Errorf("got %s", response.Status)
	}
}
