package registrations

import (
	"maps"
	"slices"
	"sync"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
)

// feed knows what is published and sends watchers every change, in order. It never waits for a watcher. It is safe for
// concurrent use.
type feed struct {
	// backlog is how many changes a watcher may fall behind before it is sent the whole catalogue instead.
	backlog int

	mu        sync.Mutex
	settled   chan struct{} // closed once the catalogue is sent to watchers
	published Published     // its History is empty until it is loaded
	current   *catalog.Catalog
	parts     []*registryv1.WatchResponse // of what is published, for all who are sent it; nil until somebody is
	recent    []told                      // the last changes, at most backlog
	watches   map[*Watch]struct{}
	resyncs   int64
}

// told is a change as watchers are sent it.
type told struct {
	message    *registryv1.WatchResponse
	service    string              // whose change it is; empty for everybody's
	definition *catalog.Definition // that was added, or nil
}

func newFeed(backlog int) *feed {
	return &feed{backlog: backlog, settled: make(chan struct{}), watches: map[*Watch]struct{}{}}
}

// settle lets watchers be sent the catalogue. It may be called again.
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

// position returns up to where the feed has followed; the zero Position before it is loaded.
func (f *feed) position() Position {
	f.mu.Lock()
	defer f.mu.Unlock()
	return Position{History: f.published.History, Revision: f.published.Revision}
}

// load replaces what is published, and the last changes before that. Every watcher is sent the whole catalogue.
func (f *feed) load(published Published, recent []Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.published, f.current, f.parts, f.recent = published, nil, nil, nil
	for _, change := range recent {
		f.remember(told{change.message(), change.service(&published), change.DefinitionAdded})
	}
	for watch := range f.watches {
		watch.restart()
	}
}

// apply makes changes that follow on what is known, and passes them to every watcher.
func (f *feed) apply(changes []Change) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, change := range changes {
		if change.Revision != f.published.Revision+1 {
			continue // it was applied meanwhile
		}
		next := told{change.message(), change.service(&f.published), change.DefinitionAdded}
		f.published.Apply(change)
		f.current, f.parts = nil, nil
		f.remember(next)
		for watch := range f.watches {
			if !watch.add(next, f.backlog) {
				f.resyncs++
			}
		}
	}
}

func (f *feed) remember(change told) {
	f.recent = Keep(append(f.recent, change), f.backlog, f.published.Definitions,
		func(t told) *catalog.Definition { return t.definition })
}

// offers reports of each registration whether its instance is published exactly as it would be.
func (f *feed) offers(all []Registration) []bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	offered := make([]bool, len(all))
	for i := range all {
		instance := all[i].published()
		offered[i] = f.published.Instances[instance.Key()] == instance
	}
	return offered
}

// catalog returns what is published, whether it has settled or not.
func (f *feed) catalog() *catalog.Catalog {
	current, _ := f.now()
	return current
}

// hasTool reports whether a tool of this name is published, whether it has settled or not.
func (f *feed) hasTool(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, definition := range f.published.Definitions {
		if _, has := slices.BinarySearch(definition.ToolNames, name); has {
			return true
		}
	}
	return false
}

// now returns what is published, and of which history.
func (f *feed) now() (current *catalog.Catalog, history string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.current == nil {
		f.current = catalog.New(f.published.Revision,
			slices.Collect(maps.Values(f.published.Definitions)), slices.Collect(maps.Values(f.published.Instances)))
	}
	return f.current, f.published.History
}

// whole returns the catalogue in a form. What is sent to all is made once. The caller holds mu.
func (f *feed) whole(form Form) []*registryv1.WatchResponse {
	wanted := f.published.of(form.Services)
	switch {
	case !form.Parts:
		return []*registryv1.WatchResponse{wanted.snapshot()}
	case len(form.Services) > 0:
		return wanted.parts()
	}
	if f.parts == nil {
		f.parts = wanted.parts()
	}
	return f.parts
}

// watch begins a watch at a position. A watcher whose next changes are known gets these; any other gets the whole
// catalogue.
func (f *feed) watch(from Position, form Form) *Watch {
	watch := &Watch{feed: f, form: form, ready: make(chan struct{}, 1)}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.watches[watch] = struct{}{}
	missed := f.published.Revision - from.Revision
	if from.History != "" && from.History == f.published.History && missed >= 0 && missed <= int64(len(f.recent)) {
		watch.synced = true
		watch.changes = []*registryv1.WatchResponse{resumed(from.Revision)}
		for _, change := range f.recent[int64(len(f.recent))-missed:] {
			if form.wants(change.service) {
				watch.changes = append(watch.changes, change.message)
			}
		}
	}
	return watch
}

// resumed returns the message that tells a watcher that what it knows is true of a revision.
func resumed(revision int64) *registryv1.WatchResponse {
	return &registryv1.WatchResponse{
		Revision: revision, Event: &registryv1.WatchResponse_Resumed{Resumed: &registryv1.Resumed{}},
	}
}
