// Package join serves a gRPC service that the platform was not built with, and joins a platform with it: all that docs/join.md asks
// of a service. A main function gives it flags, and the service.
package join

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/grpclogging"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/registration"
	"github.com/salaatflow/platform/services/replicas"
)

// drainTimeout bounds how long deregistering and the calls that run may take when the service stops.
const drainTimeout = 10 * time.Second

// edges are the programs that say for which user they call. They count with TLS.
var edges = []string{"gateway", "chat-svc"}

// Config is where a service serves, and which platform it joins. Flags makes one.
type Config struct {
	// Registry is the registry's address, host:port, or those of its replicas with commas between them.
	Registry string
	// Service and Version are what the service registers as.
	Service, Version string
	// Listen is where it serves, host:port; port 0 picks one. Advertise is where gateways reach that; empty means the address bound.
	Listen, Advertise string
	// TLS has the files of its certificate. Without them only this machine may reach it.
	TLS mtls.Config
	// Credential has the file of the platform's credential, if it has one.
	Credential credential.Config
	// Log receives the log, and Out a line with the address once it serves.
	Log *slog.Logger
	Out io.Writer
}

// Flags defines the flags of a service of this name and version, and returns what they set once they are parsed. The environment
// variables of the platform's own programs are their defaults, and the registry's usual address.
func Flags(flags *flag.FlagSet, service, version string) *Config {
	return FlagsAt(flags, service, version, "127.0.0.1:9000")
}

// FlagsAt is Flags for a registry that is usually at another address.
func FlagsAt(flags *flag.FlagSet, service, version, registry string) *Config {
	c := &Config{Log: slog.New(slog.NewTextHandler(os.Stderr, nil)), Out: os.Stdout}
	for _, setting := range []struct {
		value                         *string
		name, variable, usually, help string
	}{
		{&c.Registry, "registry", "SALAATFLOW_REGISTRY", registry, "address of the registry"},
		{&c.Service, "service", "", service, "name to register as"},
		{&c.Version, "version", "", version, "version to register as"},
		{&c.Listen, "listen", "", "127.0.0.1:0", "address to serve at; port 0 picks a free one"},
		{&c.Advertise, "advertise", "", "", "address at which gateways reach that; empty means the same"},
		{&c.TLS.Cert, "tls-cert", "SALAATFLOW_TLS_CERT", "", "file of the certificate; without one, only this machine may call"},
		{&c.TLS.Key, "tls-key", "SALAATFLOW_TLS_KEY", "", "file of its key"},
		{&c.TLS.CA, "tls-ca", "SALAATFLOW_TLS_CA", "", "file of the authority that signs the platform's certificates"},
		{&c.Credential.File, "credential-file", "SALAATFLOW_CREDENTIAL_FILE", "", "file of the platform's credential"},
	} {
		usually := setting.usually
		if of := os.Getenv(setting.variable); of != "" {
			usually = of
		}
		flags.StringVar(setting.value, setting.name, usually, setting.help)
	}
	return c
}

// Serve serves what register registers and keeps it registered with the platform, until ctx ends: then it deregisters, lets the
// calls that run finish, and returns. The descriptors are a set of the service's files with all that they import and with comments.
func (c *Config) Serve(ctx context.Context, descriptors []byte, register func(grpc.ServiceRegistrar)) error {
	files := &descriptorpb.FileDescriptorSet{}
	if err := proto.Unmarshal(descriptors, files); err != nil {
		return fmt.Errorf("the descriptors are no descriptor set: %w", err)
	}
	if err := c.TLS.Validate(); err != nil {
		return err
	}
	if !c.TLS.Enabled() && !address.IsLoopback(c.Listen) {
		return fmt.Errorf("-listen: at %s anybody could say to be any user: give -tls-cert, -tls-key and -tls-ca", c.Listen)
	}
	grpclogging.To(c.Log)
	secret, err := c.Credential.Open(clock.System(), c.Log)
	if err != nil {
		return err
	}
	source, err := c.TLS.Open(mtls.Options{Clock: clock.System(), Logger: c.Log})
	if err != nil {
		return err
	}
	server := grpcserver.New(grpcserver.Options{Logger: c.Log, Credential: secret, Service: c.Service, TLS: source, Edges: edges})
	register(server)
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	leave, err := c.join(ctx, files, server.Services(), listener.Addr().String(), grpcclient.Options{Credential: secret, TLS: source})
	if err == nil {
		fmt.Fprintln(c.Out, "serving at", listener.Addr())
		select {
		case <-ctx.Done():
		case err = <-served:
		}
	}
	draining, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	return errors.Join(err, leave(draining), server.Shutdown(draining))
}

// join registers, and returns what deregisters again.
func (c *Config) join(
	ctx context.Context, files *descriptorpb.FileDescriptorSet, services []string, bound string, dial grpcclient.Options,
) (leave func(context.Context) error, err error) {
	none := func(context.Context) error { return nil }
	conn, err := replicas.Dial(c.Registry, dial)
	if err != nil {
		return none, fmt.Errorf("-registry: %w", err)
	}
	at := c.Advertise
	if at == "" {
		at = bound
	}
	registered, err := registration.New(registration.Options{
		Registry: conn, Service: c.Service, Version: c.Version,
		InstanceID: fmt.Sprintf("pid-%d-%.8s", os.Getpid(), rand.Text()),
		Address:    at, GRPCServices: services, Files: files, Logger: c.Log,
	})
	if err == nil {
		err = registered.Start(ctx)
	}
	if err != nil {
		return none, errors.Join(err, conn.Close())
	}
	return func(ctx context.Context) error { return errors.Join(registered.Stop(ctx), conn.Close()) }, nil
}
