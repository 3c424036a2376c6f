package registrations

import (
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/toolspec"
)

// Limits bound what registrations may take of the registry and of all who watch it, so that one bad registrant cannot
// hurt the others. Each is at least 1.
type Limits struct {
	// Definition bounds one definition.
	Definition toolspec.Limits
	// Services, Instances, Definitions, Tools and Bytes, of all definitions together, bound the whole registry.
	Services, Instances, Definitions, Tools, Bytes int
	// InstancesOfService bounds the instances of one service, and VersionsOfService how many definitions of it may be
	// registered side by side, so that one service cannot fill the registry.
	InstancesOfService, VersionsOfService int
}

// DefaultLimits are enough for a large platform and keep a whole catalogue within tens of MiB.
func DefaultLimits() Limits {
	return Limits{
		Definition:         toolspec.DefaultLimits(),
		Services:           64,
		Instances:          1024,
		Definitions:        128,
		Tools:              1024,
		Bytes:              32 << 20,
		InstancesOfService: 128,
		VersionsOfService:  4,
	}
}

// check refuses a registration that would take those that are there over a limit.
func (l Limits) check(candidate Registration, others []Registration) error {
	all := countOf(append(others[:len(others):len(others)], candidate), "")
	own := countOf(append(others[:len(others):len(others)], candidate), candidate.Instance.Service)
	for _, limit := range []struct {
		what         string
		count, limit int
	}{
		{"instances of one service", own.instances, l.InstancesOfService},
		{"versions of one service side by side", own.definitions, l.VersionsOfService},
		{"services", all.services, l.Services},
		{"instances", all.instances, l.Instances},
		{"definitions", all.definitions, l.Definitions},
		{"tools", all.tools, l.Tools},
		{"bytes of definitions", all.bytes, l.Bytes},
	} {
		if limit.count > limit.limit {
			return &FullError{What: limit.what, Limit: limit.limit}
		}
	}
	return nil
}

type count struct{ services, instances, definitions, tools, bytes int }

// countOf counts what is registered by one service, or by all when none is named.
func countOf(registrations []Registration, service string) count {
	services, definitions := map[string]bool{}, map[string]bool{}
	var c count
	for _, registration := range registrations {
		if service != "" && registration.Instance.Service != service {
			continue
		}
		c.instances++
		services[registration.Instance.Service] = true
		if hash := registration.Definition.Hash; !definitions[hash] {
			definitions[hash] = true
			c.tools += len(registration.Definition.Manifest.Tools)
			c.bytes += registration.Definition.Bytes
		}
	}
	c.services, c.definitions = len(services), len(definitions)
	return c
}

func definitionsOf(registrations []Registration) []*catalog.Definition {
	seen := map[string]bool{}
	var definitions []*catalog.Definition
	for _, registration := range registrations {
		if !seen[registration.Definition.Hash] {
			seen[registration.Definition.Hash] = true
			definitions = append(definitions, registration.Definition)
		}
	}
	return definitions
}
