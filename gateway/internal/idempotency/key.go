// Package idempotency runs a request that carries an idempotency key once. Whoever sends it again within a day gets the
// first answer again. Keys are a caller's own, and shared by gateways in Redis where they have one.
package idempotency

import (
	"context"
	"net/http"
	"sync/atomic"

	"github.com/salaatflow/platform/services/apperr"
)

const (
	// Header carries the key of a request, and ReplayedHeader is "true" in an answer that was given before.
	Header         = "Idempotency-Key"
	ReplayedHeader = "Idempotent-Replayed"
	// MetaKey carries the key of a tool call over MCP, in _meta of the request, and MetaReplayed is true in _meta of a
	// result that was given before.
	MetaKey      = "salaatflow/idempotency-key"
	MetaReplayed = "salaatflow/idempotent-replayed"
)

const longestKey = 255

// KeyOf returns the key in the headers of a request, or empty if there is none.
func KeyOf(header http.Header) (string, *apperr.Error) {
	values := header.Values(Header)
	switch len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0], Check(Header, values[0])
	default:
		return "", invalid(Header, "Expected one key, received several")
	}
}

// Check returns what is wrong with a key, in the words of a violation of the field.
func Check(field, key string) *apperr.Error {
	if key == "" || len(key) > longestKey {
		return invalid(field, "Must be 1 to 255 characters")
	}
	for i := range len(key) {
		if key[i] <= ' ' || key[i] > '~' {
			return invalid(field, "Must be of visible ASCII characters, without spaces")
		}
	}
	return nil
}

func invalid(field, message string) *apperr.Error {
	return apperr.Invalid(apperr.Violation{Field: field, Message: message})
}

// Exchange is a call with a key, whichever edge it comes from.
type Exchange struct {
	key      string
	replayed atomic.Bool
}

// Send sets the header of a request that passes the call on to a gateway. A nil Exchange has no key.
func (x *Exchange) Send(header http.Header) {
	if x != nil {
		header.Set(Header, x.key)
	}
}

// Receive notes whether a gateway answered a call that was passed on with an answer that was given before.
func (x *Exchange) Receive(header http.Header) {
	if x != nil {
		x.replayed.Store(header.Get(ReplayedHeader) == "true")
	}
}

// Replayed reports whether the answer is one that was given before. A nil Exchange has none.
func (x *Exchange) Replayed() bool { return x != nil && x.replayed.Load() }

type exchangeKey struct{}

// NewContext returns a context whose call has the key. Without a key, it is the same context, and the Exchange is nil.
func NewContext(ctx context.Context, key string) (context.Context, *Exchange) {
	if key == "" {
		return ctx, nil
	}
	x := &Exchange{key: key}
	return context.WithValue(ctx, exchangeKey{}, x), x
}

// FromContext returns the exchange of a call with a key, or nil.
func FromContext(ctx context.Context) *Exchange {
	x, _ := ctx.Value(exchangeKey{}).(*Exchange)
	return x
}
