// Package registrations holds the registry's rules: who may register what, how long a registration lives, which
// instances can be called, and what watchers are sent.
package registrations

import (
	"time"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/offering"
)

// Registration is a registered instance, with what it offers and how long it lives.
type Registration struct {
	// LeaseID is a secret between the registry and the instance.
	LeaseID string
	// Instance is the instance that registered.
	Instance catalog.Instance
	// Definition is what the instance offers.
	Definition *catalog.Definition
	// Holder is who registered the instance.
	Holder Holder
	// Since is when the instance registered. Registering again with its lease does not change it.
	Since time.Time
	// Expires is when the lease ends unless it is renewed.
	Expires time.Time
	// Seen is when the instance registered last, Own whether what it offers is what this registry was built with, and Passing
	// whether that is not to be remembered. Stores keep them only of a definition that they remember.
	Seen         time.Time
	Own, Passing bool
	// Condition is what is known of the instance beside its lease.
	Condition Condition
	// Pinned is the accepted definition of the same version, if what the instance offers differs from it and is not accepted;
	// nil if it is, or if nothing is pinned.
	Pinned *catalog.Definition
}

// Condition is what the registries that share a store know of an instance beside its lease. The zero Condition is that of
// a healthy instance that has just registered.
type Condition struct {
	// Renewed is set if the lease has been renewed, and Silent if the stream that renewed it broke and no other has taken
	// over.
	Renewed, Silent bool
	// NotServing is set if the instance says that it accepts no calls.
	NotServing bool
	// Lost is set if the instance cannot be reached.
	Lost bool
	// Error is what the last health check found wrong; empty if nothing. It names neither addresses nor what the instance said.
	Error string
}

// isKept reports whether, as far as is known, the lease is being renewed.
func (c Condition) isKept() bool { return c.Renewed && !c.Silent }

// Offer is what an instance asks to register. Its fields satisfy the rules of the proto, but its files may hold
// anything.
type Offer struct {
	Service, Version, InstanceID, Address string
	GRPCServices                          []string
	Files                                 *descriptorpb.FileDescriptorSet
	// PreviousLease is the lease that the instance says it has or had, or empty.
	PreviousLease string
	// Holder is who registers.
	Holder Holder
}

// Lease is what an instance gets for its registration.
type Lease struct {
	ID  string
	TTL time.Duration
	// Notes say what models do not know of the tools of others than the platform.
	Notes []offering.Note
}
