package registrations

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Watch starts watching the catalogue from a position, in a form. The caller closes the Watch. It fails only if the watcher is
// ahead of this registry, which cannot catch up.
func (r *Registry) Watch(ctx context.Context, from Position, form Form) (*Watch, error) {
	if at := r.feed.position(); at.History == from.History && at.Revision < from.Revision {
		if err := r.follow(ctx); err != nil {
			return nil, err
		}
	}
	return r.feed.watch(from, form), nil
}

// Begin takes over what the store has from before, such as the catalogue that other registries publish.
func (r *Registry) Begin(ctx context.Context) error {
	r.pulse.mu.Lock()
	err := r.count(ctx, time.Time{}, r.Clock.Now())
	r.pulse.mu.Unlock()
	if err != nil {
		return err
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.refresh(ctx)
}

// reconcile tells all registries what was found here, publishes what can be called now, and follows. The caller holds mu.
func (r *Registry) reconcile(ctx context.Context) error {
	if err := r.tell(ctx); err != nil {
		return err
	}
	if err := r.Store.Publish(ctx, decide); err != nil {
		return err
	}
	return r.refresh(ctx)
}

// tell tells all registries what was found here. The caller holds mu.
func (r *Registry) tell(ctx context.Context) error {
	if found := r.untold(); len(found) > 0 {
		if err := r.Store.Mark(ctx, found); err != nil {
			return err
		}
	}
	for _, c := range r.conditions {
		if c.noted {
			c.noted, c.known = false, c.found()
		}
	}
	return nil
}

// untold returns what was found here and not told yet, by lease. The caller holds mu.
func (r *Registry) untold() map[string]Condition {
	var found map[string]Condition
	for leaseID, c := range r.conditions {
		if c.noted && c.found() != c.known {
			if found == nil {
				found = map[string]Condition{}
			}
			found[leaseID] = c.found()
		}
	}
	return found
}

// refresh takes over what is registered and published, whoever did it. The caller holds mu.
func (r *Registry) refresh(ctx context.Context) error {
	all, err := r.Store.List(ctx)
	if err != nil {
		return err
	}
	if err := r.follow(ctx); err != nil {
		return err
	}
	r.learnConditions(all)
	_, waiting := eligible(all)
	r.noteWaiting(ctx, all, waiting)
	r.noteSteady()
	return r.settle(ctx)
}

// catchUp takes over what other registries did, if there are any.
func (r *Registry) catchUp(ctx context.Context) {
	if r.Store.Changed() == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.noteAway(ctx, r.refresh(ctx))
}

// follow passes on to watchers what was published, whoever did it.
func (r *Registry) follow(ctx context.Context) error {
	at := r.feed.position()
	changes, settled, err := r.Store.Changes(ctx, at.History, at.Revision)
	if errors.Is(err, ErrNoChanges) {
		return r.load(ctx)
	}
	if err != nil {
		return err
	}
	r.feed.apply(changes)
	if settled {
		r.feed.settle()
	}
	return nil
}

// load begins anew with what is published, and with what led to it as far as that is known.
func (r *Registry) load(ctx context.Context) error {
	published, err := r.Store.Published(ctx)
	if err != nil {
		return err
	}
	recent, _, err := r.Store.Changes(ctx, published.History, max(0, published.Revision-int64(r.Backlog)))
	if err != nil && !errors.Is(err, ErrNoChanges) {
		return err
	}
	recent = slices.DeleteFunc(recent, func(c Change) bool { return c.Revision > published.Revision })
	r.feed.load(published, recent)
	if published.Settled {
		r.feed.settle()
	}
	return nil
}

// learnConditions keeps one condition for each lease there is.
func (r *Registry) learnConditions(all []Registration) {
	r.learned++
	for i, offered := range r.feed.offers(all) {
		c := r.conditions[all[i].LeaseID]
		if c == nil {
			c = &condition{}
			r.conditions[all[i].LeaseID] = c
		}
		c.learn(all[i].Condition)
		c.offered, c.learned = offered, r.learned
	}
	if len(r.conditions) == len(all) {
		return
	}
	for leaseID, c := range r.conditions {
		if c.learned != r.learned {
			delete(r.conditions, leaseID)
			r.steady.Delete(leaseID)
		}
	}
}

// settle lets watchers be sent the catalogue if it is time or all required tools are there. The caller holds mu.
func (r *Registry) settle(ctx context.Context) error {
	if r.feed.isSettled() {
		return nil
	}
	missing := slices.DeleteFunc(slices.Clone(r.RequiredTools), r.feed.hasTool)
	complete := len(r.RequiredTools) > 0 && len(missing) == 0
	if now := r.Clock.Now(); !complete && now.Before(r.settlesAt(now)) {
		return nil
	}
	if err := r.Store.Settle(ctx); err != nil {
		return err
	}
	r.feed.settle()
	r.Logger.InfoContext(ctx, "the catalogue has settled", "required_tools_missing", missing)
	return nil
}
