package catalog

import (
	"iter"
	"maps"
)

// Names gives every name, canonical or alias, with the tool that has it, in no order.
func (c *Catalog) Names() iter.Seq2[string, *Tool] { return maps.All(c.byName) }

// Intents gives every intent with the tool name it answers, in no order.
func (c *Catalog) Intents() iter.Seq2[string, string] { return maps.All(c.intents) }
