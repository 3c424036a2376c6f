package operations

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/grpcserver"
)

// The states of instances that the registry tells, and of required services of which there is none.
const (
	serving         = "serving"
	gone            = "gone"
	stopped         = "stopped"
	neverRegistered = "never_registered"
)

// program is a program, with what it needs and whether that is there.
type program struct {
	*gatewayv1.ProgramHealth

	needs map[string]bool
	// orderly is set if it does not serve because it says so, or because it need not yet or any more.
	orderly bool
	// required is set of the gateway, the registry and the services of which there must be an instance.
	required bool
}

// state is what the registry says of a program that does not serve, and whether that is in order.
type state struct {
	reason  string
	orderly bool
}

var states = map[string]state{
	"not_serving":   {"it says that it does not serve", true},
	"unreachable":   {"the registry cannot reach it", false},
	"quarantined":   {"nobody has accepted its definition", true},
	"waiting":       {"it waits for another instance to go", true},
	gone:            {"it is gone", false},
	stopped:         {"it has stopped", true},
	neverRegistered: {"no instance of it has registered", false},
}

func newProgram(instance *registryv1.RegisteredInstance) program {
	found := program{ProgramHealth: &gatewayv1.ProgramHealth{
		Program: instance.GetService(), Instance: instance.GetInstance(), Address: instance.GetAddress(),
		Version: orNil(instance.GetVersion()), Registration: instance, Ready: instance.GetState() == serving,
	}}
	if instance.GetRegisteredAt() != nil && instance.GetDepartedAt() == nil {
		found.Since = orNil(stamp(instance.GetRegisteredAt().AsTime()))
	}
	if found.Ready {
		return found
	}
	said := states[instance.GetState()]
	found.orderly = said.orderly
	reason := cmp.Or(said.reason, instance.GetState())
	if wrong := instance.GetLastError(); wrong != "" {
		reason += ": " + wrong
	}
	found.Reason = orNil(reason)
	return found
}

// read asks a program what health reports under each of its names. One that does not know that question is as it was.
func (p *program) read(ctx context.Context, conn grpc.ClientConnInterface) {
	ctx, cancel := context.WithTimeout(ctx, askTimeout)
	defer cancel()
	listed, err := healthv1.NewHealthClient(conn).List(ctx, &healthv1.HealthListRequest{})
	switch status.Code(err) {
	case codes.OK:
	case codes.Unimplemented, codes.Unauthenticated, codes.PermissionDenied, codes.ResourceExhausted:
		return // it answers
	default:
		p.Ready, p.orderly, p.Reason = false, false, orNil("it does not answer")
		return
	}
	p.needs = map[string]bool{}
	for name, said := range listed.GetStatuses() {
		serving := said.GetStatus() == healthv1.HealthCheckResponse_SERVING
		p.need(name, serving)
		if name == "" {
			p.Ready = serving
		}
	}
	switch lacks := p.lacking(); {
	case lacks != "":
		p.Ready, p.orderly, p.Reason = false, false, orNil("it lacks "+lacks)
	case !p.Ready:
		p.orderly, p.Reason = true, orNil(states["not_serving"].reason)
	}
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
