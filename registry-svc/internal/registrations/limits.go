package registrations

import (
	"net/netip"
	"slices"

	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
)

// Limits bound what registrations may use of the registry and of those who watch it, so that one bad registrant cannot
// hurt the others. Each is at least 1. A part of each limit for the whole registry is reserved for the platform's
// services, so that other registrations can never keep them out.
type Limits struct {
	// Definition bounds one definition.
	Definition toolspec.Limits
	// Services, Instances, Definitions, Tools and Bytes bound the whole registry. Bytes are those of all definitions.
	Services, Instances, Definitions, Tools, Bytes int
	// InstancesOfService bounds the instances of one service, and VersionsOfService the definitions of it that may be
	// registered side by side, so that one service cannot fill the registry.
	InstancesOfService, VersionsOfService int
	// PerHost bounds what one host registers of services that are not the platform's.
	PerHost HostLimits
}

// HostLimits bound what comes from one host.
type HostLimits struct{ Services, Instances, Definitions, Tools, Bytes int }

// reservedPart is the part of each limit for the whole registry that is reserved for the platform. mostReserved is the
// largest reserve that makes room for each of its services.
const (
	reservedPart = 4
	mostReserved = 2
)

// DefaultLimits returns limits that are enough for a hundred services of fifty tools beside the platform's, each in two
// versions while one replaces the other, and keep a whole catalogue within tens of MiB.
func DefaultLimits() Limits {
	return Limits{
		Definition:         toolspec.DefaultLimits(),
		Services:           256,
		Instances:          1024,
		Definitions:        512,
		Tools:              16_384,
		Bytes:              64 << 20,
		InstancesOfService: 128,
		VersionsOfService:  4,
		PerHost:            HostLimits{Services: 128, Instances: 512, Definitions: 256, Tools: 10_240, Bytes: 24 << 20},
	}
}

// limit is one limit, with the count that is compared with it.
type limit struct {
	what       string
	count, max int
}

// check refuses a registration that would take the registered ones, which are ordered by service, over a limit.
func (l Limits) check(candidate Registration, others []Registration, owners ownership.Owners) error {
	host := candidate.Holder.Host
	var own, all, foreign, ofHost count
	add := func(same []Registration) {
		all.add(same, nil)
		if same[0].Instance.Service == candidate.Instance.Service {
			own.add(same, nil)
		}
		if owners.Owns(same[0].Instance.Service) {
			return
		}
		foreign.add(same, nil)
		ofHost.add(same, func(r *Registration) bool { return r.Holder.Host == host })
	}
	beside := []Registration{candidate} // of its service
	for same := range byService(others) {
		if same[0].Instance.Service == candidate.Instance.Service {
			beside = append(beside, same...)
			continue
		}
		add(same)
	}
	add(beside)
	limits := []limit{
		{"instances of one service", own.instances, l.InstancesOfService},
		{"versions of one service side by side", own.definitions, l.VersionsOfService},
	}
	limits = append(limits, l.whole(all, 0)...)
	if !owners.Owns(candidate.Instance.Service) {
		limits = append(limits, l.whole(foreign, len(owners.Services()))...)
		limits = append(limits, l.PerHost.of(ofHost)...)
	}
	for _, limit := range limits {
		if limit.count > limit.max {
			return &FullError{What: limit.what, Limit: limit.max}
		}
	}
	return nil
}

// whole returns the limits of the whole registry, with room reserved for keptFor services.
func (l Limits) whole(c count, keptFor int) []limit {
	room := func(limit int) int {
		if keptFor == 0 {
			return limit
		}
		return limit - min(max(limit/reservedPart, keptFor), limit/mostReserved)
	}
	return []limit{
		{"services", c.services, room(l.Services)},
		{"instances", c.instances, room(l.Instances)},
		{"definitions", c.definitions, room(l.Definitions)},
		{"tools", c.tools, room(l.Tools)},
		{"bytes of definitions", c.bytes, room(l.Bytes)},
	}
}

const servicesOfHost = "services of one host"

func (l HostLimits) of(c count) []limit {
	return []limit{
		{servicesOfHost, c.services, l.Services},
		{"instances of one host", c.instances, l.Instances},
		{"definitions of one host", c.definitions, l.Definitions},
		{"tools of one host", c.tools, l.Tools},
		{"bytes of definitions of one host", c.bytes, l.Bytes},
	}
}

type count struct{ services, instances, definitions, tools, bytes int }

// add counts the registrations of one more service, of those that are wanted; of all if wanted is nil.
func (c *count) add(ofService []Registration, wanted func(*Registration) bool) {
	var (
		few  [4]string // hashes of definitions, of which a service has few
		seen = few[:0]
	)
	instances := c.instances
	for i := range ofService {
		r := &ofService[i]
		if wanted != nil && !wanted(r) {
			continue
		}
		c.instances++
		if slices.Contains(seen, r.Definition.Hash) {
			continue
		}
		seen = append(seen, r.Definition.Hash)
		c.definitions++
		c.tools += len(r.Definition.ToolNames)
		c.bytes += r.Definition.Bytes
	}
	if c.instances > instances {
		c.services++
	}
}

// comesFrom reports whether a host registered one of some registrations.
func comesFrom(host netip.Addr, registrations []Registration) bool {
	return slices.ContainsFunc(registrations, func(r Registration) bool { return r.Holder.Host == host })
}
