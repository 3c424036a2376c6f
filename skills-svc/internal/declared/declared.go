// Package declared classifies tools by what they declare and by the map of tools, without a model.
package declared

import (
	"context"

	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Classifier classifies the tools of a registry.
type Classifier struct {
	resolution.Registry
	Known *capability.Map
}

// Of gives what a tool declares, or else what the map says.
func (c *Classifier) Of(name string) (skills.Classification, bool) {
	tool := c.Current().Lookup(name)
	switch {
	case tool == nil:
		return skills.Classification{}, false
	case len(tool.Capabilities) > 0:
		return skills.Classification{Tool: name, Categories: tool.Capabilities, Origin: skills.OriginDeclared}, true
	case len(c.Known.Of(name)) > 0:
		return skills.Classification{Tool: name, Categories: c.Known.Of(name), Origin: skills.OriginMap}, true
	default:
		return skills.Classification{Tool: name, Origin: skills.OriginNone}, true
	}
}

// Ask gives the same again.
func (c *Classifier) Ask(_ context.Context, tool string, _ int32) (skills.Classification, error) {
	said, known := c.Of(tool)
	if !known {
		return skills.Classification{}, skills.ErrUnknownTool
	}
	return said, nil
}

// Set is refused: nothing is kept here.
func (c *Classifier) Set(context.Context, string, []string, int32) (skills.Classification, error) {
	return skills.Classification{}, skills.Invalid{Field: "capabilities", Message: "Cannot be set"}
}

// Figures counts the tools by origin.
func (c *Classifier) Figures() skills.ClassificationFigures {
	figures := skills.ClassificationFigures{ByOrigin: map[skills.Origin]int{}, CacheState: "process"}
	for _, tool := range c.Current().Tools() {
		said, _ := c.Of(tool.Name)
		figures.Tools++
		figures.ByOrigin[said.Origin]++
	}
	return figures
}
