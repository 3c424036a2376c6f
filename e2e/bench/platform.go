package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// setupTimeout bounds everything that is not measured.
const setupTimeout = 30 * time.Second

// running is the platform as `salaatflow up` runs it, with a user who has tasks.
type running struct {
	*platform.Platform
	data  string
	tasks *grpc.ClientConn // a connection to the tasks service, as programs of the platform have
}

// caller is the user who makes all calls.
var caller = identity.Caller{UserID: 1, Role: identity.RoleUser}

// tasksListed is the number of the user's tasks.
const tasksListed = 20

func start(ctx context.Context, unaudited bool) (*running, error) {
	data, err := os.MkdirTemp("", "salaatflow-bench-")
	if err != nil {
		return nil, err
	}
	config := platform.Config{
		Gateway: gateway.DefaultConfig(), Chat: chatsvc.DefaultSettings(), Skills: skillssvc.DefaultSettings(),
		Audit: auditsvc.DefaultSettings(), Unaudited: unaudited,
		Data: data, Telemetry: telemetry.DefaultConfig(),
		LogOutput: io.Discard,
	}
	config.Gateway.HTTP, config.Gateway.OpsAddress, config.Gateway.Auth = "127.0.0.1:0", "127.0.0.1:0", "dev"
	p, err := platform.New(ctx, config)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(data))
	}
	r := &running{Platform: p, data: data}
	if err := r.prepare(ctx); err != nil {
		return nil, errors.Join(err, r.stop())
	}
	return r, nil
}

func (r *running) prepare(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, setupTimeout)
	defer cancel()
	if err := r.Start(ctx); err != nil {
		return err
	}
	if err := r.Ready(ctx); err != nil {
		return err
	}
	address, err := r.addressOf(ctx, tasksv1.TaskService_ServiceDesc.ServiceName)
	if err != nil {
		return err
	}
	secret, err := credential.Config{File: r.CredentialFile()}.Open(clock.System(), slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if r.tasks, err = grpcclient.Dial(address, grpcclient.Options{Credential: secret}); err != nil {
		return err
	}
	return addTasks(identity.NewContext(ctx, caller), tasksv1.NewTaskServiceClient(r.tasks))
}

// addressOf returns the address of a gRPC service from the registry.
func (r *running) addressOf(ctx context.Context, service string) (address string, err error) {
	registry, err := plain(r.Registry().String())
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, registry.Close()) }()
	watcher := discovery.New(discovery.Options{Registry: registry})
	if err := watcher.Start(ctx); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, watcher.Stop(ctx)) }()
	select {
	case <-watcher.Synced():
	case <-ctx.Done():
		return "", ctx.Err()
	}
	known := watcher.Current()
	for _, instance := range known.Instances() {
		for _, offered := range known.Definition(instance.DefinitionHash).GRPCServices() {
			if offered == service {
				return instance.Address, nil
			}
		}
	}
	return "", fmt.Errorf("no instance offers %s", service)
}

// addTasks makes the tasks of the user whom ctx names in the way that the client's connection passes on.
func addTasks(ctx context.Context, client tasksv1.TaskServiceClient) error {
	for i := range tasksListed {
		due := time.Now().AddDate(0, 0, 1+i).UTC().Format(time.RFC3339)
		if _, err := client.CreateTask(ctx, &tasksv1.CreateTaskRequest{
			Title:        proto.String(fmt.Sprintf("Read Surah al-Kahf, part %d of %d", i+1, tasksListed)),
			Description:  proto.String("with its meaning, and reflect on it"),
			LinkedPrayer: proto.String("Fajr"),
			DueDatetime:  proto.String(due),
			Category:     proto.String("quran"),
		}); err != nil {
			return err
		}
	}
	return nil
}

// url returns the gateway's URL.
func (r *running) url() string { return "http://" + r.Gateway().Addr().String() }

func (r *running) stop() error {
	var closed error
	if r.tasks != nil {
		closed = r.tasks.Close()
	}
	return errors.Join(closed, r.Stop(context.Background()), os.RemoveAll(r.data))
}

// plain returns a gRPC connection as grpc-go makes it.
func plain(address string) (*grpc.ClientConn, error) {
	return grpc.NewClient(address, grpc.WithTransportCredentials(insecure.NewCredentials()))
}

func loopback(ctx context.Context) (net.Listener, error) {
	return (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
}
