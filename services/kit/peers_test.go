package kit_test

import (
	"context"
	"net"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/fx"

	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// asking is a service that asks users-svc at an address.
func asking(address string, config kit.Config) kit.Module {
	return module("tasks-svc", "x", config, fx.Invoke(func(peers *kit.Peers) error {
		_, err := peers.Open(usersv1.UserService_ServiceDesc.ServiceName, address, config.Registry.Address)
		return err
	}))
}

// Calls come as soon as an instance is registered, and those that ask another service would fail without a connection to it.
func TestAnInstanceRegistersOnceItIsConnectedToThoseItAsks(t *testing.T) {
	r, registry := startRegistry(t)
	users, err := net.Listen("tcp", "127.0.0.1:0") // where connections are accepted, and nothing is said
	if err != nil {
		t.Fatal(err)
	}
	clock, settings := clockwork.NewFakeClock(), kittest.Config(t)
	settings.Clock, settings.Registry = clock, kit.RegistryConfig{Address: registry}
	kittest.Run(t, asking(users.Addr().String(), settings))
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	select {
	case <-r.registered:
		t.Fatal("it is registered before it is known whether users-svc is there")
	default:
	}
	if err := users.Close(); err != nil {
		t.Fatal(err)
	}
	<-r.registered // without users-svc, which is not there
}

func TestWhoHangsDelaysTheRegistrationOfOthersForAMoment(t *testing.T) {
	r, registry := startRegistry(t)
	users, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer users.Close()
	clock, settings := clockwork.NewFakeClock(), kittest.Config(t)
	settings.Clock, settings.Registry = clock, kit.RegistryConfig{Address: registry}
	kittest.Run(t, asking(users.Addr().String(), settings))
	if err := clock.BlockUntilContext(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	clock.Advance(5 * time.Second)
	<-r.registered
}

func TestAnInstanceThatWaitsForOthersStopsAtOnce(t *testing.T) {
	users, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer users.Close()
	settings := kittest.Config(t)
	settings.Clock, settings.Registry = clockwork.NewFakeClock(), kit.RegistryConfig{Address: "127.0.0.1:1"}
	app, err := kit.NewApp(asking(users.Addr().String(), settings))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := app.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}
