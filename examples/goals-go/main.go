// Command goals-go is a service of somebody else's: a module of its own, which the platform was not built with. It keeps memories and
// finds goals in them, and joins the platform with its three tools.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"syscall"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/registration"

	"example.com/goals-go/memories"
	goalsv1 "example.com/goals-go/proto/goals/v1"
)

// descriptors are the service's files with their comments, as buf build writes them.
//
//go:embed proto/goals.binpb
var descriptors []byte

func main() {
	registry := flag.String("registry", "127.0.0.1:9000", "address of the registry")
	service := flag.String("service", "goals-svc", "name to register as")
	version := flag.String("version", "v1.0.0", "version to register as")
	data := flag.String("data", "goals.db", "file of SQLite in which memories and goals are kept")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *registry, *service, *version, *data); err != nil {
		fmt.Fprintln(os.Stderr, "goals-go:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, registry, service, version, data string) (err error) {
	store, err := memories.Open(ctx, data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	secret, err := credential.Config{File: os.Getenv("SALAATFLOW_CREDENTIAL_FILE")}.Open(clock.System(), slog.Default())
	if err != nil {
		return err
	}
	server := grpcserver.New(grpcserver.Options{Credential: secret, Service: service})
	goalsv1.RegisterGoalServiceServer(server, goals{store: store})
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()

	conn, err := grpcclient.Dial(registry, grpcclient.Options{Credential: secret})
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // nothing is lost with it
	registered, err := register(ctx, conn, service, version, listener.Addr().String())
	if err != nil {
		return err
	}
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

func register(ctx context.Context, registry *grpc.ClientConn, service, version, address string) (*registration.Registration, error) {
	files := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(descriptors, files); err != nil {
		return nil, err
	}
	r, err := registration.New(registration.Options{
		Registry: registry, Service: service, Version: version, InstanceID: fmt.Sprint("pid-", os.Getpid()), Address: address,
		GRPCServices: []string{goalsv1.GoalService_ServiceDesc.ServiceName}, Files: files,
	})
	if err != nil {
		return nil, err
	}
	err = r.Start(ctx)
	return r, err
}
