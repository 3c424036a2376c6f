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

// Offer makes what registrations offer the catalogue, and returns the changes. It announces a definition before the
// instances that offer it, and withdraws it after the last of them; it adds instances before it removes any, so that a
// replacement is there before its predecessor goes.
func (p *Published) Offer(offered []Registration) []Change {
	definitions := make(map[string]*catalog.Definition, len(p.Definitions))
	instances := make(map[catalog.InstanceKey]catalog.Instance, len(offered))
	for _, registration := range offered {
		definitions[registration.Definition.Hash] = registration.Definition
		instances[registration.Instance.Key()] = registration.Instance
	}
	var changes []Change
	tell := func(change Change) {
		change.Revision = p.Revision + 1
		p.Apply(change)
		changes = append(changes, change)
	}
	added := func(hash string) bool { return p.Definitions[hash] == nil }
	for _, hash := range sortedKeys(definitions, cmp.Compare, added) {
		tell(Change{DefinitionAdded: definitions[hash]})
	}
	changed := func(key catalog.InstanceKey) bool { return p.Instances[key] != instances[key] }
	for _, key := range sortedKeys(instances, catalog.InstanceKey.Compare, changed) {
		tell(Change{InstanceAdded: new(instances[key])})
	}
	left := func(key catalog.InstanceKey) bool { return instances[key] == (catalog.Instance{}) }
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare, left) {
		tell(Change{InstanceRemoved: new(p.Instances[key])})
	}
	unused := func(hash string) bool { return definitions[hash] == nil }
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare, unused) {
		tell(Change{DefinitionRemoved: hash})
	}
	return changes
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
