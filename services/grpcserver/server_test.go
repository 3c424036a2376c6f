package grpcserver_test

import (
	"bytes"
	"context"
	"log/slog"
	"net"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"google.golang.org/grpc"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/identity"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type (
	createRequest  = tasksv1.CreateTaskRequest
	createResponse = tasksv1.CreateTaskResponse
)

// tasks answers CreateTask and ListTasks as the test says.
type tasks struct {
	tasksv1.UnimplementedTaskServiceServer
	create func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error)
}

func (s tasks) CreateTask(ctx context.Context, in *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
	return s.create(ctx, in)
}

// echo answers a task of the title given, to anybody whom the server lets in.
func echo(_ context.Context, in *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error) {
	return &tasksv1.CreateTaskResponse{Task: &tasksv1.Task{Id: 1, Title: in.GetTitle()}}, nil
}

// logged is a log that a test can read.
type logged struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buffer.String()
}

func (l *logged) logger() *slog.Logger {
	return slog.New(slog.NewJSONHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

// serve runs a server with the services registered until the test ends, and gives a connection to it.
func serve(t testing.TB, options grpcserver.Options, register func(grpc.ServiceRegistrar)) (*grpcserver.Server, *grpc.ClientConn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpcserver.New(options)
	register(server)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := grpcclient.Dial(listener.Addr().String(), grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = conn.Close()
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if err := server.Shutdown(ctx); err != nil {
			t.Error(err)
		}
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return server, conn
}

type createFunc = func(context.Context, *tasksv1.CreateTaskRequest) (*tasksv1.CreateTaskResponse, error)

func serveTasks(t testing.TB, options grpcserver.Options, create createFunc) (tasksv1.TaskServiceClient, *grpc.ClientConn) {
	t.Helper()
	_, conn := serve(t, options, func(r grpc.ServiceRegistrar) {
		tasksv1.RegisterTaskServiceServer(r, tasks{create: create})
	})
	return tasksv1.NewTaskServiceClient(conn), conn
}

// as is the context of a call by a user.
func as(t testing.TB, user int32) context.Context {
	t.Helper()
	return identity.NewContext(t.Context(), identity.Caller{UserID: user})
}
