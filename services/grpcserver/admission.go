package grpcserver

import (
	"context"

	"google.golang.org/grpc/metadata"
)

// Admission decides which callers may call a server whose callers are not all of the platform. It is for one server that
// programs of others call, the registry.
type Admission interface {
	// Knows reports whether the caller, who has shown this secret and not the platform's credential, may call all the same. Such
	// a caller may not say for which user it calls.
	Knows(ctx context.Context, secret string) bool
	// Admit returns an error unless the caller, who has shown this secret, may call a method: package.Service/Method.
	Admit(ctx context.Context, method, secret string) error
}

// ShownSecret returns the secret in the metadata of a call; empty when there is none, or not one.
func ShownSecret(ctx context.Context) string {
	if values := metadata.ValueFromIncomingContext(ctx, authorization); len(values) == 1 {
		return bearerOf(values[0])
	}
	return ""
}
