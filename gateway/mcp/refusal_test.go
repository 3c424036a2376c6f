package mcp_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	errorsv1 "github.com/salaatflow/platform/proto/salaatflow/errors/v1"

	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/services/apperr"
)

// A client that has several requests under way learns from a refusal which of them it is about, whatever refuses it.
func TestARefusalHasTheIDOfItsRequest(t *testing.T) {
	var refused *apperr.Error
	s := serve(t, mcp.Options{
		Backend: newShelf(), MaxStreams: 1, MaxStreamsOfCaller: 1, MaxBodyBytes: 4096,
		Authorize: func(*http.Request, []mcp.Called) *apperr.Error { return refused },
	})
	session := s.open(t, "2025-11-25", nil)
	event(t, s.request(t, http.MethodGet, "", session).Body) // the one stream there may be
	unknown := session.Clone()
	unknown.Set("Mcp-Session-Id", strings.Repeat("A", 26))
	listen := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"subscriptions/listen"}}
	otherMethod := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}, "Mcp-Method": {"tools/list"}}
	with := func(name, value string) http.Header {
		header := session.Clone()
		header.Set(name, value)
		return header
	}
	const call = `{"jsonrpc":"2.0","id":ID,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Emma"}}}`
	const uncommon = `{"jsonrpc":"2.0","params":{"name":"find_book","arguments":{},"_meta":{"x":1}},"method":"tools/call","id":ID}`
	for name, c := range map[string]struct {
		header  http.Header
		body    string
		refused *apperr.Error
		status  int
	}{
		"a session that is not there":       {unknown, call, nil, http.StatusNotFound},
		"the same, in another form":         {unknown, uncommon, nil, http.StatusNotFound},
		"no session":                        {nil, call, nil, http.StatusBadRequest},
		"who must sign in":                  {session, call, apperr.Unauthenticated("sign in"), http.StatusUnauthorized},
		"who must sign in, in another form": {session, uncommon, apperr.Unauthenticated("sign in"), http.StatusUnauthorized},
		"who lacks a scope":                 {session, call, apperr.Forbidden("no"), http.StatusForbidden},
		"too many calls": {session, call, apperr.New(codes.ResourceExhausted, errorsv1.Reason_REASON_RATE_LIMITED, "later"),
			http.StatusTooManyRequests},
		"an unknown view":               {with("X-Tools-View", "half"), call, nil, http.StatusBadRequest},
		"no answer is accepted":         {with("Accept", "text/html"), call, nil, http.StatusNotAcceptable},
		"another type of body":          {with("Content-Type", "text/plain"), call, nil, http.StatusUnsupportedMediaType},
		"an unknown version":            {with("Mcp-Protocol-Version", "1999-01-01"), call, nil, http.StatusBadRequest},
		"no room for a further stream":  {listen, modernListen, nil, http.StatusServiceUnavailable},
		"a header that says otherwise":  {otherMethod, modernListen, nil, http.StatusBadRequest},
		"a method that does not exist":  {session, strings.ReplaceAll(call, "tools/call", "tools/none"), nil, http.StatusOK},
		"a tool that does not exist":    {session, strings.ReplaceAll(call, "find_book", "no_book"), nil, http.StatusOK},
		"initialize in an open session": {session, strings.ReplaceAll(openSession, `"id":1`, `"id":ID`), nil, http.StatusOK},
	} {
		for _, id := range []string{`7`, `"seven"`, `9007199254740993`, `-3`} {
			refused = c.refused
			response := s.request(t, http.MethodPost, strings.ReplaceAll(c.body, "ID", id), c.header)
			body := read(t, response)
			var answer struct {
				Version string `json:"jsonrpc"`
				ID      json.RawMessage
				Error   *struct {
					Code    int
					Message string
				}
			}
			err := json.Unmarshal([]byte(body), &answer)
			if err != nil || answer.Version != "2.0" || answer.Error == nil || answer.Error.Message == "" {
				t.Errorf("%s: no refusal: %v: %s", name, err, body)
				continue
			}
			if string(answer.ID) != id || response.StatusCode != c.status {
				t.Errorf("%s: %d for the request %s, want %d for %s: %s", name, response.StatusCode, answer.ID, c.status, id, body)
			}
		}
	}
	refused = apperr.Unauthenticated("sign in")
	for name, body := range map[string]string{
		"a notification": `{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		"a batch":        `[` + strings.ReplaceAll(call, "ID", "1") + `]`,
		"an id of none":  strings.ReplaceAll(call, "ID", "null"), "an id that is none": strings.ReplaceAll(call, "ID", "{}"),
	} {
		if got := read(t, s.request(t, http.MethodPost, body, session)); !strings.Contains(got, `"id":null`) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

const modernListen = `{"jsonrpc":"2.0","id":ID,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},` +
	`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
