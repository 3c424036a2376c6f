package identity

import (
	"context"
	"net/netip"
	"strconv"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/salaatflow/platform/services/apperr"
)

// The metadata keys that carry a caller between services.
const (
	MetadataUserID   = "x-user-id"
	MetadataRole     = "x-user-role"
	MetadataTimezone = "x-user-timezone"
	MetadataLanguage = "x-user-language"
	MetadataMasjid   = "x-user-masjid"
	MetadataScopes   = "x-user-scopes"
	MetadataIssuer   = "x-user-issuer"
	MetadataAddress  = "x-user-address"
	// MetadataUnnamed says that there is no user yet, which anybody may say.
	MetadataUnnamed = "x-user-unnamed"
	// MetadataOrigin is where the call came from, and that an edge records it for the audit. Only who may name a user may
	// say so.
	MetadataOrigin = "x-audit-origin"
)

// metadataKeys are all of them. Of those before the last, each says something of a user.
var metadataKeys = [...]string{
	MetadataUserID, MetadataRole, MetadataTimezone, MetadataLanguage, MetadataMasjid, MetadataScopes, MetadataIssuer, MetadataAddress,
	MetadataOrigin, MetadataUnnamed,
}

// InIncomingMetadata reports whether the caller of a gRPC call says anything of a user, whether or not it can be understood.
func InIncomingMetadata(ctx context.Context) bool {
	for _, key := range metadataKeys[:len(metadataKeys)-1] {
		if metadata.ValueFromIncomingContext(ctx, key) != nil {
			return true
		}
	}
	return false
}

// FromIncomingMetadata returns the caller of a gRPC call, or the zero Caller when there is no metadata. It refuses a
// duplicate or malformed key with UNAUTHENTICATED, and ignores a role without a user.
func FromIncomingMetadata(ctx context.Context) (Caller, error) {
	var caller Caller
	userID, err := single(ctx, MetadataUserID)
	if err != nil {
		return Caller{}, err
	}
	if userID != "" {
		if caller, err = user(ctx, userID); err != nil {
			return Caller{}, err
		}
	}
	zone, err := single(ctx, MetadataTimezone)
	if err != nil {
		return Caller{}, err
	}
	if zone != "" {
		if caller.Timezone, err = LoadZone(zone); err != nil {
			return Caller{}, apperr.Unauthenticated("%s must be an IANA time zone such as %s", MetadataTimezone, DefaultTimezone)
		}
	}
	if caller.Language, err = single(ctx, MetadataLanguage); err != nil {
		return Caller{}, err
	}
	if caller.PreferredMasjid, err = masjid(ctx); err != nil {
		return Caller{}, err
	}
	if caller.Scopes, err = scopes(ctx); err != nil {
		return Caller{}, err
	}
	if caller.Issuer, err = single(ctx, MetadataIssuer); err != nil {
		return Caller{}, err
	}
	if caller.Address, err = address(ctx); err != nil {
		return Caller{}, err
	}
	caller.Unnamed, err = unnamed(ctx)
	caller.Unnamed = caller.Unnamed && caller.UserID == 0
	return caller, err
}

// unnamed returns whether a call may name its user itself.
func unnamed(ctx context.Context) (bool, error) {
	switch text, err := single(ctx, MetadataUnnamed); {
	case err != nil:
		return false, err
	case text == "" || text == saysYes:
		return text == saysYes, nil
	default:
		return false, apperr.Unauthenticated("%s must be %s", MetadataUnnamed, saysYes)
	}
}

// saysYes is the value of a key that says that something is so.
const saysYes = "true"

// address returns from where the user calls, the zero value when the metadata does not say it.
func address(ctx context.Context) (netip.Addr, error) {
	text, err := single(ctx, MetadataAddress)
	if err != nil || text == "" {
		return netip.Addr{}, err
	}
	parsed, err := netip.ParseAddr(text)
	if err != nil || parsed.Zone() != "" {
		return netip.Addr{}, apperr.Unauthenticated("%s must be an IP address", MetadataAddress)
	}
	return parsed, nil
}

// scopes returns what the caller is limited to: nothing when the key is absent, and to no scope at all when it is empty.
func scopes(ctx context.Context) (Scopes, error) {
	values := metadata.ValueFromIncomingContext(ctx, MetadataScopes)
	switch len(values) {
	case 0:
		return Scopes{}, nil
	case 1:
	default:
		return Scopes{}, apperr.Unauthenticated("%s must be given once", MetadataScopes)
	}
	var words []string
	for word := range strings.SplitSeq(values[0], " ") {
		if word == "" {
			continue
		}
		if !isScope(word) {
			return Scopes{}, apperr.Unauthenticated("%s must be scopes with a space between them", MetadataScopes)
		}
		words = append(words, word)
	}
	return LimitTo(words...), nil
}

// masjid returns the preferred masjid, nil when the metadata names none.
func masjid(ctx context.Context) (*int32, error) {
	text, err := single(ctx, MetadataMasjid)
	if err != nil || text == "" {
		return nil, err
	}
	number, err := strconv.ParseInt(text, 10, 32)
	if err != nil || number < 0 {
		return nil, apperr.Unauthenticated("%s must be a number from 0 to 2147483647", MetadataMasjid)
	}
	id := int32(number)
	return &id, nil
}

func user(ctx context.Context, id string) (Caller, error) {
	number, err := strconv.ParseInt(id, 10, 32)
	if err != nil || number < 1 {
		return Caller{}, apperr.Unauthenticated("%s must be a number from 1 to 2147483647", MetadataUserID)
	}
	role, err := single(ctx, MetadataRole)
	if err != nil {
		return Caller{}, err
	}
	switch Role(role) {
	case "":
		role = string(RoleUser)
	case RoleUser, RoleAdmin:
	default:
		return Caller{}, apperr.Unauthenticated("%s must be %s or %s", MetadataRole, RoleUser, RoleAdmin)
	}
	return Caller{UserID: int32(number), Role: Role(role)}, nil
}

func single(ctx context.Context, key string) (string, error) {
	values := metadata.ValueFromIncomingContext(ctx, key)
	switch len(values) {
	case 0:
		return "", nil
	case 1:
		return values[0], nil
	default:
		return "", apperr.Unauthenticated("%s must be given once", key)
	}
}

// OutgoingContext returns a context whose outgoing gRPC metadata names caller and nobody else. It replaces earlier values
// of the keys, and removes those of empty fields. The credentials of an outside caller are not forwarded. More are further keys
// and values of the call.
func OutgoingContext(ctx context.Context, caller Caller, more ...string) context.Context {
	md, ok := metadata.FromOutgoingContext(ctx) // a copy
	if !ok {
		return appended(ctx, caller, more)
	}
	delete(md, "authorization")
	for _, key := range metadataKeys {
		delete(md, key)
	}
	var pairs [pairsLength]string
	for kv := append(caller.pairs(pairs[:0]), more...); len(kv) > 0; kv = kv[2:] {
		md[kv[0]] = []string{kv[1]}
	}
	return metadata.NewOutgoingContext(ctx, md)
}

// appended is OutgoingContext for a context without outgoing metadata, which is the usual one.
func appended(ctx context.Context, caller Caller, more []string) context.Context {
	var pairs [pairsLength]string
	kv := append(caller.pairs(pairs[:0]), more...)
	if len(kv) == 0 {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, kv...)
}

// pairsLength is the most keys and values that there usually are.
const pairsLength = 20

// pairs appends the metadata of the caller, key by value.
func (c Caller) pairs(kv []string) []string {
	if c.UserID != 0 {
		kv = append(kv, MetadataUserID, strconv.Itoa(int(c.UserID)))
		if c.Role != "" {
			kv = append(kv, MetadataRole, string(c.Role))
		}
	}
	if c.Unnamed && c.UserID == 0 {
		kv = append(kv, MetadataUnnamed, saysYes)
	}
	if c.Timezone != nil {
		kv = append(kv, MetadataTimezone, c.Timezone.String())
	}
	if c.Language != "" {
		kv = append(kv, MetadataLanguage, c.Language)
	}
	if c.PreferredMasjid != nil {
		kv = append(kv, MetadataMasjid, strconv.Itoa(int(*c.PreferredMasjid)))
	}
	if c.Issuer != "" {
		kv = append(kv, MetadataIssuer, c.Issuer)
	}
	if c.Address.IsValid() {
		kv = append(kv, MetadataAddress, c.Address.String())
	}
	if c.Scopes.limited {
		kv = append(kv, MetadataScopes, c.Scopes.words)
	}
	return kv
}
