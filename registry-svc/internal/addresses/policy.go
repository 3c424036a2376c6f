// Package addresses decides which addresses may be registered. Gateways and the registry itself connect to these
// addresses, so a registrant who could name any address could have the platform connect to hosts that are not its own.
package addresses

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"time"
)

// Policy decides on addresses. Set its fields before the first use; Admit is safe for concurrent use.
type Policy struct {
	// Loopback lets callers of this machine register its loopback addresses, which only this machine can reach.
	Loopback bool
	// Allowed are the networks whose addresses may be registered from another host.
	Allowed []netip.Prefix
	// Lookup resolves a name; nil means the system's resolver.
	Lookup func(ctx context.Context, host string) ([]netip.Addr, error)

	lookups chan struct{}
}

// How many names are resolved at once, and how long each may take.
const (
	mostLookups   = 4
	lookupTimeout = time.Second
)

// New returns a Policy that allows the given networks.
func New(loopback bool, allowed ...netip.Prefix) *Policy {
	return &Policy{
		Loopback: loopback, Allowed: allowed, lookups: make(chan struct{}, mostLookups),
		Lookup: func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		},
	}
}

// And returns a Policy that allows further networks.
func (p *Policy) And(networks ...netip.Prefix) *Policy {
	if len(networks) == 0 {
		return p
	}
	more := *p
	more.Allowed = slices.Concat(p.Allowed, networks)
	return &more
}

// Parse parses the networks of --allow-addresses.
func Parse(networks []string) ([]netip.Prefix, error) {
	prefixes := make([]netip.Prefix, 0, len(networks))
	var mistakes []error
	for _, network := range networks {
		prefix, err := netip.ParsePrefix(network)
		if err != nil {
			mistakes = append(mistakes, fmt.Errorf("%q is not a network such as 10.0.0.0/8", network))
			continue
		}
		prefixes = append(prefixes, prefix.Masked())
	}
	return prefixes, errors.Join(mistakes...)
}

// RefusedError explains why an address may not be registered.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return "the address may not be registered: " + e.Reason }

// Admit returns the address, IP:port, to register for the host:port that a caller names. It resolves a name once, here,
// and requires that all of its addresses are allowed. So nobody resolves the name again, and nobody can be led
// elsewhere. It fails with *RefusedError. The zero Addr is a caller whose address is unknown.
func (p *Policy) Admit(ctx context.Context, caller netip.Addr, address string) (string, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", &RefusedError{"it is not of the form host:port"}
	}
	candidates, err := p.resolve(ctx, host)
	if err != nil {
		return "", err
	}
	for _, candidate := range candidates {
		if err := p.check(caller.Unmap(), candidate); err != nil {
			return "", err
		}
	}
	chosen := candidates[0]
	if slices.Contains(candidates, caller.Unmap()) {
		chosen = caller.Unmap()
	}
	return net.JoinHostPort(chosen.String(), port), nil
}

func (p *Policy) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if ip, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{ip.Unmap()}, nil
	}
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	select {
	case p.lookups <- struct{}{}:
		defer func() { <-p.lookups }()
	case <-ctx.Done():
		return nil, &RefusedError{"its name could not be resolved in time"}
	}
	found, err := p.Lookup(ctx, host)
	if err != nil || len(found) == 0 {
		return nil, &RefusedError{"its name cannot be resolved"}
	}
	for i := range found {
		found[i] = found[i].Unmap()
	}
	slices.SortStableFunc(found, netip.Addr.Compare)
	return found, nil
}

func (p *Policy) check(caller, candidate netip.Addr) error {
	if err := p.checkKind(candidate); err != nil {
		return err
	}
	own := candidate == caller || candidate.IsLoopback() && caller.IsLoopback()
	allowed := slices.ContainsFunc(p.Allowed, func(network netip.Prefix) bool { return network.Contains(candidate) })
	if !own && !allowed {
		return &RefusedError{"it is not the address that the registration comes from, and the registry does not allow it " +
			"(--allow-addresses)"}
	}
	return nil
}

// checkKind refuses addresses at which no service is called, even if they are allowed.
func (p *Policy) checkKind(candidate netip.Addr) error {
	inner := embedded(candidate)
	switch {
	case candidate.Zone() != "":
		return &RefusedError{"it is valid on one link only"}
	case isMetadata(candidate), isMetadata(inner):
		return &RefusedError{"it is a cloud's metadata address"}
	case candidate.IsLoopback():
		if !p.Loopback {
			return &RefusedError{"it is a loopback address, which other machines cannot reach"}
		}
		return nil
	case !candidate.IsGlobalUnicast() || inner.IsValid() && !inner.IsGlobalUnicast():
		return &RefusedError{"it is an unspecified, link-local, multicast or broadcast address"}
	}
	return nil
}

// metadata are the addresses at which clouds give machines their credentials. The most common one is also link-local.
var metadata = []netip.Addr{
	netip.MustParseAddr("169.254.169.254"), // AWS, Azure, Google, Oracle, DigitalOcean …
	netip.MustParseAddr("fd00:ec2::254"),   // AWS
	netip.MustParseAddr("fd20:ce::254"),    // Google
	netip.MustParseAddr("100.100.100.200"), // Alibaba
	netip.MustParseAddr("168.63.129.16"),   // Azure
	netip.MustParseAddr("192.0.0.192"),     // Oracle
}

func isMetadata(ip netip.Addr) bool { return slices.Contains(metadata, ip) }

// translated maps the networks whose addresses contain an IPv4 address to the byte at which it begins.
var translated = map[netip.Prefix]int{
	netip.MustParsePrefix("64:ff9b::/96"): 12, // NAT64
	netip.MustParsePrefix("2002::/16"):    2,  // 6to4
	netip.MustParsePrefix("::/96"):        12, // IPv4-compatible
}

// embedded returns the IPv4 address at which packets to an IPv6 address arrive, or the zero Addr if there is none.
func embedded(ip netip.Addr) netip.Addr {
	if !ip.Is6() || ip.IsLoopback() || ip.IsUnspecified() {
		return netip.Addr{}
	}
	bytes := ip.As16()
	for network, at := range translated {
		if network.Contains(ip) {
			return netip.AddrFrom4([4]byte(bytes[at : at+4]))
		}
	}
	return netip.Addr{}
}
