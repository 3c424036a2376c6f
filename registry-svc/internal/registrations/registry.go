package registrations

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/offering"
	"github.com/salaatflow/platform/services/ownership"
)

// Options configure a Registry.
type Options struct {
	// Store stores the registrations.
	Store Store
	// Lazy writes renewals that change nothing else together, once each beat, and takes them also while the store cannot be
	// reached: what no registry can write then ends no lease.
	Lazy bool
	// TTL is how long a lease lives unless it is renewed; more than 0.
	TTL time.Duration
	// Settling is the time from the start until the catalogue is published, unless all RequiredTools are there earlier.
	// 0 means the TTL, within which each living service has registered again. A negative value means at once.
	Settling time.Duration
	// RequiredTools are the canonical names of the tools that end the settling early once all of them are offered. If
	// empty, only the time ends it.
	RequiredTools []string
	// Owners tell who may register the platform's packages. With the zero Owners nobody may.
	Owners ownership.Owners
	// Reserved are definitions whose names belong to their services even while these are away.
	Reserved []*catalog.Definition
	// PinReleasesOnly remembers no definitions of versions that are no releases, such as dev, which change all the time.
	PinReleasesOnly bool
	// Limits bound what may be registered.
	Limits Limits
	// Backlog is how many changes a watcher may fall behind before it is sent the whole catalogue again; 0 means
	// DefaultBacklog.
	Backlog int
	// Audit records what administrators must account for; nil records nothing.
	Audit  audit.Recorder
	Clock  clock.Clock
	Logger *slog.Logger
}

// DefaultBacklog lets a watcher fall behind by a large rolling update.
const DefaultBacklog = 256

// Registry knows which instances offer which tools now. It is safe for concurrent use.
type Registry struct {
	Options
	feed    *feed
	checks  chan struct{} // has a value when an instance should be checked at once
	settles time.Time     // unless time is lost
	expired atomic.Int64
	pulse   pulse
	noted   noted
	away    atomic.Bool // the store could not be reached when it was last needed

	manifests manifests

	mu         sync.Mutex
	claims     offering.Index        // of the definitions that were there at the last registration, by hash
	held       map[string]uint64     // the number of the last registration at which each of them was there, by hash
	checked    map[string]struct{}   // definitions that were found right, by hash
	admissions uint64                // how many registrations were looked at
	newest     time.Time             // when the latest instance registered
	conditions map[string]*condition // by lease
	suspects   []string              // leases to be checked at once

	learned uint64 // how often the conditions were learned

	// steady are the leases that are being renewed and whose instances are in the catalogue: lease -> struct{}. It is written by
	// holders of mu, and read without mu.
	steady sync.Map
	// waiting is how many instances wait for others of their service to go, by service; replaced as a whole.
	waiting atomic.Pointer[map[string]int64]
}

// New returns a Registry. Run expires its leases.
func New(options Options) *Registry {
	if options.Settling == 0 {
		options.Settling = options.TTL
	}
	if options.Audit == nil {
		options.Audit = audit.Discard
	}
	if options.Backlog == 0 {
		options.Backlog = DefaultBacklog
	}
	now := options.Clock.Now()
	r := &Registry{
		Options:    options,
		feed:       newFeed(options.Backlog),
		checks:     make(chan struct{}, 1),
		settles:    now.Add(options.Settling),
		conditions: map[string]*condition{},
		held:       map[string]uint64{},
		checked:    map[string]struct{}{},
	}
	r.pulse.beat(now)
	return r
}

// Register admits an offer and returns its lease. It refuses with *offering.InvalidError, *offering.NameTakenError, *ServiceTakenError,
// *InstanceTakenError or *FullError, and then nothing has changed. An older lease of the same instance ends; while it
// lives, the offer must show it.
func (r *Registry) Register(ctx context.Context, offer Offer) (Lease, error) {
	if err := r.checkRoom(ctx, offer); err != nil {
		return Lease{}, err
	}
	definition, err := r.define(ctx, offer)
	if err != nil {
		return Lease{}, err
	}
	notes, err := r.notes(definition)
	if err != nil {
		return Lease{}, err
	}
	registration := Registration{
		LeaseID: rand.Text(),
		Instance: catalog.Instance{
			ID: offer.InstanceID, Service: offer.Service, Address: offer.Address, DefinitionHash: definition.Hash,
		},
		Definition: definition,
		Holder:     offer.Holder,
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	now, err := r.now(ctx)
	if err != nil {
		return Lease{}, err
	}
	if registration.Since, err = r.since(ctx, registration.Instance.Key(), offer.PreviousLease, now); err != nil {
		return Lease{}, err
	}
	registration.Expires, registration.Seen = r.end(now), now
	registration.Own, registration.Passing = r.isOwn(definition), r.PinReleasesOnly && !catalog.IsRelease(offer.Version)
	added, err := r.Store.Put(ctx, registration,
		func(instead *catalog.Definition, replaced *Registration, others []Registration) error {
			if err := checkLease(replaced, offer.PreviousLease, now); err != nil {
				return err
			}
			registration.Pinned = instead
			return r.admit(registration, others)
		})
	if err != nil {
		return Lease{}, err
	}
	if added != nil && added.State == Quarantined {
		r.noteQuarantined(ctx, added, registration)
	}
	if err := r.reconcile(ctx); err != nil {
		return Lease{}, err
	}
	r.Logger.InfoContext(ctx, "registered", "registrant", offer.Service, "version", offer.Version,
		"instance", offer.InstanceID, "address", offer.Address, "tools", len(definition.ToolNames))
	return Lease{ID: registration.LeaseID, TTL: r.TTL, Notes: notes}, nil
}

// notes returns what models do not know of the tools of others than the platform.
func (r *Registry) notes(definition *catalog.Definition) ([]offering.Note, error) {
	if r.Owners.Owns(definition.Service) {
		return nil, nil
	}
	return offering.Notes(definition)
}

// since returns when an instance registered. An instance that shows its lease keeps the time of its first registration.
// The caller holds mu.
func (r *Registry) since(ctx context.Context, key catalog.InstanceKey, lease string, now time.Time) (time.Time, error) {
	registrations, err := r.Store.List(ctx)
	if err != nil {
		return time.Time{}, err
	}
	for i := range registrations {
		if registrations[i].Instance.Key() == key && registrations[i].has(lease) {
			return registrations[i].Since, nil
		}
	}
	if !now.After(r.newest) {
		now = r.newest.Add(1) // so that the order of arrival is always known
	}
	r.newest = now
	return now, nil
}

// checkRoom refuses another service of a host that has as many as it may have. It does so before the offer is read,
// which takes much longer.
func (r *Registry) checkRoom(ctx context.Context, offer Offer) error {
	if r.Owners.Owns(offer.Service) {
		return nil
	}
	registrations, err := r.Store.List(ctx)
	if err != nil {
		return err
	}
	services := 1
	for same := range byService(registrations) {
		service := same[0].Instance.Service
		if service != offer.Service && !r.Owners.Owns(service) && comesFrom(offer.Holder.Host, same) {
			services++
		}
	}
	if services > r.Limits.PerHost.Services {
		return &FullError{What: servicesOfHost, Limit: r.Limits.PerHost.Services}
	}
	return nil
}

// define reads what is offered, unless another instance offers the same.
func (r *Registry) define(ctx context.Context, offer Offer) (*catalog.Definition, error) {
	draft, err := catalog.NewDraft(offer.Service, offer.Version, offer.GRPCServices, offer.Files)
	if err != nil {
		return nil, &offering.InvalidError{Cause: err}
	}
	registrations, err := r.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	for i := range registrations {
		if registrations[i].Definition.Hash == draft.Hash {
			return registrations[i].Definition, nil
		}
	}
	definition, err := offering.ReadDraft(offer.Version, draft, offer.Files, r.Limits.Definition)
	if err != nil {
		return nil, err
	}
	r.manifests.keep(definition)
	return definition.Lean(), nil
}

func (r *Registry) admit(candidate Registration, others []Registration) error {
	if err := r.checkOnce(candidate.Definition); err != nil {
		return err
	}
	if err := r.hold(others); err != nil {
		return err
	}
	for _, definition := range candidate.definitions() {
		if err := r.checkClaims(definition); err != nil {
			return err
		}
	}
	if err := checkHolder(candidate, others); err != nil {
		return err
	}
	return r.Limits.check(candidate, others, r.Owners)
}

// checkOnce checks a definition, unless it was found right before: then its manifest, which is no longer there, need not be read
// for another instance. The caller holds mu.
func (r *Registry) checkOnce(definition *catalog.Definition) error {
	if _, known := r.checked[definition.Hash]; known {
		return nil
	}
	if err := offering.Check(definition, r.Owners); err != nil {
		return err
	}
	if len(r.checked) > 2*len(r.held)+keptManifests {
		clear(r.checked) // most are there no more
	}
	r.checked[definition.Hash] = struct{}{}
	return nil
}

// checkClaims refuses a definition that claims what another service holds. The caller holds mu.
func (r *Registry) checkClaims(definition *catalog.Definition) error {
	if r.claims.Has(definition.Hash) && r.claims.IsFree(definition.Hash) {
		return nil
	}
	claimed, err := offering.ClaimsOf(definition)
	if err != nil {
		return &offering.InvalidError{Cause: err}
	}
	return r.claims.Check(claimed)
}

// hold makes claims what others hold, and what is reserved. It reads only the definitions that have come since. The caller
// holds mu.
func (r *Registry) hold(others []Registration) error {
	r.admissions++
	there := 0
	take := func(definition *catalog.Definition) error {
		at, has := r.held[definition.Hash]
		if at == r.admissions {
			return nil
		}
		if !has {
			claimed, err := offering.ClaimsOf(definition)
			if err != nil {
				return err
			}
			r.claims.Add(definition.Hash, claimed)
		}
		r.held[definition.Hash] = r.admissions
		there++
		return nil
	}
	for i := range others {
		if err := take(others[i].Definition); err != nil {
			return err
		}
		if others[i].Pinned != nil {
			if err := take(others[i].Pinned); err != nil {
				return err
			}
		}
	}
	for _, definition := range r.Reserved {
		if err := take(definition); err != nil {
			return err
		}
	}
	if there < len(r.held) {
		r.letGo()
	}
	return nil
}

// letGo drops the claims of definitions that are there no more. The caller holds mu.
func (r *Registry) letGo() {
	for hash, at := range r.held {
		if at != r.admissions {
			r.claims.Remove(hash)
			delete(r.held, hash)
		}
	}
}

// Deregister ends a lease and removes its instance. An unknown lease is not an error.
func (r *Registry) Deregister(ctx context.Context, leaseID string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	gone, err := r.Store.Delete(ctx, leaseID, r.depart(r.Clock.Now(), true))
	if err != nil {
		return ignoreNoLease(err)
	}
	r.Logger.InfoContext(ctx, "deregistered", "registrant", gone.Instance.Service, "instance", gone.Instance.ID)
	return r.reconcile(ctx)
}

// Registrations returns all registrations, ordered by service and instance id, whether they can be called or not. The slice must
// not be changed.
func (r *Registry) Registrations(ctx context.Context) ([]Registration, error) {
	return r.Store.List(ctx)
}

// Renewed returns the registrations whose leases have been renewed, in the order of Registrations. Only their instances
// are checked: a registration alone has the registry connect to nobody. The registrations must not be changed.
func (r *Registry) Renewed(ctx context.Context) ([]*Registration, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	all, err := r.Store.List(ctx)
	if err != nil {
		return nil, err
	}
	renewed := make([]*Registration, 0, len(all))
	for i := range all {
		if c := r.conditions[all[i].LeaseID]; all[i].Condition.Renewed || c != nil && c.kept {
			renewed = append(renewed, &all[i])
		}
	}
	return renewed, nil
}

// Settled reports whether the catalogue has settled.
func (r *Registry) Settled() bool { return r.feed.isSettled() }

// Now returns the catalogue and the history that its revision belongs to, or *UnsettledError before it has settled.
func (r *Registry) Now() (current *catalog.Catalog, history string, err error) {
	if !r.feed.isSettled() {
		return nil, "", &UnsettledError{}
	}
	current, history = r.feed.now()
	return current, history, nil
}

// Catalog returns the catalogue, or *UnsettledError before it has settled.
func (r *Registry) Catalog() (*catalog.Catalog, error) {
	if !r.feed.isSettled() {
		return nil, &UnsettledError{}
	}
	return r.feed.catalog(), nil
}
