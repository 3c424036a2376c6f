package access

import (
	"net/netip"
	"slices"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/salaatflow/platform/services/identity"
)

// maxRemembered bounds what is remembered of calls that were allowed, at about 200 bytes each.
const maxRemembered = 10_000

// remembered knows which calls the general rules have allowed. They are asked once about the same question, unless one of them
// looks at the time. It is safe for concurrent use.
type remembered struct {
	allowed *lru.Cache[question, struct{}]
	// user, address, time: some rule looks at it.
	user, address, time bool
}

// question is all that general rules can look at, but for the time.
type question struct {
	method *Method
	asker  Asker
}

// Asker is all that decisions can look at of a caller, but for the address of a connection. What no rule looks at is left out, so that
// many callers are alike. It is comparable: two callers with the same Asker may call the same.
type Asker struct {
	rules              *Rules // nil without a policy file
	anonymous, unnamed bool
	user               int32
	role               identity.Role
	scopes             identity.Scopes
	issuer             string
	address            netip.Addr
}

// Asker returns what decisions look at of the caller; lasts is false where the answers depend on more, so that they may be others a
// moment later.
func (d *Decider) Asker(caller identity.Caller) (asker Asker, lasts bool) {
	if d == nil {
		return askerOf(caller), true
	}
	rules := d.rules.current()
	asker, lasts = rules.remembered.asker(caller)
	asker.rules = rules
	return asker, lasts
}

func askerOf(caller identity.Caller) Asker {
	return Asker{
		anonymous: caller.UserID == 0, unnamed: caller.Unnamed, role: caller.Role, scopes: caller.Scopes, issuer: caller.Issuer,
	}
}

func newRemembered() *remembered {
	allowed, err := lru.New[question, struct{}](maxRemembered)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	return &remembered{allowed: allowed}
}

// looksAt notes the variables that a general rule names.
func (r *remembered) looksAt(named []string) {
	r.user = r.user || slices.Contains(named, "caller.user")
	r.address = r.address || slices.Contains(named, "caller.address")
	r.time = r.time || slices.ContainsFunc(named, func(name string) bool { return strings.HasPrefix(name, "time.") })
}

// asker returns what general rules look at of a caller; lasts is false where their answer depends on more.
func (r *remembered) asker(caller identity.Caller) (asker Asker, lasts bool) {
	if r.time || r.address && !caller.Address.IsValid() { // which may then be that of the connection
		return Asker{}, false
	}
	asker = askerOf(caller)
	if r.user {
		asker.user = caller.UserID
	}
	if r.address {
		asker.address = caller.Address
	}
	return asker, true
}
