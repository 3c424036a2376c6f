package discovery

import (
	"fmt"
	"log/slog"
	"maps"
	"slices"

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
	// missed are instances that a registry which was away does not name; they go when their grace is over.
	missed map[catalog.InstanceKey]catalog.Instance
}

func newPicture(limits toolspec.Limits, logger *slog.Logger) *picture {
	return &picture{
		limits:      limits,
		logger:      logger,
		definitions: map[string]*catalog.Definition{},
		announced:   map[string]struct{}{},
		instances:   map[catalog.InstanceKey]catalog.Instance{},
		missed:      map[catalog.InstanceKey]catalog.Instance{},
	}
}

// apply takes a message of the registry. A snapshot that comes after the registry was away keeps what it does not name
// as missed. An error means that the message does not follow from what came before.
func (p *picture) apply(message *registryv1.WatchResponse, wasAway bool) error {
	if snapshot := message.GetSnapshot(); snapshot != nil {
		// A registry that goes on in the same history has not forgotten what it does not name.
		p.replace(snapshot, wasAway && (snapshot.GetHistory() == "" || snapshot.GetHistory() != p.history))
		p.history, p.revision = snapshot.GetHistory(), message.GetRevision()
		return nil
	}
	want := p.revision + 1
	if message.GetResumed() != nil {
		want = p.revision
	}
	if message.GetRevision() != want {
		p.history = ""
		return fmt.Errorf("revision %d came after %d", message.GetRevision(), p.revision)
	}
	p.revision = message.GetRevision()
	switch event := message.GetEvent().(type) {
	case *registryv1.WatchResponse_DefinitionAdded:
		p.define(event.DefinitionAdded)
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

func (p *picture) replace(snapshot *registryv1.Snapshot, wasAway bool) {
	before := p.instances
	p.instances = map[catalog.InstanceKey]catalog.Instance{}
	clear(p.announced)
	for _, definition := range snapshot.GetDefinitions() {
		p.define(definition)
	}
	for _, instance := range snapshot.GetInstances() {
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
}

// define reads a definition once. One that cannot be read is as if it were not there: its instances are left out, and
// all others stay.
func (p *picture) define(wire *registryv1.Definition) {
	p.announced[wire.GetHash()] = struct{}{}
	if p.definitions[wire.GetHash()] != nil {
		return
	}
	definition, err := catalog.ReadDefinition(wire, p.limits)
	if err != nil {
		p.logger.Error("a definition cannot be read; its instances are left out",
			"service", wire.GetService(), "version", wire.GetVersion(), "error", err)
		return
	}
	p.definitions[definition.Hash] = definition
}

func (p *picture) add(instance catalog.Instance) {
	p.instances[instance.Key()] = instance
	delete(p.missed, instance.Key())
}

// forgetMissed lets those go that have not come back.
func (p *picture) forgetMissed() {
	clear(p.missed)
	p.forgetDefinitions()
}

// forgetDefinitions drops those that are neither announced nor offered by an instance that is missed.
func (p *picture) forgetDefinitions() {
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
	instances := slices.Collect(maps.Values(p.instances))
	for _, instance := range p.missed {
		instances = append(instances, instance)
	}
	return catalog.New(p.revision, slices.Collect(maps.Values(p.definitions)), instances)
}
