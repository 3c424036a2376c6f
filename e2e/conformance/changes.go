package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/salaatflow/platform/services/join"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	transientv1 "github.com/salaatflow/platform/e2e/conformance/proto/transient/v1"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
)

// changes are the tools that change what there is.
type changes struct {
	conformancev1.UnimplementedChangeServiceServer
	ctx    context.Context //nolint:containedctx // of the program
	config join.Config

	mu      sync.Mutex
	leave   func() // ends the transient service; nil while it is away
	running sync.WaitGroup
}

// TriggerToolChange has a service of one tool come, or go again.
func (c *changes) TriggerToolChange(
	context.Context, *conformancev1.TriggerToolChangeRequest,
) (*conformancev1.TriggerToolChangeResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leave != nil {
		c.leave()
		c.leave = nil
	} else if err := c.join(); err != nil {
		return nil, status.Error(codes.Internal, err.Error())
	}
	return &conformancev1.TriggerToolChangeResponse{Content: []*toolsv1.Content{text("the list of tools has changed")}}, nil
}

// join registers the transient service, and returns when that is done.
func (c *changes) join() error {
	config := c.config
	config.Service, config.Listen, config.Advertise = "transient-svc", "127.0.0.1:0", ""
	said, says := io.Pipe()
	config.Out = says
	ctx, leave := context.WithCancel(c.ctx)
	c.running.Go(func() {
		err := config.Serve(ctx, descriptors, func(server grpc.ServiceRegistrar) {
			transientv1.RegisterTransientServiceServer(server, transient{})
		})
		says.CloseWithError(fmt.Errorf("the transient service has ended: %w", err))
	})
	if _, err := bufio.NewReader(said).ReadString('\n'); err != nil {
		leave()
		return err
	}
	c.leave = leave
	return nil
}

// wait returns when the transient service has ended, as it does with the program.
func (c *changes) wait() { c.running.Wait() }

// transient is the tool that comes and goes.
type transient struct {
	transientv1.UnimplementedTransientServiceServer
}

// Transient answers nothing.
func (transient) Transient(context.Context, *transientv1.TransientRequest) (*transientv1.TransientResponse, error) {
	return &transientv1.TransientResponse{}, nil
}
