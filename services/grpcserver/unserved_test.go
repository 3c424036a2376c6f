package grpcserver_test

import (
	"errors"
	"net"
	"testing"

	"go.uber.org/goleak"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/grpcserver"
)

// A program that gives up before it serves, as when its database cannot be opened, leaves nothing running.
func TestAServerThatNeverServesRunsNothing(t *testing.T) {
	before := goleak.IgnoreCurrent()
	tasksv1.RegisterTaskServiceServer(grpcserver.New(grpcserver.Options{}), tasks{create: echo})
	goleak.VerifyNone(t, before)
}

// A program may be told to stop while it still starts. Then it never serves, and does not hold its port.
func TestAServerThatWasShutDownDoesNotServe(t *testing.T) {
	before := goleak.IgnoreCurrent()
	server := grpcserver.New(grpcserver.Options{})
	tasksv1.RegisterTaskServiceServer(server, tasks{create: echo})
	if err := server.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Serve(listener); err != nil {
		t.Error(err)
	}
	if _, err := listener.Accept(); !errors.Is(err, net.ErrClosed) {
		t.Errorf("its listener is still open: %v", err)
	}
	goleak.VerifyNone(t, before)
}
