package discovery

import (
	"fmt"
	"slices"

	"google.golang.org/grpc/resolver"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/discovery/internal/balancing"
)

// Scheme is that of targets such as registry:///tasks-svc.
const Scheme = "registry"

// Resolver returns a builder that resolves registry:///SERVICE to the instances of the service, each with the methods that
// it offers, and to the methods that may be retried. An unknown service has no instances, so calls fail at once; when an
// instance registers, the connection follows. It is for a dial option and must not be registered globally.
func (w *Watcher) Resolver() resolver.Builder { return builder{w} }

type builder struct{ watcher *Watcher }

func (builder) Scheme() string { return Scheme }

func (b builder) Build(
	target resolver.Target, cc resolver.ClientConn, _ resolver.BuildOptions,
) (resolver.Resolver, error) {
	service := target.Endpoint()
	if service == "" {
		return nil, fmt.Errorf("the target %q names no service; write %s:///SERVICE", target.String(), Scheme)
	}
	f := &follower{watcher: b.watcher, service: service, cc: cc}
	b.watcher.passings.times.WithLabelValues(service) // 0, so that the first one is an increase
	b.watcher.follow(f)
	return f, nil
}

// follower tells one connection the instances of its service.
type follower struct {
	watcher *Watcher
	service string
	cc      resolver.ClientConn

	// What was told last, under watcher.following:
	told        *resolver.State
	definitions []*catalog.Definition
	offering    []catalog.Instance // that were in the catalogue
	instances   []catalog.Instance
	retryable   []string
}

// ResolveNow does nothing: every change is passed on as it comes.
func (f *follower) ResolveNow(resolver.ResolveNowOptions) {}

// Close stops following.
func (f *follower) Close() { f.watcher.unfollow(f) }

// tell passes on a catalogue in which something has changed for the service.
func (f *follower) tell(c *catalog.Catalog) {
	definitions, offering := c.DefinitionsOf(f.service), c.InstancesOf(f.service)
	if f.told != nil && slices.Equal(definitions, f.definitions) && slices.Equal(offering, f.offering) {
		return
	}
	f.definitions, f.offering = slices.Clone(definitions), offering
	instances, retryable := reachable(c, f.service), Retryable(c, f.service)
	if f.told != nil && slices.Equal(instances, f.instances) && slices.Equal(retryable, f.retryable) {
		return
	}
	state := &resolver.State{}
	if f.told != nil && slices.Equal(retryable, f.retryable) {
		state.ServiceConfig = f.told.ServiceConfig
	} else {
		state.ServiceConfig = f.cc.ParseServiceConfig(ServiceConfig(f.watcher.ejection, retryable))
	}
	for _, instance := range instances {
		state.Endpoints = append(state.Endpoints, balancing.WithOffer(
			resolver.Endpoint{Addresses: []resolver.Address{{Addr: instance.Address}}},
			c.Definition(instance.DefinitionHash)))
	}
	f.told, f.instances, f.retryable = state, instances, retryable
	// The only error is that there are no instances, which the balancer answers calls with.
	_ = f.cc.UpdateState(balancing.WithClock(balancing.WithObserver(*state, f.watcher.passings), f.watcher.clock))
}

// reachable returns the instances of a service, one for each address. A restarted instance and its predecessor share one
// until the predecessor is removed; the newer definition then counts.
func reachable(c *catalog.Catalog, service string) []catalog.Instance {
	var instances []catalog.Instance
	taken := map[string]bool{}
	for _, definition := range c.DefinitionsOf(service) {
		for _, instance := range c.InstancesOf(service) {
			if instance.DefinitionHash == definition.Hash && !taken[instance.Address] {
				taken[instance.Address] = true
				instances = append(instances, instance)
			}
		}
	}
	return instances
}
