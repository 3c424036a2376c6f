package audit

import (
	"context"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/identity"
)

// Origin is where a call comes from, as far as the edge that took it knows.
type Origin struct {
	// Door is the way by which it came.
	Door Door
	// Credential is the kind of credential that proved the caller, and TokenID says which.
	Credential, TokenID string
	// Address is the caller's network address.
	Address string
}

// FromContext returns the origin of a call, or the zero Origin when it is not known.
func FromContext(ctx context.Context) Origin { return toldOf(ctx).origin }

func (o Origin) fill(record *Record) {
	record.Door, record.Credential, record.TokenID, record.Address = o.Door, o.Credential, o.TokenID, o.Address
}

// encoded is the origin as metadata: door, credential, token and address with semicolons between them.
func (o Origin) encoded() string {
	length := len(o.Door) + len(o.Credential) + len(o.TokenID) + len(o.Address) + len(";;;")
	var b strings.Builder
	b.Grow(length)
	for i, part := range [...]string{string(o.Door), o.Credential, o.TokenID, o.Address} {
		if i > 0 {
			b.WriteByte(';')
		}
		if len(part) <= maxName && isPlain(part) { // metadata carries nothing else
			b.WriteString(part)
		}
	}
	return b.String()
}

// fromIncoming returns the origin of an incoming call, and whether an edge records it.
func fromIncoming(ctx context.Context) (Origin, bool) {
	values := metadata.ValueFromIncomingContext(ctx, identity.MetadataOrigin)
	if len(values) != 1 {
		return Origin{}, false
	}
	const parts = 4
	given := strings.SplitN(values[0], ";", parts)
	if len(given) != parts {
		return Origin{}, false
	}
	return Origin{Door: Door(given[0]), Credential: given[1], TokenID: given[2], Address: given[3]}, true
}
