// Package registrations holds the registry's rules: who may register what, how long a registration lives, which
// instances can be called, and what watchers are sent.
package registrations

import (
	"time"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
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
}

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
}
