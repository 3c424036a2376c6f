package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/encoding/protojson"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/identity"
)

const (
	tasksPath = "/api/v1/tasks"
	toolPath  = "/api/v1/tools/" + toolnames.ListTasks
)

// measureHTTP lists the user's tasks by tool call and by REST, and compares that with a bare grpc-gateway in front of
// the same service.
func measureHTTP(ctx context.Context, e effort, p *running, client *http.Client) ([]figure, error) {
	bare, err := bareGateway(ctx, p.tasks)
	if err != nil {
		return nil, err
	}
	url, stop, err := serve(ctx, bare)
	if err != nil {
		return nil, err
	}
	defer stop()
	requests := []exchange{
		{client: client, method: http.MethodGet, url: url + tasksPath},
		{client: client, method: http.MethodPost, url: p.url() + toolPath, body: func() []byte { return []byte("{}") }},
		{client: client, method: http.MethodGet, url: p.url() + tasksPath},
	}
	for i, tasks := range []func([]byte) []json.RawMessage{bareTasks, toolTasks, bareTasks} {
		requests[i].header = asCaller()
		if err := requests[i].expect(ctx, tasks); err != nil {
			return nil, err
		}
	}
	c, err := compete(ctx, e,
		load{name: "grpc-gateway", call: requests[0].do}, load{name: "tool-call", call: requests[1].do},
		load{name: "rest", call: requests[2].do})
	if err != nil {
		return nil, err
	}
	const against = "grpc-gateway alone"
	return []figure{
		c.figure(1, "`POST "+toolPath+"`, 20 tasks", against, 0.9),
		c.figure(2, "`GET "+tasksPath+"`, 20 tasks", against, 0.9),
	}, nil
}

// bareGateway returns a handler of grpc-gateway for the tasks service without anything of ours. It writes JSON with our
// options, so that both write the same.
func bareGateway(ctx context.Context, conn *grpc.ClientConn) (http.Handler, error) {
	mux := runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &runtime.JSONPb{
			MarshalOptions: protojson.MarshalOptions{UseProtoNames: true, EmitUnpopulated: true},
		}),
		runtime.WithMetadata(func(context.Context, *http.Request) metadata.MD {
			md, _ := metadata.FromOutgoingContext(identity.OutgoingContext(ctx, caller))
			return md
		}),
	)
	return mux, tasksv1.RegisterTaskServiceHandler(ctx, mux, conn)
}

// expect makes the request once, checks the answer, and expects exactly that answer from now on.
func (x *exchange) expect(ctx context.Context, tasks func([]byte) []json.RawMessage) error {
	var answer bytes.Buffer
	if _, err := x.receive(ctx, &answer); err != nil {
		return err
	}
	if listed := tasks(answer.Bytes()); len(listed) != tasksListed {
		return fmt.Errorf("%s %s lists %d tasks, not %d: %s", x.method, x.url, len(listed), tasksListed, answer.Bytes())
	}
	x.valid = func(other []byte) bool { return bytes.Equal(other, answer.Bytes()) }
	return nil
}

func bareTasks(answer []byte) (tasks []json.RawMessage) {
	if json.Unmarshal(answer, &tasks) != nil {
		return nil
	}
	return tasks
}

func toolTasks(answer []byte) []json.RawMessage {
	var result struct {
		Data struct{ Tasks []json.RawMessage }
	}
	if json.Unmarshal(answer, &result) != nil {
		return nil
	}
	return result.Data.Tasks
}
