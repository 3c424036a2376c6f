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
	definitions := map[string]*catalog.Definition{}
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
	for _, hash := range sortedKeys(definitions, cmp.Compare) {
		if p.Definitions[hash] == nil {
			tell(Change{DefinitionAdded: definitions[hash]})
		}
	}
	for _, key := range sortedKeys(instances, catalog.InstanceKey.Compare) {
		if instance := instances[key]; p.Instances[key] != instance {
			tell(Change{InstanceAdded: &instance})
		}
	}
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare) {
		if instance := p.Instances[key]; instances[key] == (catalog.Instance{}) {
			tell(Change{InstanceRemoved: &instance})
		}
	}
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare) {
		if definitions[hash] == nil {
			tell(Change{DefinitionRemoved: hash})
		}
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
		message.Event = &registryv1.WatchResponse_DefinitionAdded{DefinitionAdded: c.DefinitionAdded.Proto()}
	case c.DefinitionRemoved != "":
		message.Event = &registryv1.WatchResponse_DefinitionRemoved{DefinitionRemoved: c.DefinitionRemoved}
	case c.InstanceAdded != nil:
		message.Event = &registryv1.WatchResponse_InstanceAdded{InstanceAdded: c.InstanceAdded.Proto()}
	case c.InstanceRemoved != nil:
		message.Event = &registryv1.WatchResponse_InstanceRemoved{InstanceRemoved: c.InstanceRemoved.Proto()}
	}
	return message
}

// snapshot returns the whole catalogue as a message.
func (p *Published) snapshot() *registryv1.WatchResponse {
	snapshot := &registryv1.Snapshot{History: p.History}
	for _, hash := range sortedKeys(p.Definitions, cmp.Compare) {
		snapshot.Definitions = append(snapshot.Definitions, p.Definitions[hash].Proto())
	}
	for _, key := range sortedKeys(p.Instances, catalog.InstanceKey.Compare) {
		snapshot.Instances = append(snapshot.Instances, p.Instances[key].Proto())
	}
	return &registryv1.WatchResponse{Revision: p.Revision, Event: &registryv1.WatchResponse_Snapshot{Snapshot: snapshot}}
}

func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(m), compare)
}
