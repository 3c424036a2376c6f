package operations

import (
	"context"
	"sync"
	"time"

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

// ask returns how instances are, in their order. Of those that are not registered there is nobody to ask.
func (s *Server) ask(ctx context.Context, instances []*registryv1.RegisteredInstance) []program {
	found := make([]program, len(instances))
	room := make(chan struct{}, atOnce)
	var running sync.WaitGroup
	for i, instance := range instances {
		found[i] = newProgram(instance)
		if i >= mostAsked || instance.GetDepartedAt() != nil || instance.GetState() == neverRegistered {
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
		found.Ready, found.orderly, found.Reason = false, false, orNil("it cannot be reached")
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
