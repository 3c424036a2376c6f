package catalog

import (
	"cmp"
	"slices"
	"sync"

	"github.com/salaatflow/platform/services/toolspec"
)

// Catalog is who offers which tool at one moment. It is immutable and safe for concurrent use; the slices it returns must
// not be changed. The zero Catalog is empty.
//
// While two versions of one service run side by side, it offers what either offers. Where they differ about the same
// name, a canonical name goes before an alias, and the newer version before the older.
type Catalog struct {
	revision    int64
	definitions []*Definition
	byHash      map[string]*Definition
	instances   []Instance
	byService   map[string][]Instance
	offering    map[string]int // instances by the hash of their definition

	// named returns the tools and their names, which are put together when somebody first asks: there may be ten thousands, and
	// who only connects to instances asks for none. It is nil in the zero Catalog.
	named func() *names
}

// Tool is a tool that a service offers.
type Tool struct {
	*toolspec.Tool
	// Definition is the newest that offers the tool; the specification is from it.
	Definition *Definition
	// Instances is how many instances offer the tool, of whichever version. It is 0 only for a tool that View keeps.
	Instances int
}

// New returns the catalogue of a revision. A definition that no instance offers, and an instance whose definition is not
// among those given, are left out.
func New(revision int64, definitions []*Definition, instances []Instance) *Catalog {
	c := &Catalog{
		revision:  revision,
		byHash:    make(map[string]*Definition, len(definitions)),
		byService: make(map[string][]Instance, len(definitions)),
		instances: make([]Instance, 0, len(instances)),
		offering:  make(map[string]int, len(definitions)),
	}
	for _, definition := range definitions {
		c.byHash[definition.Hash] = definition
	}
	c.addInstances(instances)
	for _, definition := range definitions {
		switch {
		case c.byHash[definition.Hash] != definition: // another one has the same hash
		case c.offering[definition.Hash] == 0:
			delete(c.byHash, definition.Hash)
		default:
			c.definitions = append(c.definitions, definition)
		}
	}
	slices.SortFunc(c.definitions, compareDefinitions)
	c.named = sync.OnceValue(func() *names {
		return c.nameTools(c.definitions, func(string, string, *toolspec.Tool) bool { return true }, nil)
	})
	return c
}

// addInstances adds those whose definition is known.
func (c *Catalog) addInstances(instances []Instance) {
	for _, instance := range instances {
		if c.byHash[instance.DefinitionHash] == nil {
			continue
		}
		c.offering[instance.DefinitionHash]++
		c.instances = append(c.instances, instance)
	}
	slices.SortFunc(c.instances, compareInstances)
	for first := 0; first < len(c.instances); {
		service, next := c.instances[first].Service, first+1
		for next < len(c.instances) && c.instances[next].Service == service {
			next++
		}
		c.byService[service] = c.instances[first:next:next]
		first = next
	}
}

// Revision is the registry's revision; it grows by one with each change and starts anew with the registry.
func (c *Catalog) Revision() int64 { return c.revision }

// Definitions returns what is offered, by service and newest version first.
func (c *Catalog) Definitions() []*Definition { return c.definitions }

// DefinitionsOf returns what is offered of a service, newest version first; nothing when the service is not known.
func (c *Catalog) DefinitionsOf(service string) []*Definition {
	first, _ := slices.BinarySearchFunc(c.definitions, service, func(d *Definition, service string) int {
		return cmp.Compare(d.Service, service)
	})
	end := first
	for end < len(c.definitions) && c.definitions[end].Service == service {
		end++
	}
	return c.definitions[first:end:end]
}

// Definition returns the definition of a hash; nil when there is none.
func (c *Catalog) Definition(hash string) *Definition { return c.byHash[hash] }

// Instances returns who offers it, by service and id.
func (c *Catalog) Instances() []Instance { return c.instances }

// InstancesOf returns the instances of a service by id; none when the service is not known.
func (c *Catalog) InstancesOf(service string) []Instance { return c.byService[service] }

// Tools returns the tools by canonical name.
func (c *Catalog) Tools() []*Tool { return c.names().tools }

// Lookup returns the tool that has the name, canonical or alias; nil when none has.
func (c *Catalog) Lookup(name string) *Tool {
	tool, _ := c.names().byName.Get(name)
	return tool
}

// MapIntent returns the tool name that an intent answers, exact and case-sensitive; false when no tool has the intent.
func (c *Catalog) MapIntent(intent string) (string, bool) {
	mapped, ok := c.names().intents.Get(intent)
	return mapped.answers, ok
}

func compareInstances(a, b Instance) int {
	if a.Service != b.Service {
		return cmp.Compare(a.Service, b.Service)
	}
	return cmp.Compare(a.ID, b.ID)
}

func compareDefinitions(a, b *Definition) int {
	if a.Service != b.Service {
		return cmp.Compare(a.Service, b.Service) // versions take long to compare
	}
	return cmp.Or(CompareVersions(b.Version, a.Version), cmp.Compare(a.Hash, b.Hash))
}
