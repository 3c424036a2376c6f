package operations

import (
	"cmp"
	"context"
	"slices"
	"strings"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/grpcserver"
)

// database is the name under which programs report theirs.
const database = "the database"

// GetHealth asks each program how it is.
func (s *Server) GetHealth(ctx context.Context, _ *gatewayv1.GetHealthRequest) (*gatewayv1.GetHealthResponse, error) {
	answer := &gatewayv1.GetHealthResponse{Programs: []*gatewayv1.ProgramHealth{s.own()}, Queues: s.queues()}
	if s.Redis != nil {
		answer.Databases = append(answer.Databases, &gatewayv1.DatabaseHealth{
			Database: "redis", Program: "gateway", Instance: s.Name, Ready: s.Redis(),
		})
	}
	registry, listed := s.registry(ctx)
	for _, found := range append(s.ask(ctx, listed), registry) {
		answer.Programs = append(answer.Programs, found.ProgramHealth)
		if there, needed := found.needs[database]; needed {
			answer.Databases = append(answer.Databases, &gatewayv1.DatabaseHealth{
				Database: found.GetProgram(), Program: found.GetProgram(), Instance: found.GetInstance(), Ready: there,
			})
		}
	}
	slices.SortFunc(answer.GetPrograms(), func(a, b *gatewayv1.ProgramHealth) int {
		return cmp.Or(strings.Compare(a.GetProgram(), b.GetProgram()), strings.Compare(a.GetInstance(), b.GetInstance()))
	})
	return answer, nil
}

// own is how this gateway is.
func (s *Server) own() *gatewayv1.ProgramHealth {
	state := s.State()
	reason := state.Reason
	if reason == "" && len(state.Missing) > 0 {
		reason = "nobody offers " + strings.Join(state.Missing, ", ")
	}
	return &gatewayv1.ProgramHealth{
		Program: "gateway", Instance: s.Name, Address: s.Address(), Version: orNil(s.Version), Since: orNil(stamp(s.Calls.Since())),
		Ready: reason == "", Reason: orNil(reason),
	}
}

// queues are what waits at this gateway.
func (s *Server) queues() []*gatewayv1.QueueHealth {
	var queues []*gatewayv1.QueueHealth
	if queue, waits := audit.QueueOf(s.Recorder); waits {
		records, full := queue.Backlog()
		queues = append(queues, &gatewayv1.QueueHealth{Queue: "audit", Program: "gateway", Waiting: within(records), Full: full})
	}
	_, most := s.Budgets.Bounds()
	for _, budget := range s.Budgets.Budgets() {
		queues = append(queues, &gatewayv1.QueueHealth{
			Queue: "calls", Program: budget.Service, Waiting: within(int64(budget.Waiting)), Full: float64(budget.Waiting) / float64(max(most, 1)),
		})
	}
	return queues
}

// registry returns how the registry is, and the instances that it knows.
func (s *Server) registry(ctx context.Context) (program, []*registryv1.RegisteredInstance) {
	found := program{ProgramHealth: &gatewayv1.ProgramHealth{Program: "registry-svc", Address: s.RegistryAddress}}
	listed, err := s.Registry.ListInstances(ctx, &registryv1.ListInstancesRequest{})
	if err != nil {
		found.Reason = orNil("it does not answer: " + apperr.From(err).Message)
		return found, nil
	}
	found.read(ctx, s.RegistryConn)
	return found, listed.GetInstances()
}

// program is a program, with what it needs and whether that is there.
type program struct {
	*gatewayv1.ProgramHealth

	needs map[string]bool
}

// reasons are why the registry sends an instance no calls.
var reasons = map[string]string{
	"not_serving": "it says that it does not serve", "unreachable": "the registry cannot reach it",
	"quarantined": "nobody has accepted its definition", "waiting": "it waits for another instance to go",
}

func newProgram(instance *registryv1.RegisteredInstance) program {
	found := program{ProgramHealth: &gatewayv1.ProgramHealth{
		Program: instance.GetService(), Instance: instance.GetInstance(), Address: instance.GetAddress(),
		Version: orNil(instance.GetVersion()), Since: orNil(stamp(instance.GetRegisteredAt().AsTime())),
	}}
	found.Ready = instance.GetState() == "serving"
	if !found.Ready {
		found.Reason = orNil(cmp.Or(reasons[instance.GetState()], instance.GetState()))
	}
	return found
}

// lacking returns what a program needs and is not there.
func (p *program) lacking() string {
	var lacks []string
	for what, there := range p.needs {
		if !there {
			lacks = append(lacks, what)
		}
	}
	slices.Sort(lacks)
	return strings.Join(lacks, ", ")
}

// need notes what health says under a name.
func (p *program) need(name string, there bool) {
	if what, is := strings.CutPrefix(name, grpcserver.NeedsPrefix); is {
		p.needs[what] = there
	}
}
