package peers

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"time"
)

// The names of the programs.
const (
	GatewayName = "grpc-gateway"
	SDKName     = "go-sdk"
)

// Serve is the program with this name, with arguments that say where it listens and where the services do. It returns when it is
// interrupted.
func Serve(name string, arguments []string) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	listen := flags.String("http", "", "serve at this `address`")
	tasks := flags.String("tasks", "", "the `address` of tasks-svc")
	users := flags.String("users", "", "the `address` of users-svc")
	tools := flags.String("tools", "", "a `file` of the tools to list")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	services, err := Dial(*tasks, *users)
	if err != nil {
		return err
	}
	handler, err := handlerOf(ctx, name, services, *tools)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	server := &http.Server{Addr: *listen, Handler: handler, ReadHeaderTimeout: time.Minute}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })() // a benchmark waits for nothing
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

func handlerOf(ctx context.Context, name string, services Services, tools string) (http.Handler, error) {
	if name == GatewayName {
		return Gateway(ctx, services)
	}
	listed, err := os.ReadFile(tools)
	if err != nil {
		return nil, err
	}
	return SDK(services, listed)
}
