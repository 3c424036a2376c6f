// Package requestid carries the ID of a request of a person or a program through every call that is made for it, so that
// the log lines of all services about one request can be found together.
package requestid

import (
	"context"
	"math/rand/v2"

	"google.golang.org/grpc/metadata"
)

// Header is the HTTP header of requests and responses.
const Header = "X-Request-Id"

const (
	metadataKey = "x-request-id"
	maxLength   = 128
)

type key struct{}

// New returns an ID that no other request has: 130 random bits, in base32. It is no secret, so it comes from Go's own generator, which
// the system seeds, instead of asking the system each time.
func New() string {
	const letters, bits, length, atOnce = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 5, 26, 64 / 5
	var id [length]byte
	var random uint64
	for i := range id {
		if i%atOnce == 0 {
			random = rand.Uint64() //nolint:gosec // it is no secret
		}
		id[i] = letters[random%uint64(len(letters))]
		random >>= bits
	}
	return string(id[:])
}

// Valid reports whether a text can be an ID: 1 to 128 letters, digits or characters of "-_.:/+=".
func Valid(id string) bool {
	if id == "" || len(id) > maxLength {
		return false
	}
	for _, c := range []byte(id) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '-', c == '_', c == '.', c == ':', c == '/', c == '+', c == '=':
		default:
			return false
		}
	}
	return true
}

// NewContext returns a context with the ID of the request that it belongs to.
func NewContext(ctx context.Context, id string) context.Context {
	return context.WithValue(ctx, key{}, id)
}

// FromContext returns the ID of the request; empty where there is none.
func FromContext(ctx context.Context) string {
	id, _ := ctx.Value(key{}).(string)
	return id
}

// Extract returns a context with the ID of an incoming call, if it has a valid one.
func Extract(ctx context.Context) context.Context {
	given := metadata.ValueFromIncomingContext(ctx, metadataKey)
	if len(given) != 1 || !Valid(given[0]) {
		return ctx
	}
	return NewContext(ctx, given[0])
}

// Outgoing appends the context's ID to the keys and values of outgoing metadata, if there is one.
func Outgoing(ctx context.Context, pairs []string) []string {
	if id := FromContext(ctx); id != "" {
		return append(pairs, metadataKey, id)
	}
	return pairs
}
