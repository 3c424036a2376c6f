package registrations

import (
	"context"
	"errors"
	"time"
)

// ErrNoLease says that a lease was never given, has expired, or was replaced or ended.
var ErrNoLease = errors.New("no such lease")

// Admit decides whether a registration may take the place of the one replaced, nil when there is none, beside all others.
type Admit func(replaced *Registration, others []Registration) error

// Store keeps registrations. Several registries may share one. It is safe for concurrent use, and each method is
// atomic: another sees all of its effect or none.
type Store interface {
	// Put stores a registration in place of the one of the same service and instance id, if there is one, whose lease
	// ends thereby. It MUST first ask admit, giving it the one that would be replaced, nil when there is none, and every
	// other registration in any order, and no registration may come or go between admit's answer and the end of Put. When
	// admit refuses, nothing changes and Put returns admit's error as it is. Put does not look at Expires. admit MUST NOT
	// call the store.
	Put(ctx context.Context, registration Registration, admit Admit) error

	// Renew lets a lease that lives at now end at expires. A lease that is not there, or whose end is not after now,
	// MUST be refused with ErrNoLease, and stay as it is. The registry asks only once it has postponed the ends by what it
	// lost itself, so that the store needs no grace of its own.
	Renew(ctx context.Context, leaseID string, now, expires time.Time) error

	// Delete removes the registration of a lease. A lease that is not there MUST be ErrNoLease.
	Delete(ctx context.Context, leaseID string) (Registration, error)

	// DeleteExpired removes and returns the registrations whose end is not after now, in any order. next is the
	// earliest end of those that remain; zero when none does.
	DeleteExpired(ctx context.Context, now time.Time) (expired []Registration, next time.Time, err error)

	// Postpone moves the end of every lease that is there later by a positive time, also of those whose end has come
	// and that DeleteExpired has not removed: these live again when their end is then after now. A registry asks for it
	// when it could not run, and so could not hear that they were kept alive. Where several share a store, each may
	// add what it lost; leases then live longer, and never shorter.
	Postpone(ctx context.Context, by time.Duration) error

	// List returns every registration, by service and instance id.
	List(ctx context.Context) ([]Registration, error)
}
