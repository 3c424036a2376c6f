package registrations

import (
	"context"
	"errors"
	"time"

	"github.com/salaatflow/platform/services/catalog"
)

// ErrNoLease means that a lease never existed, has expired, or was replaced or ended.
var ErrNoLease = errors.New("no such lease")

// ErrNoChanges means that a store does not have the changes that were asked for: they are too old, or of another history.
var ErrNoChanges = errors.New("the changes are not kept")

// Admit decides whether a registration may replace another one, nil if there is none, beside all others. instead is what
// the registration would have as Pinned.
type Admit func(instead *catalog.Definition, replaced *Registration, others []Registration) error

// Decide returns those of all registrations, ordered by service and instance id, whose instances can be called, in their order. It
// must not keep or change the slice.
type Decide func(all []Registration) []Registration

// Store stores registrations, and the catalogue that is published of them. Several registries may share one. It is safe for
// concurrent use, and each method is atomic: others see all of its effect or none.
type Store interface {
	// Put stores a registration, with the zero Condition. It replaces the one of the same service and instance id, if there
	// is one, whose lease thereby ends. Put MUST first call admit with the one to be replaced, or nil, and with all others,
	// ordered by service. No registration may come or go between admit's answer and the end of Put. If admit refuses, nothing
	// changes and Put returns admit's error as it is. Put ignores Expires. admit MUST NOT call the store, and may be called
	// again.
	//
	// If the store pins definitions, Put remembers the one that is offered, as Remember says, and returns its pin if it is
	// new. Every Registration that the store returns or shows has Pinned set, as Instead
	// says. An instance that was not registered takes from the departed ones what Returned says.
	Put(ctx context.Context, registration Registration, admit Admit) (added *Pin, err error)

	// Renew makes leases that live at now end at expires, unless they end later already, and returns them in any order. A
	// lease that does not exist, or whose end is not after now, is left as it is and out of the answer. The registry calls
	// Renew only after Beat has postponed all ends by the time that was lost, so the store needs no grace period of its own.
	Renew(ctx context.Context, leaseIDs []string, now, expires time.Time) (renewed []string, err error)

	// Delete removes the registration of a lease, and remembers of departed instances what depart returns. It MUST return
	// ErrNoLease if there is none. depart MUST NOT call the store, and may be called again; nil remembers nothing.
	Delete(ctx context.Context, leaseID string, depart Depart) (Registration, error)

	// DeleteExpired removes and returns the registrations whose end is not after now, in any order, and remembers of departed
	// instances what depart returns, as Delete does. next is the earliest end of those that remain, or zero.
	DeleteExpired(ctx context.Context, now time.Time, depart Depart) (expired []Registration, next time.Time, err error)

	// Departed returns what is remembered of departed instances, ordered by CompareDeparted.
	Departed(ctx context.Context) ([]Departed, error)

	// Forget forgets a departed instance or, if instance is empty, all of the service, and returns how many there were.
	Forget(ctx context.Context, service, instance string) (forgotten int, err error)

	// Beat notes that a registry runs at now and can reach the store. If more than tolerance has passed since the later of
	// the last beat of any registry and of last, nobody could read renewals for that long: then every lease ends later by
	// as much, also one whose end has come and that DeleteExpired has not removed, and Beat returns how long it was. A store
	// without a beat, and a zero last, lose nothing.
	Beat(ctx context.Context, last, now time.Time, tolerance time.Duration) (lost time.Duration, err error)

	// Mark sets what is known of instances, by lease. It ignores leases that do not exist.
	Mark(ctx context.Context, conditions map[string]Condition) error

	// Lead reports whether it is this registry, among all that share the store, which checks the health of all instances
	// until then. It stays so for as long as it asks in time.
	Lead(ctx context.Context, now, until time.Time) (bool, error)

	// List returns every registration, ordered by service and instance id. The slice must not be changed.
	List(ctx context.Context) ([]Registration, error)

	// Publish makes the instances of the registrations that decide returns, and their definitions, the catalogue. What
	// changes thereby is numbered: the revision grows by one with each change, and never goes back. decide MUST NOT call
	// the store, and may be called again.
	Publish(ctx context.Context, decide Decide) error

	// Settle notes that the catalogue may be sent to watchers. It may be called again.
	Settle(ctx context.Context) error

	// Published returns the catalogue.
	Published(ctx context.Context) (Published, error)

	// Changes returns the changes of a history after a revision, in their order, and whether the catalogue has settled. It
	// returns ErrNoChanges if it does not have all of them. A store keeps at least the last
	// KeptChanges, or fewer if more than KeptBytes of definitions were held for them alone.
	Changes(ctx context.Context, history string, after int64) (changes []Change, settled bool, err error)

	// Pins returns what is remembered, of one service or, if that is empty, of all, ordered by ComparePins. Their
	// Definition is nil.
	Pins(ctx context.Context, service string) ([]Pin, error)

	// PinsOf returns what is remembered of one version, the oldest first, with the definitions.
	PinsOf(ctx context.Context, service, version string) ([]Pin, error)

	// Decide sets the state of what is remembered under a hash, as Judge says, and returns it. It fails with ErrNoPin if
	// nothing is.
	Decide(ctx context.Context, hash string, verdict Verdict) (Pin, error)

	// Changed has a value when another registry may have changed what the store has. It is nil if nobody else does.
	Changed() <-chan struct{}
}
