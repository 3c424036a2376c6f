package mcp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp"
)

// newBranches is a shelf with a tool whose parameters are repeated in headers.
func newBranches() *shelf {
	branches := newShelf()
	branches.put(&mcp.Tool{
		Name: "reserve_book", Title: "Reserve a book", Aliases: []string{"hold_book"},
		InputSchema: json.RawMessage(`{"type":"object","properties":{"branch":{"type":"string","x-mcp-header":"Branch"},` +
			`"days":{"type":"integer","x-mcp-header":"Days"},"now":{"type":"boolean","x-mcp-header":"Now"},"title":{"type":"string"}}}`),
		OutputSchema: json.RawMessage(`{"type":"object"}`),
		Headers:      map[string]string{"branch": "Branch", "days": "Days", "now": "Now"},
	})
	return branches
}

func TestHeadersRepeatArguments(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newBranches()})
	for _, c := range []struct {
		arguments, headers string // the headers as "Name: value, Name: value"
		want               string // of the refusal; empty for none
	}{
		{`{}`, ``, ``},
		{`{"title":"Emma"}`, ``, ``},
		{`{"branch":"North"}`, `Branch: North`, ``},
		{`{"branch":"North"}`, `branch: North`, ``},
		{`{"branch":""}`, `Branch: `, ``},
		{`{"branch":"\u0634\u0645\u0627\u0644"}`, `Branch: =?base64?2LTZhdin2YQ=?=`, ``},
		{`{"branch":"North"}`, `Branch: =?base64?Tm9ydGg=?=`, ``},
		{`{"branch":"Tm9ydGg="}`, `Branch: Tm9ydGg=`, ``},
		{`{"branch":"=?base64?Tm9ydGg="}`, `Branch: =?base64?Tm9ydGg=`, ``},
		{`{"branch":"North","days":14,"now":true}`, `Branch: North, Days: 14, Now: true`, ``},
		{`{"days":14.0}`, `Days: 14`, ``},
		{`{"days":14}`, `Days: 14.0`, ``},
		{`{"branch":null}`, ``, ``},
		{`[]`, ``, ``}, // the check of arguments refuses it

		{`{"branch":"North"}`, ``, `the header Mcp-Param-Branch is missing: it must repeat the parameter \"branch\"`},
		{`{"branch":"North"}`, `Branch: South`, `the header Mcp-Param-Branch does not repeat the parameter \"branch\" of the arguments`},
		{`{"branch":"North"}`, `Branch: north`, `does not repeat`},
		{`{"branch":"North"}`, `Branch: `, `does not repeat`},
		{`{"branch":"North"}`, `Branch: =?base64?Tm9ydGg?=`, `does not repeat`},
		{`{"branch":"North"}`, `Branch: =?base64?Tm9!dGg=?=`, `does not repeat`},
		{`{"branch":"North"}`, `Branch: =?base64?Tm9ydGh=?=`, `does not repeat`},
		{`{"branch":"North"}`, `Branch: North, Branch: South`, `is there 2 times`},
		{`{}`, `Branch: North`, `which the arguments do not have`},
		{`{"branch":null}`, `Branch: null`, `which the arguments do not have`},
		{`{"days":14}`, `Days: 15`, `does not repeat`},
		{`{"days":14}`, `Days: fourteen`, `does not repeat`},
		{`{"days":9007199254740993}`, `Days: 9007199254740992`, `does not repeat`},
		{`{"now":true}`, `Now: True`, `does not repeat`},
		{`{"now":true}`, `Now: 1`, `does not repeat`},
		{`{"branch":["North"]}`, `Branch: ["North"]`, `does not repeat`},
	} {
		for _, name := range []string{"reserve_book", "hold_book"} {
			header := sessionless("tools/call", name)
			for one := range strings.SplitSeq(c.headers, ", ") {
				if name, value, ok := strings.Cut(one, ": "); ok {
					header.Add("Mcp-Param-"+name, value)
				}
			}
			response := s.request(t, http.MethodPost, reserve(name, c.arguments), header)
			answer := read(t, response)
			refused := response.StatusCode == http.StatusBadRequest && strings.Contains(answer, `"code":-32020,"message":"`) &&
				strings.Contains(answer, `"data":{"parameterHeaders":{"branch":"Branch","days":"Days","now":"Now"}}`)
			if want := c.want != ""; refused != want || !strings.Contains(answer, c.want) {
				t.Errorf("%s with %q: %d %s", c.arguments, c.headers, response.StatusCode, answer)
			}
		}
	}
}

func reserve(name, arguments string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":%s,%s}}`, name, arguments, modernMeta)
}

const modernMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// What a proxy reads of a body that says something twice is not what a tool is given.
func TestABodyThatSaysArgumentsTwiceGoesByThoseOfTheCall(t *testing.T) {
	branches := newBranches()
	var got []string
	branches.called = func(_ context.Context, _ string, arguments []byte) { got = append(got, string(arguments)) }
	s := serve(t, mcp.Options{Backend: branches})
	for _, twice := range []string{
		`"arguments":{"branch":"South"},"Arguments":{"branch":"North"}`,
		`"Arguments":{"branch":"North"},"arguments":{"branch":"South"}`,
		`"arguments":{"branch":"North"},"arguments":{"branch":"South"}`,
		`"arguments":{"branch":"South"},"arguments":{"branch":"North"}`,
	} {
		body := strings.Replace(reserve("reserve_book", "0"), `"arguments":0`, twice, 1)
		s.request(t, http.MethodPost, body, with(sessionless("tools/call", "reserve_book"), "Mcp-Param-Branch", "North"))
	}
	for _, arguments := range got {
		if strings.Contains(arguments, "South") {
			t.Errorf("the tool was given %s", arguments)
		}
	}
}

// In a session, and by call_tool, nothing is repeated.
func TestHeadersAreOfTheEraWithoutSessions(t *testing.T) {
	s := serve(t, mcp.Options{Backend: newBranches()})
	header := s.open(t, "2025-11-25", nil)
	body := strings.Replace(reserve("reserve_book", `{"title":"Emma","branch":"North"}`), ","+modernMeta, "", 1)
	if got := s.accepted(t, body, header); !strings.Contains(got, `"success":true`) {
		t.Errorf("answered %s", got)
	}
}

// A client of the SDK repeats what the schema says.
func TestTheSDKsClientRepeatsParameters(t *testing.T) {
	session := serve(t, mcp.Options{Backend: newBranches()}).connect(t, "2026-07-28", nil)
	must(session.ListTools(t.Context(), nil))(t)
	callBranches(t, session)
}

// A client on stdio has no headers: what carries its messages repeats them.
func TestStdioRepeatsParameters(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		callBranches(t, connectStdio(t, serve(t, mcp.Options{Backend: newBranches()}), version, nil))
	})
}

func callBranches(t *testing.T, session *sdk.ClientSession) {
	t.Helper()
	for _, branch := range []string{
		`"branch":"North","days":14,"now":true`, `"branch":" شمال\r\nX: 1"`, `"branch":"=?base64?a?="`, `"days":0`, `"days":null`, `"branch":""`,
	} {
		if result := call(t, session, "reserve_book", `{"title":"Emma",`+branch+`}`); result.IsError {
			t.Errorf("%s: %s", branch, textOf(t, result))
		}
	}
}
