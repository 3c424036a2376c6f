// Command xdsclient calls tasks-svc by xDS, again and again until its standard input ends, and says of each call who answered
// it. It is a program of its own because grpc-go's xDS client is configured by the environment, once for each process.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
	_ "google.golang.org/grpc/xds" // resolves xds:///

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
)

// made is a call that was made.
type made struct {
	Began int64  `json:"began"` // milliseconds since 1970
	Peer  string `json:"peer"`
	Error string `json:"error"`
}

func main() {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // any end is the end
		cancel()
	}()
	if err := callAlways(ctx); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func callAlways(ctx context.Context) error {
	conn, err := grpc.NewClient("xds:///tasks-svc", grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	tasks := tasksv1.NewTaskServiceClient(conn)
	ctx = metadata.AppendToOutgoingContext(ctx,
		"authorization", os.Getenv("AUTHORIZATION"), "x-user-id", "1", "x-user-timezone", "Asia/Karachi")
	out := json.NewEncoder(os.Stdout)
	for every := time.NewTicker(5 * time.Millisecond); ctx.Err() == nil; <-every.C {
		if err := out.Encode(call(ctx, tasks)); err != nil {
			return err
		}
	}
	return nil
}

func call(ctx context.Context, tasks tasksv1.TaskServiceClient) made {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	m := made{Began: time.Now().UnixMilli()}
	var from peer.Peer
	if _, err := tasks.ListTasks(ctx, &tasksv1.ListTasksRequest{}, grpc.Peer(&from)); err != nil {
		m.Error = err.Error()
	}
	if from.Addr != nil {
		m.Peer = from.Addr.String()
	}
	return m
}
