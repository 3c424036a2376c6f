package audit

import "context"

// Origin is where a call comes from, as far as the edge that took it knows.
type Origin struct {
	// Door is the way by which it came.
	Door Door
	// Credential is the kind of credential that proved the caller, and TokenID says which.
	Credential, TokenID string
	// Address is the caller's network address.
	Address string
}

type originKey struct{}

// NewContext returns a context of a call from an origin.
func NewContext(ctx context.Context, origin Origin) context.Context {
	return context.WithValue(ctx, originKey{}, origin)
}

// FromContext returns the origin of a call, or the zero Origin when it is not known.
func FromContext(ctx context.Context) Origin {
	origin, _ := ctx.Value(originKey{}).(Origin)
	return origin
}

// Through returns a context in which the call comes by another door; the rest of its origin stays.
func Through(ctx context.Context, door Door) context.Context {
	origin := FromContext(ctx)
	if origin.Door == door {
		return ctx
	}
	origin.Door = door
	return NewContext(ctx, origin)
}
