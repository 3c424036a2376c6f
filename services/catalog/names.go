package catalog

import (
	"cmp"
	"maps"
	"slices"

	"github.com/salaatflow/platform/services/layered"
	"github.com/salaatflow/platform/services/toolspec"
)

// names are the tools of a catalogue, and what they are called.
type names struct {
	tools   []*Tool // by canonical name
	byName  layered.Map[string, *Tool]
	intents layered.Map[string, mapping]
	// contested: two services claim the same, or one answers an intent by another's name.
	contested bool
}

// mapping is what answers an intent, by the word of which service.
type mapping struct{ answers, service string }

// allower reports whether a service may give a tool a name.
type allower = func(service, name string, tool *toolspec.Tool) bool

// View returns the catalogue with the names that allows reports true for: the canonical name, aliases and intents that a
// service gives to a tool. A tool whose canonical name is refused is left out. The tools of keep are there in any case,
// under the names that nobody else has; those that nobody offers have no instances.
func (c *Catalog) View(allows func(service, name string, tool *toolspec.Tool) bool, keep []*Tool) *Catalog {
	return c.view(c.nameTools(c.definitions, allows, keep))
}

// ViewAfter is View for who has the view of an earlier catalogue, by the same rules: what services have not changed since is taken
// from there. How many instances offer one of their tools may be as of then.
func (c *Catalog) ViewAfter(before *Catalog, allows func(service, name string, tool *toolspec.Tool) bool, keep []*Tool) *Catalog {
	if named := c.nameChanged(before, allows, keep); named != nil {
		return c.view(named)
	}
	return c.View(allows, keep)
}

func (c *Catalog) view(named *names) *Catalog {
	view := *c
	view.named = func() *names { return named }
	return &view
}

// names returns the tools and their names.
func (c *Catalog) names() *names {
	if c.named == nil {
		return &names{}
	}
	return c.named()
}

// naming puts names together.
type naming struct {
	tools     []*Tool
	byName    map[string]*Tool
	intents   map[string]mapping
	contested bool
}

// nameTools takes the definitions newest first, so that what is there already is what counts, and the kept tools last.
func (c *Catalog) nameTools(definitions []*Definition, allows allower, keep []*Tool) *names {
	n := c.naming(definitions, allows, keep)
	return &names{tools: n.tools, byName: layered.Of(n.byName), intents: layered.Of(n.intents), contested: n.contested}
}

func (c *Catalog) naming(definitions []*Definition, allows allower, keep []*Tool) *naming {
	most := len(keep)
	for _, definition := range definitions {
		most += len(definition.ToolNames)
	}
	n := &naming{tools: make([]*Tool, 0, most), byName: make(map[string]*Tool, most), intents: map[string]mapping{}}
	named := make([]*Tool, 0, most) // what gives names, by precedence
	for _, definition := range definitions {
		for _, spec := range definition.Tools() {
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
	slices.SortFunc(n.tools, byToolName)
	n.addOtherNames(named, allows)
	return n
}

func byToolName(a, b *Tool) int { return cmp.Compare(a.Name, b.Name) }

// addOtherNames adds aliases, and then the intents that are answered by a name there is.
func (n *naming) addOtherNames(named []*Tool, allows allower) {
	for _, tool := range named {
		service := tool.Definition.Service
		for _, alias := range tool.Aliases {
			switch there := n.byName[alias]; {
			case there != nil:
				n.contested = n.contested || there.Definition.Service != service
			case allows(service, alias, tool.Tool):
				n.byName[alias] = n.byName[tool.Name]
			}
		}
	}
	for _, tool := range named {
		service := tool.Definition.Service
		for _, intent := range tool.Intents {
			there, taken := n.intents[intent.Name]
			answering := n.byName[intent.Answers]
			n.contested = n.contested || taken && there.service != service || answering == nil || answering.Definition.Service != service
			if !taken && answering != nil && allows(service, intent.Name, tool.Tool) {
				n.intents[intent.Name] = mapping{intent.Answers, service}
			}
		}
	}
}

// addTool adds a tool, or counts the instances of one that is there, and returns what gives the names of this definition.
func (n *naming) addTool(spec *toolspec.Tool, definition *Definition, instances int) *Tool {
	tool := &Tool{Tool: spec, Definition: definition, Instances: instances}
	if newer := n.byName[spec.Name]; newer != nil {
		newer.Instances += instances
		n.contested = n.contested || newer.Definition.Service != definition.Service
		return tool
	}
	n.byName[spec.Name] = tool
	n.tools = append(n.tools, tool)
	return tool
}

// changedPart is the part of all definitions up to which a change is made in the view before.
const changedPart = 8

// nameChanged returns the names of a view by what has changed since another one; nil if they are to be put together anew: because
// much has changed, or because what one service is called depends on another.
func (c *Catalog) nameChanged(before *Catalog, allows allower, keep []*Tool) *names {
	old := before.names()
	changed := changedServices(before.definitions, c.definitions)
	if old.contested || len(before.definitions) == 0 || len(changed) > len(before.definitions)/changedPart {
		return nil
	}
	for _, kept := range keep {
		if _, has := changed[kept.Definition.Service]; has || before.Lookup(kept.Name) == nil {
			return nil
		}
	}
	was, is := changedOf(before.definitions, changed), changedOf(c.definitions, changed)
	gone, come := before.naming(was, allows, nil), c.naming(is, allows, nil)
	if come.contested || gone.contested {
		return nil
	}
	made := &names{
		tools:   replaceTools(old.tools, gone.tools, come.tools),
		byName:  old.byName.With(slices.Collect(maps.Keys(gone.byName)), nil),
		intents: old.intents.With(slices.Collect(maps.Keys(gone.intents)), nil),
	}
	for name := range come.byName {
		if _, taken := made.byName.Get(name); taken {
			return nil
		}
	}
	for name := range come.intents {
		if _, taken := made.intents.Get(name); taken {
			return nil
		}
	}
	made.byName, made.intents = made.byName.With(nil, come.byName), made.intents.With(nil, come.intents)
	return made
}

// changedServices returns the services whose definitions differ. Both are ordered by service.
func changedServices(before, now []*Definition) map[string]struct{} {
	changed := map[string]struct{}{}
	for len(before) > 0 || len(now) > 0 {
		switch {
		case len(before) > 0 && len(now) > 0 && before[0] == now[0]:
			before, now = before[1:], now[1:]
		case len(now) == 0 || len(before) > 0 && compareDefinitions(before[0], now[0]) < 0:
			changed[before[0].Service] = struct{}{}
			before = before[1:]
		default:
			changed[now[0].Service] = struct{}{}
			now = now[1:]
		}
	}
	return changed
}

func changedOf(definitions []*Definition, services map[string]struct{}) (of []*Definition) {
	for _, definition := range definitions {
		if _, has := services[definition.Service]; has {
			of = append(of, definition)
		}
	}
	return of
}

// replaceTools returns all without those that are gone and with those that come. Each is sorted by name.
func replaceTools(all, gone, come []*Tool) []*Tool {
	made := make([]*Tool, 0, len(all)-len(gone)+len(come))
	for len(gone) > 0 || len(come) > 0 {
		isGone := len(come) == 0 || len(gone) > 0 && gone[0].Name <= come[0].Name
		next := come
		if isGone {
			next = gone
		}
		at, found := slices.BinarySearchFunc(all, next[0], byToolName)
		made, all = append(made, all[:at]...), all[at:]
		if isGone {
			gone = gone[1:]
			if found {
				all = all[1:]
			}
			continue
		}
		made, come = append(made, come[0]), come[1:]
	}
	return append(made, all...)
}
