package operations

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/grpcclient"
)

const (
	// askTimeout bounds the wait for one program, and atOnce is how many are asked at the same time.
	askTimeout = time.Second
	atOnce     = 16
	// mostAsked is how many are asked at all; of further ones the registry's word counts.
	mostAsked = 256
)

// ask returns how instances are, in their order.
func (s *Server) ask(ctx context.Context, instances []*registryv1.RegisteredInstance) []program {
	found := make([]program, len(instances))
	room := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i, instance := range instances {
		found[i] = newProgram(instance)
		if i >= mostAsked {
			continue
		}
		room <- struct{}{}
		running.Go(func() {
			defer func() { <-room }()
			s.askInstance(ctx, instance, &found[i])
		})
	}
	running.Wait()
	return found
}

// askInstance asks an instance by a connection of its own, without the platform's secret, as the registry does.
func (s *Server) askInstance(ctx context.Context, instance *registryv1.RegisteredInstance, found *program) {
	conn, err := grpcclient.Dial("dns:///"+instance.GetAddress(), grpcclient.Options{TLS: s.Dial.TLS, Service: instance.GetService()})
	if err != nil {
		found.Ready, found.Reason = false, orNil("it cannot be reached")
		return
	}
	defer conn.Close() //nolint:errcheck // nothing is lost with it
	ready, reason := found.GetReady(), found.Reason
	found.read(ctx, conn)
	if !ready { // what the registry says counts too
		found.Ready = false
		if found.Reason == nil {
			found.Reason = reason
		}
	}
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
		p.Ready, p.Reason = false, orNil("it does not answer")
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
		p.Ready, p.Reason = false, orNil("it lacks "+lacks)
	case !p.Ready:
		p.Reason = orNil("it says that it does not serve")
	}
}
