package discovery

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// picture is the catalogue as it is put together from what the registry sends. It is for one goroutine.
type picture struct {
	limits toolspec.Limits
	logger *slog.Logger

	history     string // of the last snapshot; empty asks for another one
	revision    int64
	definitions map[string]*catalog.Definition
	// announced are the hashes of the definitions which the registry offers now.
	announced map[string]struct{}
	instances map[catalog.InstanceKey]catalog.Instance
	// coming is a catalogue of which not all parts are there; nil if none is.
	coming *coming
	// scattered: only some services are watched, so that revisions are left out.
	scattered bool
	// missed are instances that a registry which was away does not name; they go when their grace is over.
	missed map[catalog.InstanceKey]catalog.Instance

	// last is the last catalogue, if only instances have changed since, of which came may be new ones; else nil.
	last    *catalog.Catalog
	ordered []*catalog.Definition // all, by service, if last is not nil
	came    map[catalog.InstanceKey]struct{}
}

func newPicture(limits toolspec.Limits, logger *slog.Logger) *picture {
	return &picture{
		limits:      limits,
		logger:      logger,
		definitions: map[string]*catalog.Definition{},
		announced:   map[string]struct{}{},
		instances:   map[catalog.InstanceKey]catalog.Instance{},
		missed:      map[catalog.InstanceKey]catalog.Instance{},
		came:        map[catalog.InstanceKey]struct{}{},
	}
}

// apply takes a message of the registry. A snapshot that comes after the registry was away keeps what it does not name
// as missed. An error means that the message does not follow from what came before.
func (p *picture) apply(message *registryv1.WatchResponse, wasAway bool) error {
	if part := message.GetSnapshotPart(); part != nil {
		return p.take(part, message.GetRevision(), wasAway)
	}
	p.coming = nil
	if snapshot := message.GetSnapshot(); snapshot != nil {
		p.replace(snapshot.GetHistory(), message.GetRevision(), wasAway, snapshot.GetInstances(), func() {
			for _, definition := range snapshot.GetDefinitions() {
				p.define(definition.GetHash(), definition, func() (*catalog.Definition, error) {
					return catalog.ReadDefinition(definition, p.limits)
				})
			}
		})
		return nil
	}
	want := p.revision + 1
	if message.GetResumed() != nil {
		want = p.revision
	}
	if got := message.GetRevision(); got != want && (!p.scattered || got < want) {
		p.history = ""
		return fmt.Errorf("revision %d came after %d", message.GetRevision(), p.revision)
	}
	p.revision = message.GetRevision()
	switch event := message.GetEvent().(type) {
	case *registryv1.WatchResponse_DefinitionAdded:
		p.define(event.DefinitionAdded.GetHash(), event.DefinitionAdded, func() (*catalog.Definition, error) {
			return catalog.ReadDefinition(event.DefinitionAdded, p.limits)
		})
	case *registryv1.WatchResponse_DefinitionRemoved:
		delete(p.announced, event.DefinitionRemoved)
		p.forgetDefinitions()
	case *registryv1.WatchResponse_InstanceAdded:
		p.add(catalog.ReadInstance(event.InstanceAdded))
	case *registryv1.WatchResponse_InstanceRemoved:
		delete(p.instances, catalog.ReadInstance(event.InstanceRemoved).Key())
	default: // a later registry's event, which changes nothing that is known here
	}
	return nil
}

// replace makes what define announces, and instances, the whole catalogue.
func (p *picture) replace(history string, revision int64, wasAway bool, instances []*registryv1.Instance, define func()) {
	// A registry that goes on in the same history has not forgotten what it does not name.
	wasAway = wasAway && (history == "" || history != p.history)
	p.last = nil
	before := p.instances
	p.instances = map[catalog.InstanceKey]catalog.Instance{}
	clear(p.announced)
	define()
	for _, instance := range instances {
		p.add(catalog.ReadInstance(instance))
	}
	if wasAway {
		for key, instance := range before {
			if _, named := p.instances[key]; !named {
				p.missed[key] = instance
			}
		}
	}
	p.forgetDefinitions()
	p.history, p.revision = history, revision
}

// named is a definition as it is sent, in either form.
type named interface {
	GetService() string
	GetVersion() string
}

// define reads a definition once. One that cannot be read is as if it were not there: its instances are left out, and
// all others stay.
func (p *picture) define(hash string, sent named, read func() (*catalog.Definition, error)) {
	p.announced[hash], p.last = struct{}{}, nil
	if p.definitions[hash] != nil {
		return
	}
	definition, err := read()
	if err != nil {
		p.logger.Error("a definition cannot be read; its instances are left out",
			"service", sent.GetService(), "version", sent.GetVersion(), "error", err)
		return
	}
	p.definitions[definition.Hash] = definition
}

func (p *picture) add(instance catalog.Instance) {
	key := instance.Key()
	if was, known := p.instances[key]; !known || was.DefinitionHash != instance.DefinitionHash { // of one that was not known
		p.came[key] = struct{}{}
	}
	p.instances[key] = instance
	delete(p.missed, key)
}

// forgetMissed lets those go that have not come back.
func (p *picture) forgetMissed() {
	clear(p.missed)
	p.forgetDefinitions()
}

// forgetDefinitions drops those that are neither announced nor offered by an instance that is missed.
func (p *picture) forgetDefinitions() {
	p.last = nil
	used := maps.Clone(p.announced)
	for _, instance := range p.missed {
		used[instance.DefinitionHash] = struct{}{}
	}
	maps.DeleteFunc(p.definitions, func(hash string, _ *catalog.Definition) bool {
		_, ok := used[hash]
		return !ok
	})
}

func (p *picture) catalog() *catalog.Catalog {
	if p.last != nil && len(p.missed) == 0 {
		p.last = catalog.New(p.revision, p.ordered, p.afterLast())
	} else {
		instances := slices.Collect(maps.Values(p.instances))
		for _, instance := range p.missed {
			instances = append(instances, instance)
		}
		p.ordered = slices.SortedFunc(maps.Values(p.definitions), func(a, b *catalog.Definition) int {
			return strings.Compare(a.Service, b.Service)
		})
		p.last = catalog.New(p.revision, p.ordered, instances)
	}
	clear(p.came)
	return p.last
}

// afterLast returns the instances in the order of the last catalogue, and the new ones behind: what is nearly sorted is sorted fast.
func (p *picture) afterLast() []catalog.Instance {
	before := p.last.Instances()
	instances := make([]catalog.Instance, 0, len(p.instances))
	for _, instance := range before {
		if now, stays := p.instances[instance.Key()]; stays {
			instances = append(instances, now)
		}
	}
	for key := range p.came {
		_, counted := slices.BinarySearchFunc(before, key, func(i catalog.Instance, key catalog.InstanceKey) int { return i.Key().Compare(key) })
		if now, stays := p.instances[key]; stays && !counted {
			instances = append(instances, now)
		}
	}
	return instances
}
