package registrations

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/netip"
	"time"
)

// Holder is who registers, as far as the registry can tell. A service's name is held by the holders of its instances.
type Holder struct {
	// Host is where the registration comes from; all loopback addresses are one host. The zero Addr is this process.
	Host netip.Addr
	// Secret is the hash of the credential that was shown; zero when none was.
	Secret [sha256.Size]byte
}

// NewHolder is the holder who calls from an address and shows a credential; "" is none.
func NewHolder(host netip.Addr, credential string) Holder {
	h := Holder{Host: host.Unmap().WithZone("")}
	if h.Host.IsLoopback() {
		h.Host = netip.IPv6Loopback()
	}
	if credential != "" {
		h.Secret = sha256.Sum256([]byte(credential))
	}
	return h
}

// proves reports whether h has shown the credential that the other has shown.
func (h Holder) proves(other Holder) bool {
	return other.Secret != [sha256.Size]byte{} && subtle.ConstantTimeCompare(h.Secret[:], other.Secret[:]) == 1
}

// sharesWith reports whether h may register beside the other, as an instance of the same service: with its credential,
// or, where it has shown none, from its host.
func (h Holder) sharesWith(other Holder) bool {
	if other.Secret != [sha256.Size]byte{} {
		return h.proves(other)
	}
	return h.Host == other.Host
}

// checkHolder refuses an instance whose service's name others hold.
func checkHolder(candidate Registration, others []Registration) error {
	held := false
	for _, other := range others {
		if other.Instance.Service != candidate.Instance.Service {
			continue
		}
		if candidate.Holder.sharesWith(other.Holder) {
			return nil
		}
		held = true
	}
	if held {
		return &ServiceTakenError{Service: candidate.Instance.Service}
	}
	return nil
}

// checkLease refuses an instance that would replace one whose lease it does not show, while that lives.
func checkLease(replaced *Registration, shown string, now time.Time) error {
	if replaced == nil || !replaced.Expires.After(now) || replaced.has(shown) {
		return nil
	}
	return &InstanceTakenError{Service: replaced.Instance.Service}
}

// has reports whether a lease is the registration's.
func (r *Registration) has(lease string) bool {
	return subtle.ConstantTimeCompare([]byte(r.LeaseID), []byte(lease)) == 1
}
