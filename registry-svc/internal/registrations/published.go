package registrations

import (
	"cmp"
	"maps"
	"slices"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// Published is the catalogue that watchers are sent.
type Published struct {
	// History names the sequence of changes that Revision counts. Revisions of two histories cannot be compared.
	History  string
	Revision int64
	// Settled reports whether watchers are sent the catalogue.
	Settled     bool
	Definitions map[string]*catalog.Definition // by hash
	Instances   map[catalog.InstanceKey]catalog.Instance
}

// Change is one change of what is published. One of the fields beside Revision is set.
type Change struct {
	// Revision is that of the catalogue after the change.
	Revision          int64
	DefinitionAdded   *catalog.Definition
	DefinitionRemoved string // the hash
	InstanceAdded     *catalog.Instance
	InstanceRemoved   *catalog.Instance
}

// of returns what is published of services; all of it if there are none.
func (p *Published) of(services []string) Published {
	if len(services) == 0 {
		return *p
	}
	part := Published{
		History: p.History, Revision: p.Revision, Settled: p.Settled,
		Definitions: map[string]*catalog.Definition{}, Instances: map[catalog.InstanceKey]catalog.Instance{},
	}
	for hash, definition := range p.Definitions {
		if slices.Contains(services, definition.Service) {
			part.Definitions[hash] = definition
		}
	}
	for key, instance := range p.Instances {
		if slices.Contains(services, key.Service) {
			part.Instances[key] = instance
		}
	}
	return part
}

// service returns whose change it is, given what was published before.
func (c Change) service(before *Published) string {
	switch {
	case c.DefinitionAdded != nil:
		return c.DefinitionAdded.Service
	case c.InstanceAdded != nil:
		return c.InstanceAdded.Service
	case c.InstanceRemoved != nil:
		return c.InstanceRemoved.Service
	}
	if removed := before.Definitions[c.DefinitionRemoved]; removed != nil {
		return removed.Service
	}
	return "" // of a definition that is not known any more: everybody is told
}

// Clone returns a copy that shares only what never changes.
func (p *Published) Clone() Published {
	clone := *p
	clone.Definitions, clone.Instances = maps.Clone(p.Definitions), maps.Clone(p.Instances)
	return clone
}

// Offer makes what registrations offer, which are ordered by service, the catalogue, and returns the changes. It announces a
// definition before the instances that offer it, and withdraws it after the last of them; it adds instances before it removes
// any, so that a replacement is there before its predecessor goes.
func (p *Published) Offer(offered []Registration) []Change {
	found := p.compare(offered)
	var changes []Change
	tell := func(change Change) {
		change.Revision = p.Revision + 1
		p.Apply(change)
		changes = append(changes, change)
	}
	for _, hash := range sortedKeys(found.newDefinitions, cmp.Compare, nil) {
		tell(Change{DefinitionAdded: found.newDefinitions[hash]})
	}
	for i := range found.newInstances {
		tell(Change{InstanceAdded: &found.newInstances[i]})
	}
	if len(p.Instances) == len(offered) && len(p.Definitions) == found.definitions {
		return changes
	}
	definitions := make(map[string]struct{}, found.definitions)
	instances := make(map[catalog.InstanceKey]struct{}, len(offered))
	for i := range offered {
		definitions[offered[i].Definition.Hash] = struct{}{}
		instances[offered[i].Instance.Key()] = struct{}{}
	}
	left := func(key catalog.InstanceKey) bool { _, stays := instances[key]; return !stays }
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare, left) {
		tell(Change{InstanceRemoved: new(p.Instances[key])})
	}
	unused := func(hash string) bool { _, stays := definitions[hash]; return !stays }
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare, unused) {
		tell(Change{DefinitionRemoved: hash})
	}
	return changes
}

// offers are what is offered beside what is published.
type offers struct {
	newDefinitions map[string]*catalog.Definition // by hash
	newInstances   []catalog.Instance             // by service and id
	definitions    int                            // how many are offered in all
}

// compare finds out what is offered, by registrations that are ordered by service. It makes no map of all of them, since mostly
// nothing has changed but one instance.
func (p *Published) compare(offered []Registration) (found offers) {
	for same := range byService(offered) {
		for i := range same {
			definition := same[i].Definition
			if !slices.ContainsFunc(same[:i], func(r Registration) bool { return r.Definition.Hash == definition.Hash }) {
				found.definitions++
				if p.Definitions[definition.Hash] == nil {
					if found.newDefinitions == nil {
						found.newDefinitions = map[string]*catalog.Definition{}
					}
					found.newDefinitions[definition.Hash] = definition
				}
			}
			if p.Instances[same[i].Instance.Key()] != same[i].Instance {
				found.newInstances = append(found.newInstances, same[i].Instance)
			}
		}
	}
	slices.SortFunc(found.newInstances, func(a, b catalog.Instance) int { return a.Key().Compare(b.Key()) })
	return found
}

// Apply makes a change.
func (p *Published) Apply(change Change) {
	p.Revision = change.Revision
	switch {
	case change.DefinitionAdded != nil:
		p.Definitions[change.DefinitionAdded.Hash] = change.DefinitionAdded
	case change.DefinitionRemoved != "":
		delete(p.Definitions, change.DefinitionRemoved)
	case change.InstanceAdded != nil:
		p.Instances[change.InstanceAdded.Key()] = *change.InstanceAdded
	case change.InstanceRemoved != nil:
		delete(p.Instances, change.InstanceRemoved.Key())
	}
}

// message returns the change as watchers are sent it.
func (c Change) message() *registryv1.WatchResponse {
	message := &registryv1.WatchResponse{Revision: c.Revision}
	switch {
	case c.DefinitionAdded != nil:
		message.Event = &registryv1.WatchResponse_DefinitionAdded{DefinitionAdded: c.DefinitionAdded.Message()}
	case c.DefinitionRemoved != "":
		message.Event = &registryv1.WatchResponse_DefinitionRemoved{DefinitionRemoved: c.DefinitionRemoved}
	case c.InstanceAdded != nil:
		message.Event = &registryv1.WatchResponse_InstanceAdded{InstanceAdded: c.InstanceAdded.Proto()}
	case c.InstanceRemoved != nil:
		message.Event = &registryv1.WatchResponse_InstanceRemoved{InstanceRemoved: c.InstanceRemoved.Proto()}
	}
	return message
}

// snapshot returns the catalogue as one message.
func (p *Published) snapshot() *registryv1.WatchResponse {
	snapshot := &registryv1.Snapshot{History: p.History}
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare, nil) {
		snapshot.Definitions = append(snapshot.Definitions, p.Definitions[hash].Message())
	}
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare, nil) {
		snapshot.Instances = append(snapshot.Instances, p.Instances[key].Proto())
	}
	return &registryv1.WatchResponse{Revision: p.Revision, Event: &registryv1.WatchResponse_Snapshot{Snapshot: snapshot}}
}

// sortedKeys returns the keys that are wanted, in order; all if wanted is nil.
func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int, wanted func(K) bool) []K {
	var keys []K
	for key := range m {
		if wanted == nil || wanted(key) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, compare)
	return keys
}
