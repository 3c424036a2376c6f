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

// requestKey is the header that names a request on its way through the SDK. No client can send it: a field name has no
// spaces, and net/http refuses a request with one that has.
const requestKey = "mcp request"

// requests carries the context of each HTTP request past the SDK. In a session the SDK gives every handler the context
// of the request that opened the session, and with it the identity of whoever that was; only the headers are those of
// the request itself.
type requests struct {
	last     atomic.Uint64
	contexts sync.Map // the request's name, string -> context.Context
}

// carry gives the request as the SDK should get it. Its context can be had until the function is called.
func (r *requests) carry(request *http.Request) (*http.Request, func()) {
	name := strconv.FormatUint(r.last.Add(1), 36)
	r.contexts.Store(name, request.Context())
	carried := new(http.Request)
	*carried = *request
	carried.Header = maps.Clone(request.Header)
	carried.Header[requestKey] = []string{name}
	return carried, func() { r.contexts.Delete(name) }
}

// context gives the context of a request: the values are those of the HTTP request, the cancellation is the SDK's. A
// request that did not come this way, such as on stdio, keeps the context it has.
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

// requestContext is a context with the values of another before its own.
type requestContext struct {
	context.Context
	values context.Context
}

// Value gives the request's value, else the SDK's.
func (c requestContext) Value(key any) any {
	if value := c.values.Value(key); value != nil {
		return value
	}
	return c.Context.Value(key)
}
