package gateway

import (
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/telemetry"
)

// Config is what an operator can set of the gateway. Start from DefaultConfig.
type Config struct {
	Registry         string        `help:"Address of the registry, host:port." env:"SALAATFLOW_REGISTRY" placeholder:"ADDR"`
	HTTP             string        `help:"Address to serve HTTP at, host:port; port 0 picks one." placeholder:"ADDR"`
	OpsAddress       string        `help:"Address to serve /healthz, /readyz and /metrics at, host:port; a free port where another program has the default; empty serves none." placeholder:"ADDR"`
	Pprof            bool          `help:"Serve /debug/pprof/ at the ops address too."`
	Auth             string        `help:"How callers prove who they are: dev believes X-User-ID and user_id (loopback only), none believes nobody."`
	RequiredTools    []string      `help:"Tools without which the gateway is not complete, and which it always knows; the platform's own unless given." placeholder:"NAME"`
	PlatformServices []string      `help:"Call only this service for what is of this package of the platform's or below it, such as salaatflow.tasks=tasks-svc; as delivered unless given." placeholder:"PACKAGE=SERVICE"`
	StartupTimeout   time.Duration `help:"After this long, warn of required tools that are not registered yet. The gateway serves in any case."`
	CatalogFile      string        `help:"Keep the last catalogue in this file and start with it when the registry is away; empty keeps none." placeholder:"FILE" type:"path"`
	CallTimeout      time.Duration `help:"How long a call may take."`
	DrainTimeout     time.Duration `help:"How long running calls may take to finish when the gateway stops."`
	DrainDelay       time.Duration `help:"How long /readyz says not ready before the gateway stops to accept, for load balancers and clients to go elsewhere."`
	MaxInFlight      int           `help:"How many calls may be in flight. No service may hold more of these than are free, nor a caller more of a service than is left for others; one more waits, and then is answered RATE_LIMITED."`
	MaxQueued        int           `help:"How many calls may wait for a service that is at its bound; 0 for none."`
	MaxQueueWait     time.Duration `help:"How long a call waits for a service that is at its bound."`
	MaxBodyBytes     int64         `help:"The largest request body, in bytes."`
	AllowedHosts     []string      `help:"Host names that requests may be for; any unless given, and on loopback the machine's own besides." placeholder:"NAME"`
	AllowedOrigins   []string      `help:"Origins of other sites whose pages may call, such as https://app.example.org; none unless given." placeholder:"ORIGIN"`

	// Credential says where the platform's credential is, which the gateway presents to the registry and the services.
	Credential credential.Config `embed:""`

	// Telemetry says where logs, traces and metrics go.
	Telemetry telemetry.Config `embed:""`

	// What follows is for programs that run the gateway with services, and for tests; operators do not choose it.

	// Listener serves HTTP in place of HTTP's address, and OpsListener health and metrics in place of OpsAddress; nil
	// listens there. The gateway closes them.
	Listener, OpsListener net.Listener `kong:"-"`
	// Shared is the credential in place of the one that Credential names; nil takes that.
	Shared *credential.Credential `kong:"-"`
	// Version is what the gateway says of itself; empty is the build's.
	Version string `kong:"-"`
	// Clock tells the gateway the time; nil is the system's.
	Clock clock.Clock `kong:"-"`
	// LogOutput gets the log; nil is standard error.
	LogOutput io.Writer `kong:"-"`
	// Metrics gets the gateway's metrics and is what /metrics shows besides the process's own; nil is a registry of its own.
	Metrics *prometheus.Registry `kong:"-"`
}

// DefaultConfig is the configuration of a gateway on this machine in development.
func DefaultConfig() Config {
	return Config{
		HTTP: "127.0.0.1:8080", OpsAddress: ops.DefaultAddress, Auth: string(authn.None), StartupTimeout: 30 * time.Second, CallTimeout: 10 * time.Second,
		DrainDelay: 5 * time.Second, DrainTimeout: 20 * time.Second, MaxInFlight: 1024, MaxQueued: 64, MaxQueueWait: 100 * time.Millisecond,
		MaxBodyBytes: 1 << 20,
		Registry:     "127.0.0.1:9000", Telemetry: telemetry.DefaultConfig(),
	}
}

// Validate says everything that is wrong with the configuration, by the name of the flag.
func (c Config) Validate() error {
	var wrong []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	complain(c.Auth != string(authn.Dev) && c.Auth != string(authn.None), "auth: %q is neither dev nor none", c.Auth)
	complain(c.Auth == string(authn.Dev) && !address.IsLoopback(c.HTTP),
		"auth: dev believes what callers say, so it is refused at %s: listen on a loopback address", c.HTTP)
	complain(c.StartupTimeout <= 0, "startup-timeout: must be more than 0")
	complain(c.CallTimeout <= 0, "call-timeout: must be more than 0")
	complain(c.DrainTimeout <= 0, "drain-timeout: must be more than 0")
	complain(c.DrainDelay < 0, "drain-delay: must not be negative")
	complain(c.MaxInFlight < 1, "max-in-flight: must be at least 1")
	complain(c.MaxQueued < 0, "max-queued: must not be negative")
	complain(c.MaxQueueWait <= 0, "max-queue-wait: must be more than 0")
	complain(c.MaxBodyBytes < 1, "max-body-bytes: must be at least 1")
	if _, _, err := net.SplitHostPort(c.Registry); err != nil {
		complain(true, "registry: %q is no address such as 127.0.0.1:9000", c.Registry)
	}
	if _, err := ownership.Parse(c.PlatformServices); err != nil {
		complain(true, "platform-services: %w", err)
	}
	complain(c.Pprof && c.OpsAddress == "", "pprof: needs an ops-address")
	if _, _, err := net.SplitHostPort(c.OpsAddress); c.OpsAddress != "" && err != nil {
		complain(true, "ops-address: %q is no address such as %s", c.OpsAddress, ops.DefaultAddress)
	}
	return errors.Join(append(wrong, c.Telemetry.Validate())...)
}

// Required are the tools without which the gateway is not complete.
func (c Config) Required() []string {
	if len(c.RequiredTools) == 0 {
		return toolnames.All()
	}
	return c.RequiredTools
}
