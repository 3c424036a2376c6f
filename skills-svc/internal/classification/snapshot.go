package classification

import (
	"maps"
	"reflect"
	"slices"

	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// snapshot is what is known at one moment. It is immutable.
type snapshot struct {
	tools map[string]skills.Classification // by canonical name
	// pending is the number of tools without a classification.
	pending       int
	disagreements skills.Disagreements
}

// publish makes what the loop knows visible, and notifies those who wait for it.
func (c *Classifier) publish() {
	if c.loop.changed {
		c.loop.changed = false
		next := c.snapshot()
		last := c.current.Swap(next)
		if !maps.EqualFunc(last.tools, next.tools, func(a, b skills.Classification) bool { return reflect.DeepEqual(a, b) }) {
			c.changes.Publish()
		}
	}
	for _, waiting := range c.loop.waiting {
		close(waiting)
	}
	c.loop.waiting = nil
}

func (c *Classifier) snapshot() *snapshot {
	next := &snapshot{tools: make(map[string]skills.Classification, len(c.loop.tools))}
	for name, t := range c.loop.tools {
		said, ok := t.record.classification(t.tool, c.Known)
		if !ok {
			next.pending++
			continue
		}
		next.tools[name] = said
		compare(&next.disagreements, t.record)
	}
	return next
}

// compare adds to the counts of how far the opinions of a record agree.
func compare(into *skills.Disagreements, record Record) {
	for _, pair := range []struct {
		a, b skills.Origin
		into *skills.Disagreement
	}{
		{skills.OriginModel, skills.OriginMap, &into.ModelMap},
		{skills.OriginModel, skills.OriginAdmin, &into.ModelAdmin},
		{skills.OriginMap, skills.OriginAdmin, &into.MapAdmin},
		{skills.OriginDeclared, skills.OriginModel, &into.DeclaredModel},
		{skills.OriginDeclared, skills.OriginMap, &into.DeclaredMap},
	} {
		a, first := record.Opinions[pair.a]
		b, second := record.Opinions[pair.b]
		if !first || !second {
			continue
		}
		pair.into.Compared++
		if !slices.Equal(a.Categories, b.Categories) {
			pair.into.Differ++
		}
	}
}
