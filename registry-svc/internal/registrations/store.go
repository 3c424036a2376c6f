package registrations

import (
	"context"
	"errors"
	"time"
)

// ErrNoLease means that a lease never existed, has expired, or was replaced or ended.
var ErrNoLease = errors.New("no such lease")

// Admit decides whether a registration may replace another one, nil if there is none, beside all others.
type Admit func(replaced *Registration, others []Registration) error

// Store stores registrations. Several registries may share one. It is safe for concurrent use, and each method is
// atomic: others see all of its effect or none.
type Store interface {
	// Put stores a registration. It replaces the one of the same service and instance id, if there is one, whose lease
	// thereby ends. Put MUST first call admit with the one to be replaced, or nil, and with all others in any order. No
	// registration may come or go between admit's answer and the end of Put. If admit refuses, nothing changes and Put
	// returns admit's error as it is. Put ignores Expires. admit MUST NOT call the store.
	Put(ctx context.Context, registration Registration, admit Admit) error

	// Renew makes a lease that lives at now end at expires. If the lease does not exist, or its end is not after now,
	// Renew MUST return ErrNoLease and change nothing. The registry calls Renew only after it has postponed all ends by
	// the time it lost, so the store needs no grace period of its own.
	Renew(ctx context.Context, leaseID string, now, expires time.Time) error

	// Delete removes the registration of a lease. It MUST return ErrNoLease if there is none.
	Delete(ctx context.Context, leaseID string) (Registration, error)

	// DeleteExpired removes and returns the registrations whose end is not after now, in any order. next is the earliest
	// end of those that remain, or zero.
	DeleteExpired(ctx context.Context, now time.Time) (expired []Registration, next time.Time, err error)

	// Postpone moves the end of every lease later by a positive time. It includes leases whose end has come and that
	// DeleteExpired has not removed: they live again if their new end is after now. A registry calls it when it could
	// not run, and so could not read renewals. If several registries share a store, each may add what it lost; leases
	// then live longer, and never shorter.
	Postpone(ctx context.Context, by time.Duration) error

	// List returns every registration, ordered by service and instance id.
	List(ctx context.Context) ([]Registration, error)
}
