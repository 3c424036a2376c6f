package grpcserver_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/grpcserver"
)

func TestShutdownFinishesWhatRuns(t *testing.T) {
	running, finish := make(chan struct{}), make(chan struct{})
	server, conn := serve(t, grpcserver.Options{}, func(r grpc.ServiceRegistrar) {
		tasksv1.RegisterTaskServiceServer(r, tasks{create: func(ctx context.Context, in *createRequest) (*createResponse, error) {
			close(running)
			<-finish
			return echo(ctx, in)
		}})
	})
	client := tasksv1.NewTaskServiceClient(conn)
	answered := make(chan error, 1)
	go func() {
		_, err := client.CreateTask(as(t, 1), read("x"))
		answered <- err
	}()
	<-running
	stopped := make(chan error, 1)
	go func() { stopped <- server.Shutdown(t.Context()) }()

	// The server is draining when health says so; only then may the call finish.
	health := healthv1.NewHealthClient(conn)
	for healthOf(t, health) == healthv1.HealthCheckResponse_SERVING {
	}
	close(finish)
	if err := <-answered; err != nil {
		t.Errorf("the running call was answered %v", err)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
	if _, err := client.CreateTask(as(t, 1), read("x")); apperr.From(err).Code != codes.Unavailable {
		t.Errorf("a later call was answered %v", err)
	}
}

// healthOf gives NOT_SERVING too when the server no longer takes new calls.
func healthOf(t *testing.T, health healthv1.HealthClient) healthv1.HealthCheckResponse_ServingStatus {
	t.Helper()
	answer, err := health.Check(t.Context(), &healthv1.HealthCheckRequest{})
	if err != nil {
		return healthv1.HealthCheckResponse_NOT_SERVING
	}
	return answer.GetStatus()
}

func TestShutdownWaitsNoLongerThanItMay(t *testing.T) {
	running := make(chan struct{})
	server, conn := serve(t, grpcserver.Options{}, func(r grpc.ServiceRegistrar) {
		tasksv1.RegisterTaskServiceServer(r, tasks{create: func(ctx context.Context, _ *createRequest) (*createResponse, error) {
			close(running)
			<-ctx.Done()
			return nil, ctx.Err()
		}})
	})
	answered := make(chan error, 1)
	go func() {
		_, err := tasksv1.NewTaskServiceClient(conn).CreateTask(as(t, 1), read("x"))
		answered <- err
	}()
	<-running
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if err := server.Shutdown(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	if err := <-answered; err == nil {
		t.Error("the call that never ends succeeded")
	}
}
