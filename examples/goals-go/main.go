// Command goals-go is a service of somebody else's: a module of its own, which the platform was not built with. It keeps memories and
// finds goals in them, and joins the platform with its tools.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/join"

	"example.com/goals-go/memories"
	goalsv1 "example.com/goals-go/proto/goals/v1"
)

// descriptors are the service's files with their comments, as buf build writes them.
//
//go:embed proto/goals.binpb
var descriptors []byte

func main() {
	config := join.Flags(flag.CommandLine, "goals-svc", "v1.0.0")
	data := flag.String("data", "goals.db", "file of SQLite in which memories and goals are kept")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, config, *data); err != nil {
		fmt.Fprintln(os.Stderr, "goals-go:", err)
		os.Exit(1)
	}
}

func serve(ctx context.Context, config *join.Config, data string) error {
	store, err := memories.Open(ctx, data)
	if err != nil {
		return err
	}
	err = config.Serve(ctx, descriptors, func(server grpc.ServiceRegistrar) {
		goalsv1.RegisterGoalServiceServer(server, goals{store: store})
	})
	return errors.Join(err, store.Close())
}
