// Package registrations holds the rules of the registry: who may register what, how long a registration lives, which
// instances can be called, and what those who watch are told.
package registrations

import (
	"time"

	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/catalog"
)

// Registration is an instance, what it offers, and until when.
type Registration struct {
	// LeaseID is a secret between the registry and the instance.
	LeaseID string
	// Instance is who registered.
	Instance catalog.Instance
	// Definition is what the instance offers.
	Definition *catalog.Definition
	// Holder is who registered it.
	Holder Holder
	// Since is when the instance registered; registering again with its lease leaves it as it was.
	Since time.Time
	// Expires is when the lease ends unless it is renewed.
	Expires time.Time
}

// Offer is what an instance asks to have registered. Its fields are well-formed, as the proto's rules have it; the
// files may be anything.
type Offer struct {
	Service, Version, InstanceID, Address string
	GRPCServices                          []string
	Files                                 *descriptorpb.FileDescriptorSet
	// PreviousLease is the lease that the instance says it has or had; "" when it never had one.
	PreviousLease string
	// Holder is who registers.
	Holder Holder
}

// Lease is what an instance gets for its registration.
type Lease struct {
	ID  string
	TTL time.Duration
}
