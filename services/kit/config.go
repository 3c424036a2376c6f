package kit

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcserver"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/peer"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/telemetry"
)

// Config holds what an operator can set for every service. A service embeds it in its own Config, as the first field.
// Start from DefaultConfig.
type Config struct {
	// ListenAddress is where gRPC is served, host:port; port 0 picks one.
	ListenAddress string `placeholder:"HOST:PORT" help:"Serve gRPC here; port 0 picks a free one."`
	// AdvertiseAddress is where gateways reach this instance; empty is the address bound.
	AdvertiseAddress string `placeholder:"HOST:PORT" help:"Gateways reach this instance here; empty means the address it listens on."`
	// OpsAddress is where health, metrics and profiles are served over HTTP; empty serves none.
	OpsAddress string `placeholder:"HOST:PORT" help:"Serve /healthz, /readyz and /metrics over HTTP here; empty serves none."`
	// Pprof serves profiles under /debug/pprof/ at OpsAddress.
	Pprof bool `help:"Serve /debug/pprof/ at the ops address too."`

	// Registry is where the instance registers.
	Registry RegistryConfig `embed:""`

	// Trust is by what programs know each other, and the rules about who may call what.
	Trust `embed:""`
	// Insecure lets the service speak with other machines in plain text.
	Insecure bool `help:"Speak with other machines in plain text: whoever is on the network between can read and change everything, and learn the credential."`
	// Edges are the programs that may say for which user they call, besides none but themselves. They count with TLS.
	Edges []string `placeholder:"PROGRAM" help:"Believe these programs for which user they call: names such as gateway, SPIFFE ids or DNS names. Others that name a user are refused. It needs TLS."`

	// Deadline is the most that a unary call may take.
	Deadline time.Duration `help:"Answer a call within this time or fail it."`
	// MaxConnectionAge is the age at which a connection is closed gracefully; negative is never.
	MaxConnectionAge time.Duration `help:"Close a connection gracefully at this age, so that clients find newer instances; negative means never."`
	// DrainDelay is how long calls are still accepted after deregistration, for callers that learn of it late.
	DrainDelay time.Duration `help:"Still accept calls for this time after deregistering."`
	// DrainTimeout is how long running calls may take to finish when the service stops.
	DrainTimeout time.Duration `help:"Let running calls finish for this time when stopping."`

	// Audit is how the service records calls that do not come through an edge of the platform, and acts of its own.
	Audit outbox.Config `embed:"" prefix:"audit-"`

	// Telemetry is where logs, traces and metrics go.
	Telemetry telemetry.Config `embed:""`

	// The fields below are for programs that run several services, and for tests. Operators do not set them.

	// Listener serves gRPC in place of ListenAddress; nil listens there. The service closes it.
	Listener net.Listener `kong:"-"`
	// Version is what the service registers as; empty is the build's version.
	Version string `kong:"-"`
	// Clock is the service's clock; nil is the system's.
	Clock clock.Clock `kong:"-"`
	// Recorder keeps the audit records in place of Audit; nil uses that one.
	Recorder audit.Recorder `kong:"-"`
	// LogOutput receives the log; nil is standard error.
	LogOutput io.Writer `kong:"-"`
	// Registerer receives the service's metrics; nil is a registry of its own, served at OpsAddress.
	Registerer prometheus.Registerer `kong:"-"`
	// Together learns whether the service is ready; nil does not.
	Together *Together `kong:"-"`
}

// RegistryConfig is where an instance registers, and under which ID.
type RegistryConfig struct {
	// Address of the registry, or of its replicas with commas between them; empty registers nowhere.
	Address string `name:"registry" env:"SALAATFLOW_REGISTRY" placeholder:"HOST:PORT,..." help:"Register with the registry here, or with its replicas: several addresses, or a name that has several; empty registers nowhere."`
	// InstanceID is unique within the service; empty generates one from the host's name and a random part.
	InstanceID string `name:"registry-instance-id" help:"Register as this instance, unique within the service; empty generates one."`
}

// DefaultConfig serves on a free loopback port and registers nowhere.
func DefaultConfig() Config {
	return Config{
		ListenAddress:    "127.0.0.1:0",
		Edges:            []string{"gateway", "chat-svc"},
		Deadline:         grpcserver.DefaultDeadline,
		MaxConnectionAge: grpcserver.DefaultMaxConnectionAge,
		DrainDelay:       2 * time.Second,
		DrainTimeout:     20 * time.Second,
		Telemetry:        telemetry.DefaultConfig(),
		Audit:            outbox.DefaultConfig(),
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	return errors.Join(
		c.validateAddresses(),
		c.TLS.Validate(),
		c.validateTrust(),
		c.validateEdges(),
		c.Registry.validate(),
		notNegative("--deadline", c.Deadline),
		notNegative("--drain-delay", c.DrainDelay),
		notNegative("--drain-timeout", c.DrainTimeout),
		c.Audit.Validate(),
		c.Telemetry.Validate(),
	)
}

func (c Config) validateAddresses() error {
	if c.Listener == nil {
		if err := hostPort("--listen-address", c.ListenAddress, false); err != nil {
			return err
		}
	}
	if err := hostPort("--advertise-address", c.AdvertiseAddress, true); err != nil {
		return err
	}
	if c.Registry.Address != "" && c.AdvertiseAddress == "" && c.Listener == nil && address.IsUnspecified(c.ListenAddress) {
		return fmt.Errorf("--advertise-address: is required, because a gateway cannot call %s", c.ListenAddress)
	}
	if c.Pprof && c.OpsAddress == "" {
		return errors.New("--pprof: needs --ops-address")
	}
	return hostPort("--ops-address", c.OpsAddress, true)
}

// validateTrust refuses to trust unknown callers, and to tell everybody on the network what is said.
func (c Config) validateTrust() error {
	remote := c.remoteRegistry()
	switch {
	case c.HasTLS():
		return nil
	case c.isReachable() && !c.Insecure:
		return fmt.Errorf("--listen-address: other machines can reach %s: give --tls-cert, --tls-key and --tls-ca "+
			"(`salaatflow certs` makes them), or set --insecure, with --credential-file, to serve in plain text", c.serving())
	case remote != "" && !c.Insecure:
		return fmt.Errorf("--registry: %s is another machine: give --tls-cert, --tls-key and --tls-ca "+
			"(`salaatflow certs` makes them), or set --insecure, with --credential-file, to speak in plain text", remote)
	case (c.isReachable() || remote != "") && !c.HasCredential():
		return errors.New("--insecure: without TLS, programs know each other by a secret that all of them share: " +
			"give --credential-file, too")
	default:
		return nil
	}
}

func (c Config) validateEdges() error {
	for _, name := range c.Edges {
		if err := peer.ValidName(name); err != nil {
			return fmt.Errorf("--edges: %w", err)
		}
	}
	return nil
}

// remoteRegistry returns an address of the registry that is not on this machine; empty when there is none.
func (c Config) remoteRegistry() string { return replicas.Remote(c.Registry.Address) }

// isReachable reports whether other machines can reach the service.
func (c Config) isReachable() bool { return c.serving() != "" && !address.IsLoopback(c.serving()) }

func (c Config) serving() string {
	if c.Listener != nil {
		return c.Listener.Addr().String()
	}
	return c.ListenAddress
}

func (c RegistryConfig) validate() error {
	if c.Address == "" {
		return nil
	}
	if err := replicas.Validate(c.Address); err != nil {
		return fmt.Errorf("--registry: %w", err)
	}
	return nil
}

func hostPort(flag, given string, mayBeEmpty bool) error {
	if given == "" && mayBeEmpty {
		return nil
	}
	if err := address.Check(given); err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	return nil
}

func notNegative(flag string, d time.Duration) error {
	if d < 0 {
		return fmt.Errorf("%s: %s is negative", flag, d)
	}
	return nil
}

// Healthcheck returns an error unless the service at ListenAddress serves.
func (c Config) Healthcheck(ctx context.Context) error {
	tls, err := c.TLS.Open(mtls.Options{Clock: clock.System(), Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	return healthcheck(ctx, c.ListenAddress, tls)
}
