package resolution

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Library supplies the skills.
type Library interface {
	Current() *skills.Collection
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Registry supplies the tools.
type Registry interface {
	Current() *catalog.Catalog
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Classifications supplies the capabilities of tools.
type Classifications interface {
	// Of returns false if the tool is not classified yet.
	Of(tool string) (skills.Classification, bool)
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Options configure a Resolver. Every field is required.
type Options struct {
	Library         Library
	Registry        Registry
	Classifications Classifications
	Overrides       *overrides.Register
	Policy          *policy.Policy
	Clock           clock.Clock
	Meters          metric.MeterProvider
}

// Resolver holds the current Snapshot. It is safe for concurrent use.
type Resolver struct {
	Options
	current atomic.Pointer[Snapshot]

	building sync.Mutex
	rebuilds atomic.Int64
	latency  skills.LatencyRecord
	duration metric.Float64Histogram
}

// New returns a Resolver of what is known now.
func New(options Options) (*Resolver, error) {
	duration, err := options.Meters.Meter("skills").Float64Histogram("skills.resolution.duration", metric.WithUnit("s"),
		metric.WithDescription("How long it took to resolve the tools of a skill."),
		metric.WithExplicitBucketBoundaries(1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 1e-3, 1e-2))
	if err != nil {
		return nil, fmt.Errorf("measure resolutions: %w", err)
	}
	r := &Resolver{Options: options, duration: duration}
	r.Rebuild()
	return r, nil
}

// Run prepares everything again whenever something has changed, until ctx ends.
func (r *Resolver) Run(ctx context.Context) {
	skillsChanged, endSkills := r.Library.Subscribe()
	defer endSkills()
	toolsChanged, endTools := r.Registry.Subscribe()
	defer endTools()
	classified, endClassified := r.Classifications.Subscribe()
	defer endClassified()
	overridden, endOverridden := r.Overrides.Subscribe()
	defer endOverridden()
	for {
		select {
		case <-ctx.Done():
			return
		case <-skillsChanged:
		case <-toolsChanged:
		case <-classified:
		case <-overridden:
		}
		r.Rebuild()
	}
}

// Rebuild prepares everything again. Whoever has changed something calls it to see the change at once.
func (r *Resolver) Rebuild() {
	r.building.Lock()
	defer r.building.Unlock()
	r.current.Store(Build(Input{
		Skills: r.Library.Current(), Tools: r.tools(), Overrides: r.Overrides.Current(), Policy: r.Policy,
	}))
	r.rebuilds.Add(1)
}

// tools returns the registered tools. What a tool declares applies before the tool is classified.
func (r *Resolver) tools() []*policy.Tool {
	registered := r.Registry.Current().Tools()
	tools := make([]*policy.Tool, 0, len(registered))
	for _, tool := range registered {
		said, known := r.Classifications.Of(tool.Name)
		if !known {
			said = skills.Classification{Origin: skills.OriginNone}
			if len(tool.Capabilities) > 0 {
				said = skills.Classification{Categories: tool.Capabilities, Origin: skills.OriginDeclared}
			}
		}
		tools = append(tools, &policy.Tool{
			Name: tool.Name, Title: tool.Title, Service: tool.Definition.Service, Categories: said.Categories,
			Origin: string(said.Origin), Auth: toolspec.AuthName(tool.Auth), ReadOnly: tool.ReadOnly,
			Destructive: tool.Destructive, Idempotent: tool.Idempotent,
		})
	}
	return tools
}

// Resolve returns the tools of a skill for a caller, or false if there is no such skill. It never waits or calls
// anybody.
func (r *Resolver) Resolve(ctx context.Context, name string, caller policy.Caller) (*Result, bool) {
	began := r.Clock.Now()
	result, found := r.current.Load().Resolve(name, caller)
	took := r.Clock.Since(began)
	r.latency.Add(took)
	r.duration.Record(ctx, took.Seconds())
	return result, found
}

// Figures are counts since the start.
type Figures struct {
	Resolutions, Rebuilds int64
	Latency               skills.Latency
	// Resolved and Refused are the present numbers of resolved and refused tools, summed over all skills.
	Resolved, Refused int
}

// Figures returns the figures.
func (r *Resolver) Figures() Figures {
	f := Figures{Resolutions: r.latency.Count(), Rebuilds: r.rebuilds.Load(), Latency: r.latency.Latency()}
	f.Resolved, f.Refused = r.current.Load().Totals()
	return f
}

// Preview returns the tools of a skill for a caller as they would be with other overrides, or false if there is no such skill.
func (r *Resolver) Preview(name string, caller policy.Caller, decided *overrides.List) (*Result, bool) {
	entry := r.Library.Current().Find(name)
	if entry == nil || entry.Skill == nil {
		return nil, false
	}
	input := Input{Skills: r.Library.Current(), Tools: r.tools(), Overrides: decided, Policy: r.Policy}
	s := &Snapshot{policy: r.Policy, skills: map[string]*prepared{
		strings.ToLower(entry.Name): prepare(entry.Skill, newIndex(input.Tools), input),
	}}
	return s.Resolve(name, caller)
}
