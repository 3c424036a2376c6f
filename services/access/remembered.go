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

// question is all that general rules can look at, but for the time. What none looks at is left out, so that many callers are alike.
type question struct {
	method    *Method
	anonymous bool
	user      int32
	role      identity.Role
	scopes    identity.Scopes
	issuer    string
	address   netip.Addr
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

// question returns what is asked about a call; ok is false where the answer depends on more.
func (r *remembered) question(caller identity.Caller, method *Method) (q question, ok bool) {
	if r.time || r.address && !caller.Address.IsValid() { // which may then be that of the connection
		return question{}, false
	}
	q = question{method: method, anonymous: caller.UserID == 0, role: caller.Role, scopes: caller.Scopes, issuer: caller.Issuer}
	if r.user {
		q.user = caller.UserID
	}
	if r.address {
		q.address = caller.Address
	}
	return q, true
}
