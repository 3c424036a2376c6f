package registrations

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// feed holds what is published and sends watchers every change, in order. It never waits for a watcher. It is safe for
// concurrent use.
type feed struct {
	// backlog is how many changes a watcher may fall behind before it is sent the whole catalogue instead.
	backlog int

	mu          sync.Mutex
	settled     chan struct{} // closed once the catalogue is published
	revision    int64
	definitions map[string]*catalog.Definition
	instances   map[catalog.InstanceKey]catalog.Instance
	current     *catalog.Catalog // of revision; nil until somebody asks for it
	watches     map[*Watch]struct{}
	resyncs     int64
}

func newFeed(backlog int) *feed {
	return &feed{
		backlog:     backlog,
		settled:     make(chan struct{}),
		definitions: map[string]*catalog.Definition{},
		instances:   map[catalog.InstanceKey]catalog.Instance{},
		watches:     map[*Watch]struct{}{},
	}
}

// settle publishes the catalogue. It may be called again.
func (f *feed) settle() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.isSettled() {
		close(f.settled)
	}
}

func (f *feed) isSettled() bool {
	select {
	case <-f.settled:
		return true
	default:
		return false
	}
}

// publish replaces what is offered by these registrations. It announces a definition before the instances that offer
// it, and withdraws it after the last of them.
func (f *feed) publish(offered []Registration) {
	f.mu.Lock()
	defer f.mu.Unlock()
	definitions := map[string]*catalog.Definition{}
	instances := make(map[catalog.InstanceKey]catalog.Instance, len(offered))
	for _, registration := range offered {
		definitions[registration.Definition.Hash] = registration.Definition
		instances[registration.Instance.Key()] = registration.Instance
	}
	for _, hash := range sortedKeys(definitions, cmp.Compare) {
		if f.definitions[hash] == nil {
			f.definitions[hash] = definitions[hash]
			f.tell(&registryv1.WatchResponse{
				Event: &registryv1.WatchResponse_DefinitionAdded{DefinitionAdded: definitions[hash].Proto()},
			})
		}
	}
	f.publishInstances(instances)
	for _, hash := range sortedKeys(f.definitions, cmp.Compare) {
		if definitions[hash] == nil {
			delete(f.definitions, hash)
			f.tell(&registryv1.WatchResponse{Event: &registryv1.WatchResponse_DefinitionRemoved{DefinitionRemoved: hash}})
		}
	}
}

// publishInstances adds before it removes, so that a replacement is there before its predecessor goes.
func (f *feed) publishInstances(instances map[catalog.InstanceKey]catalog.Instance) {
	for _, key := range sortedKeys(instances, catalog.InstanceKey.Compare) {
		if f.instances[key] != instances[key] {
			f.instances[key] = instances[key]
			f.tell(&registryv1.WatchResponse{
				Event: &registryv1.WatchResponse_InstanceAdded{InstanceAdded: instances[key].Proto()},
			})
		}
	}
	for _, key := range sortedKeys(f.instances, catalog.InstanceKey.Compare) {
		if _, ok := instances[key]; !ok {
			removed := f.instances[key]
			delete(f.instances, key)
			f.tell(&registryv1.WatchResponse{
				Event: &registryv1.WatchResponse_InstanceRemoved{InstanceRemoved: removed.Proto()},
			})
		}
	}
}

// tell numbers a change and passes it to every watcher. The caller holds mu.
func (f *feed) tell(change *registryv1.WatchResponse) {
	f.revision++
	f.current = nil
	change.Revision = f.revision
	for watch := range f.watches {
		if !watch.add(change, f.backlog) {
			f.resyncs++
		}
	}
}

// catalog returns what is published, whether it has settled or not.
func (f *feed) catalog() *catalog.Catalog {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.current == nil {
		f.current = catalog.New(
			f.revision, slices.Collect(maps.Values(f.definitions)), slices.Collect(maps.Values(f.instances)))
	}
	return f.current
}

// snapshot returns the whole catalogue as a message. The caller holds mu.
func (f *feed) snapshot() *registryv1.WatchResponse {
	snapshot := &registryv1.Snapshot{}
	for _, hash := range sortedKeys(f.definitions, cmp.Compare) {
		snapshot.Definitions = append(snapshot.Definitions, f.definitions[hash].Proto())
	}
	for _, key := range sortedKeys(f.instances, catalog.InstanceKey.Compare) {
		snapshot.Instances = append(snapshot.Instances, f.instances[key].Proto())
	}
	return &registryv1.WatchResponse{
		Revision: f.revision,
		Event:    &registryv1.WatchResponse_Snapshot{Snapshot: snapshot},
	}
}

func (f *feed) watch() *Watch {
	watch := &Watch{feed: f, ready: make(chan struct{}, 1)}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watches[watch] = struct{}{}
	return watch
}

func sortedKeys[K comparable, V any](m map[K]V, compare func(a, b K) int) []K {
	return slices.SortedFunc(maps.Keys(m), compare)
}
