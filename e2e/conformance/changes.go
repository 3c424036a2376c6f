package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/join"

	conformancev1 "github.com/salaatflow/platform/e2e/conformance/proto/conformance/v1"
	transientv1 "github.com/salaatflow/platform/e2e/conformance/proto/transient/v1"
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
	if err := c.change(); err != nil {
		return nil, err
	}
	return &conformancev1.TriggerToolChangeResponse{Content: texts("the list of tools has changed")}, nil
}

// TriggerPromptChange has the same service come, or go again: it has a prompt too.
func (c *changes) TriggerPromptChange(
	context.Context, *conformancev1.TriggerPromptChangeRequest,
) (*conformancev1.TriggerPromptChangeResponse, error) {
	if err := c.change(); err != nil {
		return nil, err
	}
	return &conformancev1.TriggerPromptChangeResponse{Content: texts("the list of prompts has changed")}, nil
}

func (c *changes) change() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.leave != nil {
		c.leave()
		c.leave = nil
	} else if err := c.join(); err != nil {
		return status.Error(codes.Internal, err.Error())
	}
	return nil
}

// join registers the transient service, and returns when that is done.
func (c *changes) join() error {
	transients, err := without("conformance.v1")
	if err != nil {
		return err
	}
	config := c.config
	config.Service, config.Listen, config.Advertise = "transient-svc", "127.0.0.1:0", ""
	said, says := io.Pipe()
	config.Out = says
	ctx, leave := context.WithCancel(c.ctx)
	c.running.Go(func() {
		err := config.Serve(ctx, transients, func(server grpc.ServiceRegistrar) {
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

// without returns the descriptors of all files but those of a package, which is the other service's.
func without(other string) ([]byte, error) {
	files := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(descriptors, files); err != nil {
		return nil, err
	}
	files.File = slices.DeleteFunc(files.File, func(file *descriptorpb.FileDescriptorProto) bool { return file.GetPackage() == other })
	return proto.Marshal(files)
}

// wait returns when the transient service has ended, as it does with the program.
func (c *changes) wait() { c.running.Wait() }

// transient is the tool and the prompt that come and go.
type transient struct {
	transientv1.UnimplementedTransientServiceServer
}

// Transient answers nothing.
func (transient) Transient(context.Context, *transientv1.TransientRequest) (*transientv1.TransientResponse, error) {
	return &transientv1.TransientResponse{}, nil
}

// TransientPrompt says nothing.
func (transient) TransientPrompt(
	context.Context, *transientv1.TransientPromptRequest,
) (*transientv1.TransientPromptResponse, error) {
	return &transientv1.TransientPromptResponse{}, nil
}
