package mcp

import (
	"context"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// requestKey is the header that identifies a request on its way through the SDK. Clients cannot send it: field names
// contain no spaces, and net/http rejects those that do.
const requestKey = "mcp request"

// requests carries the context of each HTTP request through the SDK. In a session the SDK gives every handler the
// context of the request that opened the session, including that request's identity. Only the headers belong to the
// current request.
type requests struct {
	last     atomic.Uint64
	contexts sync.Map // request name (string) -> context.Context
}

// carry returns the request for the SDK. Its context is available until the returned function is called.
func (r *requests) carry(request *http.Request) (*http.Request, func()) {
	name := strconv.FormatUint(r.last.Add(1), 36)
	r.contexts.Store(name, request.Context())
	carried := new(http.Request)
	*carried = *request
	carried.Header = maps.Clone(request.Header)
	carried.Header[requestKey] = []string{name}
	return carried, func() { r.contexts.Delete(name) }
}

// context returns a context with the values of the HTTP request and the cancellation of the SDK's context. A request
// that was not carried, such as on stdio, keeps its context.
func (r *requests) context(ctx context.Context, extra *sdk.RequestExtra) (context.Context, error) {
	if extra == nil || len(extra.Header[requestKey]) == 0 {
		return ctx, nil
	}
	values, ok := r.contexts.Load(extra.Header[requestKey][0])
	if !ok {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the request was abandoned by its client"}
	}
	return requestContext{Context: ctx, values: values.(context.Context)}, nil
}

// requestContext is a context whose values are looked up in another context first.
type requestContext struct {
	context.Context
	values context.Context
}

// Value returns the HTTP request's value, or else the SDK's.
func (c requestContext) Value(key any) any {
	if value := c.values.Value(key); value != nil {
		return value
	}
	return c.Context.Value(key)
}
