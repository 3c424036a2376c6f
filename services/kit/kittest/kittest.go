// Package kittest runs real services in a test's process: the module that production runs, on a loopback port, with
// a real connection to it.
package kittest

import (
	"context"
	"net"
	"testing"

	"google.golang.org/grpc"

	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
)

// Config is a kit.Config for a test: it listens on a free loopback port, whose address Address returns before the service
// runs, registers nowhere, and logs to the test.
func Config(t testing.TB) kit.Config {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatalf("kittest: %v", err)
	}
	config := kit.DefaultConfig()
	config.Listener = listener
	config.ListenAddress = listener.Addr().String()
	config.LogOutput = t.Output()
	config.DrainDelay = 0 // nobody learns late
	return config
}

// Run starts modules and stops them when the test ends. It fails the test when they fail to start or stop.
func Run(t testing.TB, modules ...kit.Module) *kit.App {
	t.Helper()
	app, err := kit.NewApp(modules...)
	if err != nil {
		t.Fatalf("kittest: %v", err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatalf("kittest: %v", err)
	}
	t.Cleanup(func() {
		if err := app.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Errorf("kittest: %v", err)
		}
	})
	return app
}

// Start runs the service of config in module, and returns a connection to it, which is closed when the test ends. Calls
// carry the identity of their context.
func Start(t testing.TB, config kit.Config, module kit.Module) *grpc.ClientConn {
	t.Helper()
	Run(t, module)
	return Dial(t, config.ListenAddress)
}

// Dial returns a connection to address, which is closed when the test ends.
func Dial(t testing.TB, address string) *grpc.ClientConn {
	t.Helper()
	conn, err := grpcclient.Dial(address, grpcclient.Options{})
	if err != nil {
		t.Fatalf("kittest: %v", err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return conn
}
