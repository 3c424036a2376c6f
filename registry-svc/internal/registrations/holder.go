package registrations

import (
	"crypto/subtle"
	"net/netip"
	"time"
)

// Holder is who registers, as far as the registry can tell. The holders of a service's instances hold its name.
type Holder struct {
	// Host is where the registration comes from. All loopback addresses are one host. The zero Addr is this process.
	Host netip.Addr
	// Trusted is set if the holder has proven who it is, as by the platform's credential.
	Trusted bool
}

// NewHolder returns the holder who calls from an address.
func NewHolder(host netip.Addr, trusted bool) Holder {
	host = host.Unmap().WithZone("")
	if host.IsLoopback() {
		host = netip.IPv6Loopback()
	}
	return Holder{Host: host, Trusted: trusted}
}

// sharesWith reports whether h may register an instance of the same service beside other's.
func (h Holder) sharesWith(other Holder) bool { return h.trusts(other) || h.Host == other.Host }

// trusts reports whether both are known to belong to the platform.
func (h Holder) trusts(other Holder) bool { return h.Trusted && other.Trusted }

// checkHolder refuses an instance of a service whose name others hold.
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

// checkLease refuses an instance that would replace another one without showing its lease, while that lease lives.
func checkLease(replaced *Registration, shown string, now time.Time) error {
	if replaced == nil || !replaced.Expires.After(now) || replaced.has(shown) {
		return nil
	}
	return &InstanceTakenError{Service: replaced.Instance.Service}
}

// has reports whether lease belongs to the registration.
func (r *Registration) has(lease string) bool {
	return subtle.ConstantTimeCompare([]byte(r.LeaseID), []byte(lease)) == 1
}
