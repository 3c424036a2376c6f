package rest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/proto"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

func tasks(n int) []*tasksv1.Task {
	list := make([]*tasksv1.Task, 0, n)
	for i := range n {
		list = append(list, &tasksv1.Task{
			Id: int32(i + 1), Title: fmt.Sprintf("Read Surah al-Kahf, part %d", i+1), Priority: "high",
			LinkedPrayer: proto.String("Fajr"), DueDatetime: proto.String("2026-03-06T05:30:00+05:00"),
			CreatedAt: "2026-03-02T10:00:00+05:00", UpdatedAt: "2026-03-02T10:00:00+05:00",
		})
	}
	return list
}

// answering answers every call of one method with the same message.
type answering struct {
	tasksv1.UnimplementedTaskServiceServer
	list *tasksv1.ListTasksResponse
	one  *tasksv1.GetTaskResponse
}

func (s *answering) ListTasks(context.Context, *tasksv1.ListTasksRequest) (*tasksv1.ListTasksResponse, error) {
	return s.list, nil
}

func (s *answering) GetTask(context.Context, *tasksv1.GetTaskRequest) (*tasksv1.GetTaskResponse, error) {
	return s.one, nil
}

// reach serves a task service and returns a connection to it.
func reach(t *testing.T, service *answering) grpc.ClientConnInterface {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := grpc.NewServer()
	tasksv1.RegisterTaskServiceServer(server, service)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	conn, err := grpc.NewClient(listener.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
		server.Stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	return conn
}

// An answer is written as generated code would write it, but compactly: one field of the message, where the path says so.
func TestAnAnswerIsWrittenAsGRPCGatewayWritesItButCompact(t *testing.T) {
	service := &answering{}
	conn := reach(t, service)
	body := func(route string) string {
		bound := *bindingOf(t, route)
		bound.conn = conn
		header := http.Header{}
		request := tasksRequest(t, route)
		got, err := (&handler{}).invoke(t.Context(), header, &exchange{binding: &bound, request: request}, bound.input.New().Interface())
		if err != nil {
			t.Fatal(err)
		}
		if header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: headers %v", route, header)
		}
		return string(got)
	}
	compare := func(route string, answer any) {
		t.Helper()
		want, err := newMarshaler().Marshal(answer)
		if err != nil {
			t.Fatal(err)
		}
		if got := body(route); got != string(want) {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
	for _, n := range []int{0, 1, 2, 21} {
		service.list = &tasksv1.ListTasksResponse{Tasks: tasks(n), Count: 9, NextPageToken: proto.String("next")}
		compare("GET /api/v1/tasks", service.list.GetTasks())
	}
	for _, service.one = range []*tasksv1.GetTaskResponse{{}, {Task: tasks(1)[0]}} {
		compare("GET /api/v1/tasks/{task_id}", service.one.GetTask())
	}
}

// tasksRequest returns a request for a route.
func tasksRequest(t *testing.T, route string) *http.Request {
	t.Helper()
	var verb, path string
	if _, err := fmt.Sscan(route, &verb, &path); err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), verb, path, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	return request
}
