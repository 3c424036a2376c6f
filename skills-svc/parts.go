package skillssvc

import (
	"fmt"
	"os"

	"go.opentelemetry.io/otel/metric"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// roots returns the folders of skills in order of precedence.
func (s Settings) roots() []library.Root {
	project := library.Root{Location: skills.LocationProject, Path: s.ProjectRoot}
	if project.Path == "" {
		project.Files = examples()
	}
	roots := []library.Root{project}
	for _, root := range []library.Root{
		{Location: skills.LocationGlobal, Path: s.GlobalRoot}, {Location: skills.LocationUser, Path: s.UserRoot},
	} {
		if root.Path != "" {
			roots = append(roots, root)
		}
	}
	return roots
}

func readPolicy(config Config) (*policy.Policy, error) {
	if config.PolicyFile == "" {
		return policy.Default()
	}
	text, err := os.ReadFile(config.PolicyFile)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--policy-file: %w", err))
	}
	read, err := policy.Read(text)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--policy-file %s: %w", config.PolicyFile, err))
	}
	return read, nil
}

func readCapabilities(config Config) (*capability.Map, error) {
	if config.CapabilitiesFile == "" {
		return capability.Default()
	}
	text, err := os.ReadFile(config.CapabilitiesFile)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--capabilities-file: %w", err))
	}
	read, err := capability.Read(text)
	if err != nil {
		return nil, setting.Wrong(fmt.Errorf("--capabilities-file %s: %w", config.CapabilitiesFile, err))
	}
	return read, nil
}

func newResolver(
	library *library.Library, registry resolution.Registry, classifier *classification.Classifier,
	overrides *overrides.Register, policy *policy.Policy, clock clock.Clock, meters metric.MeterProvider,
) (*resolution.Resolver, error) {
	return resolution.New(resolution.Options{
		Library: library, Registry: registry, Classifications: classifier, Overrides: overrides, Policy: policy, Clock: clock,
		Meters: meters,
	})
}

// nowhere is the registry of a service without one: no tool is registered.
type nowhere struct{}

func (nowhere) Current() *catalog.Catalog { return catalog.New(0, nil, nil) }

func (nowhere) Subscribe() (changed <-chan struct{}, cancel func()) { return nil, func() {} }
