package operations_test

import (
	"context"
	"fmt"
	"net"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"

	gatewayv1 "github.com/salaatflow/platform/proto/salaatflow/gateway/v1"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/gateway/internal/operations"
	"github.com/salaatflow/platform/gateway/internal/readiness"
	"github.com/salaatflow/platform/services/grpcserver"
)

// platform is a registry with programs that answer how they are.
type platform struct {
	registryv1.UnimplementedRegistryServiceServer

	present  []*registryv1.RegisteredInstance
	away     bool
	asked    int
	required []string
	clock    *clockwork.FakeClock
	server   *operations.Server
}

func (p *platform) ListPresence(context.Context, *registryv1.ListPresenceRequest) (*registryv1.ListPresenceResponse, error) {
	p.asked++
	if p.away {
		return nil, status.Error(codes.Unavailable, "away")
	}
	return &registryv1.ListPresenceResponse{Instances: p.present}, nil
}

// serve serves until the end of the test, and returns the address.
func serve(t *testing.T, register func(*grpc.Server)) string {
	t.Helper()
	listener, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	register(server)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = server.Serve(listener)
	}()
	t.Cleanup(func() {
		server.Stop()
		<-done
	})
	return listener.Addr().String()
}

// healthy returns the address of a program whose health is in order, except for what it lacks.
func healthy(t *testing.T, lacks ...string) string {
	t.Helper()
	said := health.NewServer()
	for _, name := range lacks {
		said.SetServingStatus(name, healthv1.HealthCheckResponse_NOT_SERVING)
	}
	return serve(t, func(s *grpc.Server) { healthv1.RegisterHealthServer(s, said) })
}

func startPlatform(t *testing.T, required ...string) *platform {
	t.Helper()
	p := &platform{required: required, clock: clockwork.NewFakeClockAt(now)}
	address := serve(t, func(s *grpc.Server) {
		registryv1.RegisterRegistryServiceServer(s, p)
		healthv1.RegisterHealthServer(s, health.NewServer())
	})
	conn, err := grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	client(t, func(o *operations.Options) { // for what else a server needs
		o.Clock, o.State, o.Address = p.clock, func() readiness.State { return readiness.State{} }, func() string { return "" }
		o.Required, o.Registry, o.RegistryConn = func() []string { return p.required }, registryv1.NewRegistryServiceClient(conn), conn
		p.server = operations.New(*o)
	})
	return p
}

// sees checks what all who tell of the platform say: which programs are down, and how the required services are.
func (p *platform) sees(t *testing.T, down []string, services ...string) []*gatewayv1.ProgramHealth {
	t.Helper()
	p.clock.Advance(time.Second)
	asks := gatewayv1.NewGatewayServiceClient(p.server.Conn())
	found, err := asks.GetHealth(t.Context(), &gatewayv1.GetHealthRequest{})
	if err != nil {
		t.Fatal(err)
	}
	told, err := asks.GetStatus(t.Context(), &gatewayv1.GetStatusRequest{})
	if err != nil {
		t.Fatal(err)
	}
	var programs []string
	for _, program := range found.GetPrograms() {
		if program.GetDown() {
			programs = append(programs, program.GetProgram())
		}
		if program.GetReady() == (program.Reason != nil) {
			t.Errorf("%v", program)
		}
	}
	named, required := p.server.Down(t.Context())
	if required != slices.ContainsFunc(down, func(name string) bool { return name == "tasks-svc" }) {
		t.Errorf("of those that are down, one is required: %t", required)
	}
	if !slices.Equal(programs, down) || int(found.GetDown()) != len(down) || int(told.GetDown()) != len(down) ||
		told.GetReady() != (len(down) == 0) || !slices.Equal(named, slices.Compact(slices.Clone(down))) {
		t.Errorf("down are %q, %v, %v, want %q", programs, told, named, down)
	}
	var said []string
	for _, service := range told.GetServices() {
		said = append(said, fmt.Sprintf("%s %s %d/%d %s", service.GetService(), service.GetState(), service.GetReady(), service.GetDown(),
			service.GetSince()))
	}
	if !slices.Equal(said, services) {
		t.Errorf("services are %q, want %q", said, services)
	}
	return found.GetPrograms()
}

func instance(service, name, state, address string) *registryv1.RegisteredInstance {
	return &registryv1.RegisteredInstance{
		Service: service, Instance: name, State: state, Address: address, Version: "1.0.0", RegisteredAt: timestamppb.New(now),
	}
}

func departed(service, name, state, wrong string) *registryv1.RegisteredInstance {
	one := instance(service, name, state, "127.0.0.1:1")
	one.DepartedAt = timestamppb.New(now.Add(time.Hour))
	if wrong != "" {
		one.LastError = &wrong
	}
	return one
}

// Health, status and readiness say the same of the platform, whatever becomes of its programs.
func TestAllThatTellOfThePlatformAgree(t *testing.T) {
	well, drains, lacking := healthy(t), healthy(t, ""), healthy(t, grpcserver.NeedsPrefix+"the database", "")
	one := instance("tasks-svc", "one", "serving", well)
	ended := "2026-03-02T06:00:00Z"
	for name, c := range map[string]struct {
		present  []*registryv1.RegisteredInstance
		down     []string
		services []string
	}{
		"all is well": {[]*registryv1.RegisteredInstance{one}, nil, []string{"tasks-svc ready 1/0 "}},
		"none ever came": {
			nil, []string{"tasks-svc"}, []string{"tasks-svc never_registered 0/1 "},
		},
		"it was killed": {
			[]*registryv1.RegisteredInstance{departed("tasks-svc", "one", "gone", "nothing answers")}, []string{"tasks-svc"},
			[]string{"tasks-svc gone 0/1 " + ended},
		},
		"it was stopped": {
			[]*registryv1.RegisteredInstance{departed("tasks-svc", "one", "stopped", "")}, []string{"tasks-svc"},
			[]string{"tasks-svc stopped 0/1 " + ended},
		},
		"one of two was killed": {
			[]*registryv1.RegisteredInstance{one, departed("tasks-svc", "two", "gone", "")}, []string{"tasks-svc"},
			[]string{"tasks-svc ready 1/1 "},
		},
		"it hangs, and the registry does not know yet": {
			[]*registryv1.RegisteredInstance{instance("tasks-svc", "one", "serving", "127.0.0.1:1")}, []string{"tasks-svc"},
			[]string{"tasks-svc not_ready 0/1 "},
		},
		"one makes room for the other": {
			[]*registryv1.RegisteredInstance{one, instance("tasks-svc", "two", "serving", drains)}, nil, []string{"tasks-svc ready 1/0 "},
		},
		"the only one makes room": {
			[]*registryv1.RegisteredInstance{instance("tasks-svc", "one", "not_serving", drains)}, []string{"tasks-svc"},
			[]string{"tasks-svc not_ready 0/1 "},
		},
		"one of two lacks its database": {
			[]*registryv1.RegisteredInstance{one, instance("tasks-svc", "two", "serving", lacking)}, []string{"tasks-svc"},
			[]string{"tasks-svc ready 1/1 "},
		},
		"somebody else's was killed": {
			[]*registryv1.RegisteredInstance{one, departed("garden-svc", "one", "gone", "")}, []string{"garden-svc"},
			[]string{"tasks-svc ready 1/0 "},
		},
		"somebody else's was stopped": {
			[]*registryv1.RegisteredInstance{one, departed("garden-svc", "one", "stopped", "")}, nil, []string{"tasks-svc ready 1/0 "},
		},
		"somebody else's waits for a decision": {
			[]*registryv1.RegisteredInstance{one, instance("garden-svc", "one", "quarantined", well)}, nil, []string{"tasks-svc ready 1/0 "},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := startPlatform(t, "tasks-svc")
			p.present = c.present
			programs := p.sees(t, c.down, c.services...)
			for _, known := range c.present {
				at := slices.IndexFunc(programs, func(h *gatewayv1.ProgramHealth) bool {
					return h.GetProgram() == known.GetService() && h.GetInstance() == known.GetInstance()
				})
				if at < 0 || programs[at].GetRegistration().GetState() != known.GetState() ||
					!strings.Contains(programs[at].GetReason(), known.GetLastError()) || known.GetDepartedAt() != nil && programs[at].Since != nil {
					t.Errorf("%v is not among %v as it is", known, programs)
				}
			}
		})
	}
}

// While the registry does not answer, it is what is down: of the services nothing is known.
func TestWithoutTheRegistryNothingIsKnown(t *testing.T) {
	p := startPlatform(t, "tasks-svc")
	p.away = true
	p.sees(t, []string{"registry-svc"}, "tasks-svc unknown 0/0 ")
}

// However many ask, each program is asked once a second, also if the first who asked has gone.
func TestManyWhoAskLookOnce(t *testing.T) {
	p := startPlatform(t)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range 100 {
		if down, _ := p.server.Down(gone); len(down) > 0 {
			t.Fatalf("down are %q", down)
		}
	}
	if p.asked != 1 {
		t.Errorf("the registry was asked %d times", p.asked)
	}
	p.clock.Advance(time.Second)
	p.server.Down(t.Context())
	if p.asked != 2 {
		t.Errorf("a second later it was asked %d times", p.asked)
	}
}
