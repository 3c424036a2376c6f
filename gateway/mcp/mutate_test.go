package mcp_test

import (
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
)

const (
	plainMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"io.modelcontextprotocol/clientInfo":{"name":"a \u0646","version":"1"}}`
	ableMeta = `"_meta":{"io.modelcontextprotocol/clientCapabilities":{"elicitation":{"form":{}},"roots":{"listChanged":true},` +
		`"sampling":{"tools":{}},"experimental":{}},"progressToken":1.5,"x":[null,{"a":[]}],` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28"}`
	keyedMeta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"salaatflow/idempotency-key":"k-1"}`
)

// plainRequests are those that are answered without the SDK.
func plainRequests() []mcpRequest {
	called := func(name, arguments, meta string) mcpRequest {
		return mcpRequest{
			sessionless("tools/call", name),
			`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `",` + arguments + meta + `}}`,
		}
	}
	inIt := func(body string) mcpRequest { return mcpRequest{inSession(), body} }
	return []mcpRequest{
		called("find_book", `"arguments":{"title":"Emma"},`, plainMeta),
		called("seek", `"arguments":{"title":"\"نماز\" <\\&>\u2028\u0001"},`, ableMeta),
		called("find_book", `"arguments":{},`, plainMeta),
		called("find_book", ``, plainMeta),
		called("find_book", `"arguments":{"title":5},`, plainMeta),
		called("find_book", `"arguments":{"title":"panic"},`, plainMeta),
		called("find_book", `"arguments":{"title":"Emma"},`, keyedMeta),
		called("find_book", `"arguments":{"title":"Emma"},`, strings.Replace(keyedMeta, "k-1", "a key", 1)),
		called("remove_book", `"arguments":{"title":"Emma"},`, plainMeta),
		called("burn_<book>", `"arguments":{"title":"Emma"},`, plainMeta),
		{with(sessionless("tools/call", "remove_book"), "X-User", "nobody"), called("remove_book", ``, plainMeta).body},
		{sessionless("tools/list", ""), `{"method":"tools/list","params":{` + plainMeta + `},"id":"a-1","jsonrpc":"2.0"}`},
		{sessionless("tools/list", "other"), ` {"jsonrpc":"2.0","id":"a <b>","method":"tools/list","params":{` + ableMeta + "}} \n"},
		{with(sessionless("tools/list", ""), "X-User", "hidden"), `{"jsonrpc":"2.0","id":-7,"method":"tools/list","params":{` + plainMeta + `}}`},
		{with(sessionless("tools/list", ""), "X-User", "busy"), `{"jsonrpc":"2.0","id":0,"method":"tools/list","params":{` + plainMeta + `}}`},
		inIt(`{"jsonrpc":"2.0","id":1,"method":"ping"}`),
		inIt(`{"jsonrpc":"2.0","id":"","method":"ping","params":{"_meta":{"progressToken":"t"}}}`),
		inIt(`{"jsonrpc":"2.0","id":123456789012345,"method":"tools/list"}`),
		inIt(`{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`),
		inIt(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Emma"}}}`),
		inIt(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"panic"}}}`),
		inIt(`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"none","_meta":{"salaatflow/idempotency-key":"k"}}}`),
		{with(inSession(), "Mcp-Protocol-Version", "2025-03-26"), `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{with(inSession(), "X-User", "busy"), `{"jsonrpc":"2.0","id":1,"method":"ping"}`},
		{http.Header{"Mcp-Session-Id": {theSession}, "Accept": {"*/*"}}, find},
		{http.Header{"Mcp-Session-Id": {"unknown"}}, find},
		{with(inSession(), "Accept", "application/json"), find},
		{with(inSession(), "Accept", "text/event-stream"), find},
		{with(inSession(), "Accept"), find},
		{with(sessionless("tools/call", "find_book"), "Accept", "text/event-stream"), called("find_book", ``, plainMeta).body},
		{with(sessionless("tools/list", ""), "Accept", "application/json"),
			`{"method":"tools/list","params":{` + plainMeta + `},"id":1,"jsonrpc":"2.0"}`},
	}
}

// oddRequests are those on which the SDK decides.
func oddRequests() []mcpRequest {
	plain := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"find_book","arguments":{"title":"Emma"},` + plainMeta + `}}`
	var odd []mcpRequest
	for _, id := range []string{"null", "1.0", "1e3", "-0", "01", `"\u0061"`, `"ن"`, "9007199254740993", "{}", "[1]", "true", ""} {
		body := strings.Replace(plain, `"id":1`, `"id":`+id, 1)
		odd = append(odd, mcpRequest{sessionless("tools/call", "find_book"), body}, mcpRequest{inSession(), body},
			mcpRequest{inSession(), `{"jsonrpc":"2.0","id":` + id + `,"method":"ping"}`})
	}
	for _, member := range []string{
		`"cursor":"x",`, `"cursor":"",`, `"inputResponses":{},`, `"requestState":"x",`, `"task":{},`, `"name":"seek",`, `"_meta":null,`,
		`"arguments":null,`, `"arguments":[],`, `"arguments":"x",`, `"arguments":{"a":1e999},`, `"arguments":{"\ud800":1},`, `"na\u006de":"x",`,
	} {
		odd = append(odd,
			mcpRequest{sessionless("tools/call", "find_book"), strings.Replace(plain, `"params":{`, `"params":{`+member, 1)},
			mcpRequest{sessionless("tools/list", ""), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + member + plainMeta + `}}`},
			mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{` + member + `"_meta":{}}}`},
			mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + member + `"name":"find_book"}}`})
	}
	for _, capabilities := range []string{
		`null`, `[]`, `{"roots":1}`, `{"roots":{"listChanged":1}}`, `{"sampling":true}`, `{"sampling":{"tools":1}}`, `{"elicitation":[]}`,
		`{"experimental":{"x":1}}`, `{"experimental":1}`, `{"Roots":1}`, `{"tasks":{"list":true}}`, `{"x":1}`,
	} {
		odd = append(odd, mcpRequest{
			sessionless("tools/call", "find_book"),
			strings.Replace(plain, `clientCapabilities":{}`, `clientCapabilities":`+capabilities, 1),
		})
	}
	for _, client := range []string{`null`, `{}`, `{"name":1}`, `{"name":null}`, `{"icons":[]}`, `{"icons":1}`, `"x"`, `{"other":1}`} {
		odd = append(odd, mcpRequest{
			sessionless("tools/call", "find_book"), strings.Replace(plain, `{"name":"a \u0646","version":"1"}`, client, 1),
		})
	}
	for name, values := range oddHeaders {
		for _, value := range values {
			odd = append(odd,
				mcpRequest{with(sessionless("tools/call", "find_book"), name, value), plain},
				mcpRequest{with(inSession(), name, value), find})
		}
		odd = append(odd,
			mcpRequest{with(sessionless("tools/call", "find_book"), name), plain},
			mcpRequest{with(sessionless("tools/call", "find_book"), name, values[0], values[1]), plain},
			mcpRequest{with(inSession(), name), find},
			mcpRequest{with(inSession(), name, values[0], values[1]), find})
	}
	return append(odd,
		mcpRequest{sessionless("ping", ""), `{"jsonrpc":"2.0","id":1,"method":"ping","params":{` + plainMeta + `}}`},
		mcpRequest{inSession(), `[` + find + `]`}, mcpRequest{inSession(), ``}, mcpRequest{http.Header{}, find},
		mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"tools/call"}`},
		mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}`},
		mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":""}}`},
		mcpRequest{inSession(), `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"name":"x"}}`},
		mcpRequest{inSession(), strings.Replace(find, `"Emma"`, strings.Repeat(`[`, 40)+strings.Repeat(`]`, 40), 1)},
		mcpRequest{inSession(), strings.Replace(find, `Emma`, strings.Repeat(`E`, 70_000), 1)},
		mcpRequest{inSession(), strings.Replace(find, `Emma`, "\xff", 1)},
	)
}

var oddHeaders = map[string][]string{
	"Accept":               {"", "application/json", "text/event-stream", "*/*", "application/*, text/*;q=0.5", "application/json, */*"},
	"Content-Type":         {"", "application/json; charset=utf-8", "text/plain", "Application/JSON"},
	"Last-Event-Id":        {"", "1"},
	"Mcp-Method":           {"", "tools/list", "Tools/call", "tools/call", "ping"},
	"Mcp-Name":             {"", "seek", "find_book", "=?base64?ZmluZF9ib29r?="},
	"Mcp-Protocol-Version": {"", "2024-11-05", "2025-06-18", "2025-11-25", "2026-07-28", "2099-01-01", "x", "1"},
	"Mcp-Session-Id":       {"", "unknown", theSession},
	"X-User":               {"nobody", "busy", "hidden"},
}

// pieces are what mutations put into a body.
var pieces = []string{
	`"`, `{`, `}`, `[`, `]`, `,`, `:`, `null`, `true`, `1`, `-1`, `1.5`, `1e3`, `""`, `"a"`, `{}`, `[]`, `\`,
	`\u0000`, `\"`, `é`, ` `, "\n", "\t",
	`"id":2,`, `"id":null,`, `"extra":1,`, `"_meta":{},`, `"cursor":"x",`, `"task":{},`, `"inputResponses":{},`, `"progressToken":1,`,
	`00`, `9007199254740993`, `\ud83d\ude00`, `\ud83d`, "\xff", "\x00", "\u2028", `"name":"seek",`, `"method":"ping",`, `"jsonrpc":"2.0",`,
	`"salaatflow/idempotency-key":"k",`, `"salaatflow/idempotency-key":1,`, `"io.modelcontextprotocol/logLevel":"info",`,
	`"io.modelcontextprotocol/protocolVersion":"2025-11-25",`, `"io.modelcontextprotocol/clientCapabilities":{"roots":{}},`,
}

// texts are values of JSON.
var texts = []string{
	`"Persuasion"`, `"a"`, `""`, `"\u00e9"`, `"é"`, `"<&>"`, `"\n"`, `"\/"`, `"\u2028"`, `"  "`, `"0"`, `"a b"`, "\"\u2028\"", "\"\x7f\"",
	`1`, `0`, `-1`, `12345678`, `1.25`, `null`, `false`, `[1,{"a":[]}]`, `{"a":{"b":null}}`, `1e2`, `"\ud800"`, `"a\"b"`,
}

// mutate returns a plain request with a few changes.
func mutate(random *rand.Rand) mcpRequest {
	bases := plainRequests()
	request := bases[random.IntN(len(bases))]
	for range 1 + random.IntN(6)/3 { // mostly one
		request.body = mutateBody(random, request.body)
	}
	if random.IntN(8) == 0 {
		names := slices.Sorted(maps.Keys(oddHeaders))
		name := names[random.IntN(len(names))]
		request.header = with(request.header.Clone(), name, oddHeaders[name][random.IntN(len(oddHeaders[name]))])
	}
	return request
}

func mutateBody(random *rand.Rand, body string) string {
	at, piece := random.IntN(len(body)+1), pieces[random.IntN(len(pieces))]
	switch random.IntN(12) {
	case 0, 1:
		return body[:at] + piece + body[at:]
	case 2:
		return body[:at] + body[min(len(body), at+1+random.IntN(8)):]
	case 3:
		return body[:at] + piece + body[min(len(body), at+1):]
	case 4: // another character of a text, a name or a number
		const characters = `abcXYZ019 "\-.é{`
		return body[:at] + characters[random.IntN(len(characters)):][:1] + body[min(len(body), at+1):]
	case 5: // white space beside a token
		if i := nextOf(body, at, `{}[]:,`); i >= 0 {
			return body[:i] + " \n" + body[i:]
		}
	case 6: // a member after a brace
		if i := nextOf(body, at, `{`); i >= 0 {
			for !strings.HasSuffix(piece, ",") {
				piece = pieces[random.IntN(len(pieces))]
			}
			return body[:i+1] + piece + body[i+1:]
		}
	case 7, 8: // another argument, or title
		text := texts[random.IntN(len(texts))]
		return strings.NewReplacer(`"Emma"`, text, `"panic"`, text, `{}`, `{"title":`+text+`}`).Replace(body)
	case 9, 10: // another id
		return strings.NewReplacer(`"id":1`, `"id":`+texts[random.IntN(len(texts))], `"id":2`, `"id":3`).Replace(body)
	case 11: // a number or a name grows
		if i := nextOf(body, at, `0123456789_`); i >= 0 {
			return body[:i] + body[i:i+1] + body[i:]
		}
	}
	return body + piece
}

func nextOf(body string, at int, characters string) int {
	if i := strings.IndexAny(body[at:], characters); i >= 0 {
		return at + i
	}
	return strings.IndexAny(body, characters)
}
