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

// names are the tools of a catalogue, and what they are called.
type names struct {
	tools   []*Tool
	byName  map[string]*Tool
	intents map[string]string
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
		byService: map[string][]Instance{},
		offering:  make(map[string]int, len(definitions)),
	}
	for _, definition := range definitions {
		c.byHash[definition.Hash] = definition
	}
	c.addInstances(instances)
	for hash, definition := range c.byHash {
		if c.offering[hash] == 0 {
			delete(c.byHash, hash)
			continue
		}
		c.definitions = append(c.definitions, definition)
	}
	slices.SortFunc(c.definitions, compareDefinitions)
	c.named = sync.OnceValue(func() *names {
		return c.nameTools(func(string, string, *toolspec.Tool) bool { return true }, nil)
	})
	return c
}

// View returns the catalogue with the names that allows reports true for: the canonical name, aliases and intents that a
// service gives to a tool. A tool whose canonical name is refused is left out. The tools of keep are there in any case,
// under the names that nobody else has; those that nobody offers have no instances.
func (c *Catalog) View(allows func(service, name string, tool *toolspec.Tool) bool, keep []*Tool) *Catalog {
	view, named := *c, c.nameTools(allows, keep)
	view.named = func() *names { return named }
	return &view
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
	slices.SortFunc(c.instances, func(a, b Instance) int { return a.Key().Compare(b.Key()) })
	for _, instance := range c.instances {
		c.byService[instance.Service] = append(c.byService[instance.Service], instance)
	}
}

// nameTools takes the definitions newest first, so that what is there already is what counts, and the kept tools last.
func (c *Catalog) nameTools(allows func(service, name string, tool *toolspec.Tool) bool, keep []*Tool) *names {
	n := &names{byName: map[string]*Tool{}, intents: map[string]string{}}
	var named []*Tool // what gives names, by precedence
	for _, definition := range c.definitions {
		for _, spec := range definition.Manifest().Tools {
			if allows(definition.Service, spec.Name, spec) {
				named = append(named, n.addTool(spec, definition, c.offering[definition.Hash]))
			}
		}
	}
	for _, kept := range keep {
		if n.byName[kept.Name] == nil {
			named = append(named, n.addTool(kept.Tool, kept.Definition, 0))
		}
	}
	slices.SortFunc(n.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	n.addOtherNames(named, allows)
	return n
}

// addOtherNames adds aliases, and then the intents that are answered by a name there is.
func (n *names) addOtherNames(named []*Tool, allows func(service, name string, tool *toolspec.Tool) bool) {
	for _, tool := range named {
		for _, alias := range tool.Aliases {
			if n.byName[alias] == nil && allows(tool.Definition.Service, alias, tool.Tool) {
				n.byName[alias] = n.byName[tool.Name]
			}
		}
	}
	for _, tool := range named {
		for _, intent := range tool.Intents {
			_, taken := n.intents[intent.Name]
			if !taken && n.byName[intent.Answers] != nil && allows(tool.Definition.Service, intent.Name, tool.Tool) {
				n.intents[intent.Name] = intent.Answers
			}
		}
	}
}

// addTool adds a tool, or counts the instances of one that is there, and returns what gives the names of this definition.
func (n *names) addTool(spec *toolspec.Tool, definition *Definition, instances int) *Tool {
	tool := &Tool{Tool: spec, Definition: definition, Instances: instances}
	if newer := n.byName[spec.Name]; newer != nil {
		newer.Instances += instances
		return tool
	}
	n.byName[spec.Name] = tool
	n.tools = append(n.tools, tool)
	return tool
}

// names returns the tools and their names.
func (c *Catalog) names() *names {
	if c.named == nil {
		return &names{}
	}
	return c.named()
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
func (c *Catalog) Lookup(name string) *Tool { return c.names().byName[name] }

// MapIntent returns the tool name that an intent answers, exact and case-sensitive; false when no tool has the intent.
func (c *Catalog) MapIntent(intent string) (string, bool) {
	name, ok := c.names().intents[intent]
	return name, ok
}

func compareDefinitions(a, b *Definition) int {
	return cmp.Or(
		cmp.Compare(a.Service, b.Service),
		CompareVersions(b.Version, a.Version),
		cmp.Compare(a.Hash, b.Hash),
	)
}
