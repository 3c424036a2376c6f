package catalog

import (
	"cmp"
	"slices"

	"github.com/salaatflow/platform/services/toolspec"
)

// Catalog is who offers which tool at one moment. It is immutable and safe for concurrent use; the slices it gives must
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
	tools       []*Tool
	byName      map[string]*Tool
	intents     map[string]string
}

// Tool is a tool that some instance offers.
type Tool struct {
	*toolspec.Tool
	// Definition is the newest that offers the tool; the specification is from it.
	Definition *Definition
	// Instances is how many instances offer the tool, of whichever version; at least 1.
	Instances int
}

// New makes the catalogue of a revision. A definition that no instance offers, and an instance whose definition is not
// among those given, are left out.
func New(revision int64, definitions []*Definition, instances []Instance) *Catalog {
	c := &Catalog{
		revision:  revision,
		byHash:    make(map[string]*Definition, len(definitions)),
		byService: map[string][]Instance{},
		byName:    map[string]*Tool{},
		intents:   map[string]string{},
	}
	for _, definition := range definitions {
		c.byHash[definition.Hash] = definition
	}
	offered := c.addInstances(instances)
	for hash, definition := range c.byHash {
		if offered[hash] == 0 {
			delete(c.byHash, hash)
			continue
		}
		c.definitions = append(c.definitions, definition)
	}
	slices.SortFunc(c.definitions, compareDefinitions)
	c.addTools(offered)
	return c
}

// addInstances keeps those whose definition is known, and counts them by definition.
func (c *Catalog) addInstances(instances []Instance) map[string]int {
	offered := make(map[string]int, len(c.byHash))
	for _, instance := range instances {
		if c.byHash[instance.DefinitionHash] == nil {
			continue
		}
		offered[instance.DefinitionHash]++
		c.instances = append(c.instances, instance)
	}
	slices.SortFunc(c.instances, func(a, b Instance) int { return a.Key().Compare(b.Key()) })
	for _, instance := range c.instances {
		c.byService[instance.Service] = append(c.byService[instance.Service], instance)
	}
	return offered
}

// addTools takes the definitions newest first, so that what is there already is what counts.
func (c *Catalog) addTools(offered map[string]int) {
	for _, definition := range c.definitions {
		for _, spec := range definition.Manifest.Tools {
			if tool := c.byName[spec.Name]; tool != nil {
				tool.Instances += offered[definition.Hash]
				continue
			}
			tool := &Tool{Tool: spec, Definition: definition, Instances: offered[definition.Hash]}
			c.byName[spec.Name] = tool
			c.tools = append(c.tools, tool)
		}
	}
	slices.SortFunc(c.tools, func(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) })
	for _, definition := range c.definitions {
		for _, spec := range definition.Manifest.Tools {
			c.addOtherNames(spec)
		}
	}
}

func (c *Catalog) addOtherNames(spec *toolspec.Tool) {
	for _, alias := range spec.Aliases {
		if c.byName[alias] == nil {
			c.byName[alias] = c.byName[spec.Name]
		}
	}
	for _, intent := range spec.Intents {
		if _, taken := c.intents[intent.Name]; !taken {
			c.intents[intent.Name] = intent.Answers
		}
	}
}

// Revision is the registry's revision; it grows by one with each change and starts anew with the registry.
func (c *Catalog) Revision() int64 { return c.revision }

// Definitions gives what is offered, by service and newest version first.
func (c *Catalog) Definitions() []*Definition { return c.definitions }

// Definition gives the definition of a hash; nil when there is none.
func (c *Catalog) Definition(hash string) *Definition { return c.byHash[hash] }

// Instances gives who offers it, by service and id.
func (c *Catalog) Instances() []Instance { return c.instances }

// InstancesOf gives the instances of a service by id; none when the service is not known.
func (c *Catalog) InstancesOf(service string) []Instance { return c.byService[service] }

// Tools gives the tools by canonical name.
func (c *Catalog) Tools() []*Tool { return c.tools }

// Lookup gives the tool that has the name, canonical or alias; nil when none has.
func (c *Catalog) Lookup(name string) *Tool { return c.byName[name] }

// MapIntent gives the tool name that an intent answers, exact and case-sensitive; false when no tool has the intent.
func (c *Catalog) MapIntent(intent string) (string, bool) {
	name, ok := c.intents[intent]
	return name, ok
}

func compareDefinitions(a, b *Definition) int {
	return cmp.Or(
		cmp.Compare(a.Service, b.Service),
		compareVersions(b.Version, a.Version),
		cmp.Compare(a.Hash, b.Hash),
	)
}
