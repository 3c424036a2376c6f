package operations

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/apperr"
)

const (
	// database is the name under which programs report theirs.
	database = "the database"
	// registrySvc is the program that tells of all others.
	registrySvc = "registry-svc"
)

const (
	// fresh is how long a look at the platform counts, so that however many ask, each program is asked once a second at most.
	fresh = time.Second
	// lookTimeout bounds a look, and listTimeout the wait for the registry's part of it.
	lookTimeout = 10 * time.Second
	listTimeout = 2 * time.Second
)

// sight is how the platform is. It is the one source of all that tells of it: health, status and readiness.
type sight struct {
	programs  []program // by name and instance
	databases []*gatewayv1.DatabaseHealth
	at        time.Time
	// blind is set if the registry did not say who there is.
	blind bool
}

// down returns the names of the programs that are down, sorted, one for each instance.
func (s *sight) down() (names []string) {
	for _, found := range s.programs {
		if found.GetDown() {
			names = append(names, found.GetProgram())
		}
	}
	return names
}

// Down returns the names of the programs that are down now, sorted, and whether one of them is the gateway or an instance of a
// required service. The registry is not: calls go on without it.
func (s *Server) Down(ctx context.Context) (names []string, required bool) {
	seen := s.look(ctx)
	required = slices.ContainsFunc(seen.programs, func(p program) bool {
		return p.GetDown() && p.required && p.GetProgram() != registrySvc
	})
	return slices.Compact(seen.down()), required
}

// look returns how the platform is now, or was within the last second. It does not depend on whether the caller goes on waiting,
// since others wait for the same.
func (s *Server) look(ctx context.Context) *sight {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.last == nil || s.Clock.Since(s.last.at) >= fresh {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
		defer cancel()
		s.last = s.lookNow(ctx)
		s.last.at = s.Clock.Now()
	}
	return s.last
}

func (s *Server) lookNow(ctx context.Context) *sight {
	registry, present, err := s.registry(ctx)
	seen := &sight{programs: []program{s.own(), registry}, blind: err != nil}
	if s.Redis != nil {
		seen.databases = append(seen.databases, &gatewayv1.DatabaseHealth{
			Database: "redis", Program: "gateway", Instance: s.Name, Ready: s.Redis(),
		})
	}
	required := map[string]bool{}
	for _, service := range s.Required() {
		required[service] = true
		known := func(one *registryv1.RegisteredInstance) bool { return one.GetService() == service }
		if !seen.blind && !slices.ContainsFunc(present, known) {
			present = append(present, &registryv1.RegisteredInstance{Service: service, State: neverRegistered})
		}
	}
	seen.programs = append(seen.programs, s.ask(ctx, present)...)
	for _, found := range seen.programs {
		if there, needed := found.needs[database]; needed {
			seen.databases = append(seen.databases, &gatewayv1.DatabaseHealth{
				Database: found.GetProgram(), Program: found.GetProgram(), Instance: found.GetInstance(), Ready: there,
			})
		}
	}
	seen.judge(required)
	slices.SortFunc(seen.programs, func(a, b program) int {
		return cmp.Or(strings.Compare(a.GetProgram(), b.GetProgram()), strings.Compare(a.GetInstance(), b.GetInstance()))
	})
	return seen
}

// judge says which programs are down. Whoever does not serve and is in order is not, unless its service is required and nobody
// serves for it.
func (s *sight) judge(required map[string]bool) {
	served := map[string]bool{}
	for _, found := range s.programs {
		served[found.GetProgram()] = served[found.GetProgram()] || found.GetReady()
	}
	for i := range s.programs {
		found := &s.programs[i]
		name := found.GetProgram()
		found.required = found.GetRegistration() == nil || required[name]
		spared := found.orderly && (served[name] || !found.required)
		found.Down = !found.GetReady() && !spared
	}
}

// own is how this gateway is.
func (s *Server) own() program {
	state := s.State()
	reason := state.Reason
	if reason == "" && len(state.Missing) > 0 {
		reason = "nobody offers " + strings.Join(state.Missing, ", ")
	}
	return program{ProgramHealth: &gatewayv1.ProgramHealth{
		Program: "gateway", Instance: s.Name, Address: s.Address(), Version: orNil(s.Version), Since: orNil(stamp(s.Calls.Since())),
		Ready: reason == "", Reason: orNil(reason),
	}}
}

// registry returns how the registry is, and the instances that it knows. The error is why it did not tell.
func (s *Server) registry(ctx context.Context) (program, []*registryv1.RegisteredInstance, error) {
	found := program{ProgramHealth: &gatewayv1.ProgramHealth{Program: registrySvc, Address: s.RegistryAddress}}
	bounded, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	listed, err := s.Registry.ListPresence(bounded, &registryv1.ListPresenceRequest{})
	if err != nil {
		found.Reason = orNil("it does not answer: " + apperr.From(err).Message)
		return found, nil, err
	}
	found.read(ctx, s.RegistryConn)
	return found, listed.GetInstances(), nil
}
