package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolspec"
)

// A client may ask for a short list of tools, with which it finds and calls all others. It asks in the URL or in a header of each
// request, because a list must not depend on the connection.
const (
	viewParameter = "view"
	viewHeader    = "X-Tools-View"

	viewAll    = "all"
	viewSearch = "search"
)

// CallTool is the name of the tool that calls any tool by its name. It is there in the view search alone, where no tool of a service
// can have its name.
const CallTool = "call_tool"

// callTool is how it stands in the list. It says for nobody what it changes, since that depends on the tool.
var callTool = &Tool{
	Name: CallTool, Title: "Call a tool",
	Description: "Calls a tool by its name, with its arguments, as " + toolnames.SearchTools + " tells both. The result is that tool's " +
		"result. It counts, and is decided on, as a call of that tool.",
	InputSchema: json.RawMessage(`{"type":"object","properties":{` +
		`"name":{"type":"string","description":"The name of the tool, or an alias of it."},` +
		`"arguments":{"type":"object","description":"The arguments of the tool, by its input schema. Unless given, there are none."}},` +
		`"required":["name"],"additionalProperties":false}`),
	Destructive: true,
}

// A client may ask for whole output schemas in the URL, for the same reason.
const (
	schemasParameter = "output_schemas"

	schemasShort = "short"
	schemasWhole = "full"
)

// asksWhole reports whether the URL of a request, which withView has read, asks for whole output schemas.
func asksWhole(r *http.Request) bool {
	return strings.Contains(r.URL.RawQuery, schemasParameter) && r.URL.Query().Get(schemasParameter) == schemasWhole
}

type viewKey struct{}

// withView returns the request with the view that it asks for, or why there is no such view. It refuses output schemas of no such kind.
func withView(r *http.Request) (*http.Request, *jsonrpc.Error) {
	asked := r.Header[viewHeader]
	if strings.Contains(r.URL.RawQuery, viewParameter) || strings.Contains(r.URL.RawQuery, schemasParameter) {
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil {
			return nil, invalidRequest("the query of the URL, which may say the view and the output schemas, cannot be read")
		}
		if unknown := checkSchemas(query[schemasParameter]); unknown != nil {
			return nil, unknown
		}
		asked = slices.Concat(asked, query[viewParameter])
	}
	if len(asked) == 0 {
		return r, nil
	}
	for _, view := range asked {
		if view != asked[0] || view != viewAll && view != viewSearch {
			return nil, invalidRequest("the view of the tools must be %s or %s, the same in ?%s= and in %s",
				viewAll, viewSearch, viewParameter, viewHeader)
		}
	}
	if asked[0] == viewAll {
		return r, nil
	}
	return r.WithContext(context.WithValue(r.Context(), viewKey{}, true)), nil
}

func checkSchemas(asked []string) *jsonrpc.Error {
	for _, kind := range asked {
		if len(asked) > 1 || kind != schemasShort && kind != schemasWhole {
			return invalidRequest("?%s= must be %s or %s, once", schemasParameter, schemasShort, schemasWhole)
		}
	}
	return nil
}

// isReduced reports whether a request is of the view search.
func isReduced(ctx context.Context) bool { return ctx.Value(viewKey{}) != nil }

// inView returns those of the tools, sorted by name, that the view of a request has.
func (h *handler) inView(ctx context.Context, tools []*Tool) []*Tool {
	if !isReduced(ctx) {
		return tools
	}
	reduced := []*Tool{callTool}
	for _, name := range h.reduced {
		at, found := slices.BinarySearchFunc(tools, name, func(tool *Tool, name string) int { return strings.Compare(tool.Name, name) })
		if found && name != CallTool {
			reduced = append(reduced, tools[at])
		}
	}
	slices.SortFunc(reduced, func(a, b *Tool) int { return strings.Compare(a.Name, b.Name) })
	return slices.Compact(reduced)
}

// named returns the call that a call of call_tool makes, in the view search; any other as it is. It may be asked
// again of what it returns.
func (c toolCall) named(ctx context.Context) (toolCall, *apperr.Error) {
	if c.name != CallTool || c.indirect || !isReduced(ctx) {
		return c, nil
	}
	var asked struct {
		Name      *string         `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	arguments, warnings := toolspec.WithoutHostKeys(c.arguments, CallTool, func(string) bool { return false })
	decoder := json.NewDecoder(bytes.NewReader(arguments))
	decoder.DisallowUnknownFields()
	switch err := decoder.Decode(&asked); {
	case err != nil:
		return c, apperr.Invalid(apperr.Violation{Message: "Expected an object with the name of a tool, and its arguments"})
	case asked.Name == nil:
		return c, apperr.Invalid(apperr.Violation{Field: "name", Message: "Required"})
	}
	c.name, c.arguments, c.indirect, c.warnings = *asked.Name, asked.Arguments, true, warnings
	if bytes.Equal(c.arguments, []byte("null")) {
		c.arguments = nil
	}
	return c, nil
}
