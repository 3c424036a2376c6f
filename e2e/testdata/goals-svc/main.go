// Command goals-svc is a service of somebody else's: a module of its own, which the platform was not built with. It
// registers two tools with aliases, and serves them.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/registration"

	goalsv1 "example.com/goals-svc/proto/goals/v1"
)

// descriptors are the service's files with their comments, as buf build writes them.
//
//go:embed proto/goals.binpb
var descriptors []byte

func main() {
	registry := flag.String("registry", "127.0.0.1:9000", "address of the registry")
	version := flag.String("version", "v1.0.0", "version to register as")
	service := flag.String("service", "goals-svc", "name to register as")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *registry, *service, *version); err != nil {
		fmt.Fprintln(os.Stderr, "goals-svc:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, registry, service, version string) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	server := grpcserver.New(grpcserver.Options{})
	goalsv1.RegisterGoalServiceServer(server, goals{})
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	registered, conn, err := register(ctx, registry, service, version, listener.Addr().String())
	if err != nil {
		return err
	}
	defer conn.Close()
	fmt.Println("serving at", listener.Addr())
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	draining, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return errors.Join(registered.Stop(draining), server.Shutdown(draining))
}

func register(ctx context.Context, registry, service, version, address string) (*registration.Registration, interface{ Close() error }, error) {
	files := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(descriptors, files); err != nil {
		return nil, nil, err
	}
	conn, err := grpcclient.Dial(registry, grpcclient.Options{})
	if err != nil {
		return nil, nil, err
	}
	r, err := registration.New(registration.Options{
		Registry: conn, Service: service, Version: version, InstanceID: fmt.Sprint("pid-", os.Getpid()), Address: address,
		GRPCServices: []string{goalsv1.GoalService_ServiceDesc.ServiceName}, Files: files,
	})
	if err != nil {
		return nil, nil, err
	}
	return r, conn, r.Start(ctx)
}

// goals answers with what it was asked, so that a caller sees which arguments and defaults arrived.
type goals struct {
	goalsv1.UnimplementedGoalServiceServer
}

func (goals) DiscoverSubGoals(_ context.Context, request *goalsv1.DiscoverSubGoalsRequest) (*goalsv1.DiscoverSubGoalsResponse, error) {
	answer := &goalsv1.DiscoverSubGoalsResponse{
		Algorithm: request.GetAlgorithm(), MinConfidence: request.GetMinConfidence(), ParentGoalId: request.ParentGoalId,
	}
	for i := range request.GetMaxGoals() {
		confidence := 1 - float64(i)/10
		if confidence < request.GetMinConfidence() {
			break
		}
		answer.Goals = append(answer.Goals, &goalsv1.Goal{Title: fmt.Sprint("goal ", i+1), Confidence: confidence})
	}
	return answer, nil
}

func (goals) TriggerConsolidation(_ context.Context, request *goalsv1.TriggerConsolidationRequest) (*goalsv1.TriggerConsolidationResponse, error) {
	return &goalsv1.TriggerConsolidationResponse{Processed: request.GetMaxMemories(), Strategy: request.GetStrategy()}, nil
}
