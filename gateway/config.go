package gateway

import (
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/httpedge"
	"github.com/salaatflow/platform/gateway/internal/httpstls"
	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/gateway/internal/proxies"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/httphost"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/telemetry"
)

// HTTPTLS locates the certificate that callers see.
type HTTPTLS = httpstls.Config

// SignIn is what an operator says of the OpenID providers whose tokens are accepted.
type SignIn = oidc.Config

// Config holds what an operator can set for the gateway. Start from DefaultConfig.
type Config struct {
	Registry         string        `help:"Address of the registry, host:port, or of its replicas: several addresses with commas between them, or a name that has several." env:"SALAATFLOW_REGISTRY" placeholder:"ADDR,..."`
	HTTP             string        `help:"Address to serve HTTP at, host:port; port 0 picks one." placeholder:"ADDR"`
	OpsAddress       string        `help:"Address to serve /healthz, /readyz and /metrics at, host:port; a free port if another program has the default; empty serves none." placeholder:"ADDR"`
	Pprof            bool          `help:"Serve /debug/pprof/ at the ops address too."`
	Auth             string        `help:"How callers authenticate: oidc by bearer tokens of OpenID providers and API tokens; dev trusts X-User-ID and user_id (loopback only); none accepts no credentials."`
	PublicURL        string        `help:"The URL at which callers reach the gateway, as it names itself to those who must sign in; by default the host that they called, with https off loopback." placeholder:"URL"`
	RequiredTools    []string      `help:"Tools without which the gateway is not complete, and which it always knows; the platform's own by default." placeholder:"NAME"`
	PlatformServices []string      `help:"Call only this service for this package of the platform or below it, such as salaatflow.tasks=tasks-svc; built in by default." placeholder:"PACKAGE=SERVICE"`
	StartupTimeout   time.Duration `help:"After this long, warn of required tools that are not registered yet. The gateway serves meanwhile."`
	CatalogFile      string        `help:"Save the last catalogue in this file and start with it when the registry is away; empty saves none." placeholder:"FILE" type:"path"`
	CallTimeout      time.Duration `help:"How long a call may take."`
	DrainTimeout     time.Duration `help:"How long running calls may take to finish when the gateway stops."`
	DrainDelay       time.Duration `help:"How long /readyz reports not ready before the gateway stops accepting, so that load balancers and clients go elsewhere."`
	MaxInFlight      int           `help:"How many calls may be in flight. No service may hold more than are free, and no caller more of a service than is left for others; further calls wait, and then get RATE_LIMITED."`
	MaxQueued        int           `help:"How many calls may wait for a service that is at its limit; 0 for none."`
	MaxQueueWait     time.Duration `help:"How long a call waits for a service that is at its limit."`
	MaxBodyBytes     int64         `help:"The largest request body, in bytes."`
	AllowedHosts     []string      `help:"Host names that requests may be for, besides the machine's own on loopback; by default any, or on loopback only those." placeholder:"NAME"`
	AllowedOrigins   []string      `help:"Origins of other sites whose pages may call, such as https://app.example.org; none by default, and with --auth dev the pages of this machine at /mcp." placeholder:"ORIGIN"`

	MCPPinnedTools []string `name:"mcp-pinned-tools" help:"Tools that MCP clients are shown who ask for the view search, beside those that find and call tools; none by default." placeholder:"NAME"`

	Limits         string   `help:"Rate limits: a YAML file, which is read again when it changes; default for the built-in ones; or off. Unless given, off on a loopback address and default elsewhere." placeholder:"FILE"`
	TrustedProxies []string `help:"Addresses or networks of reverse proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8; none by default." placeholder:"CIDR"`

	RoundKeyFile string `help:"A file with the key that seals what tools keep while they ask their caller something, at least 32 characters, the same for all gateways; by default that of the pages' sessions, or else one that each start makes." placeholder:"FILE" type:"path"`

	// HTTPTLS locates the certificate that callers see.
	HTTPTLS HTTPTLS `embed:"" prefix:"http-tls-"`

	// Redis is where gateways share limits and idempotency keys.
	Redis redislink.Config `embed:"" prefix:"redis-"`

	// SignIn says whose tokens are accepted with --auth oidc.
	SignIn SignIn `embed:"" prefix:"oidc-"`

	// Trust is by what the gateway and the services know each other, and the rules about who may call what.
	kit.Trust `embed:""`
	// Insecure lets the gateway speak with other machines in plain text.
	Insecure bool `help:"Speak with the registry and the services of other machines in plain text, and with callers who sign in: whoever is on the network between can read and change everything, and learn the credential and callers' tokens."`

	// Audit configures how calls and refusals are recorded.
	Audit outbox.Config `embed:"" prefix:"audit-"`

	// Telemetry configures logs, traces and metrics.
	Telemetry telemetry.Config `embed:""`

	// The fields below are for programs that run the gateway with services, and for tests. They are not flags.

	// Listener and OpsListener, if not nil, are used instead of listening at HTTP and OpsAddress. The gateway closes
	// them.
	Listener, OpsListener net.Listener `kong:"-"`
	// Version is the version that the gateway reports. If empty, it is the build's.
	Version string `kong:"-"`
	// ResourceInterval is how often a resource that an MCP client subscribed to is looked at. 0 means 15 seconds.
	ResourceInterval time.Duration `kong:"-"`
	// Clock is the gateway's clock. Nil means the system's.
	Clock clock.Clock `kong:"-"`
	// Recorder keeps the audit records, if not nil, in place of Audit.
	Recorder audit.Recorder `kong:"-"`
	// LogOutput receives the log. Nil means standard error.
	LogOutput io.Writer `kong:"-"`
	// Metrics receives the gateway's metrics, and /metrics serves it besides the process metrics. Nil means a new
	// registry.
	Metrics *prometheus.Registry `kong:"-"`
	// Beside returns what other parts of the program lack, which /readyz then says; it must be safe for concurrent use. Nil means that
	// there are none.
	Beside func() error `kong:"-"`
}

// DefaultConfig returns the configuration of a local gateway.
func DefaultConfig() Config {
	return Config{
		HTTP: "127.0.0.1:8080", OpsAddress: ops.DefaultAddress, Auth: string(authn.None),
		StartupTimeout: 30 * time.Second, CallTimeout: 10 * time.Second,
		DrainDelay: 5 * time.Second, DrainTimeout: 20 * time.Second, MaxInFlight: 1024, MaxQueued: 64, MaxQueueWait: 100 * time.Millisecond,
		MaxBodyBytes: 1 << 20,
		SignIn:       oidc.DefaultConfig(),
		Registry:     "127.0.0.1:9000", Telemetry: telemetry.DefaultConfig(),
		Audit: outbox.DefaultConfig(),
	}
}

// Validate returns an error that names each flag with a wrong value.
func (c Config) Validate() error {
	var wrong []error
	complain := func(bad bool, format string, args ...any) {
		if bad {
			wrong = append(wrong, fmt.Errorf(format, args...))
		}
	}
	wrong = append(wrong, c.SignIn.Validate(), c.validateNames())
	switch authn.Mode(c.Auth) {
	case authn.Dev, authn.None:
	case authn.OIDC:
		wrong = append(wrong, c.SignIn.Check())
	default:
		complain(true, "auth: %q must be oidc, dev or none", c.Auth)
	}
	wrong = append(wrong, challenge.CheckPublicURL(c.PublicURL))
	complain(c.Auth == string(authn.Dev) && !address.IsLoopback(c.HTTP),
		"auth: dev trusts what callers claim, so it is refused at %s: listen on a loopback address", c.HTTP)
	complain(c.StartupTimeout <= 0, "startup-timeout: must be more than 0")
	complain(c.CallTimeout <= 0, "call-timeout: must be more than 0")
	complain(c.DrainTimeout <= 0, "drain-timeout: must be more than 0")
	complain(c.DrainDelay < 0, "drain-delay: must not be negative")
	complain(c.MaxInFlight < 1, "max-in-flight: must be at least 1")
	complain(c.MaxQueued < 0, "max-queued: must not be negative")
	complain(c.MaxQueueWait <= 0, "max-queue-wait: must be more than 0")
	complain(c.MaxBodyBytes < 1, "max-body-bytes: must be at least 1")
	if err := c.Audit.Validate(); err != nil {
		complain(true, "%w", err)
	}
	if err := errors.Join(c.TLS.Validate(), c.HTTPTLS.Validate(), c.validateTrust(), c.validateSecrecy()); err != nil {
		wrong = append(wrong, err)
	}
	if _, err := proxies.Parse(c.TrustedProxies); err != nil {
		complain(true, "trusted-proxies: %w", err)
	}
	if err := c.Redis.Validate(); err != nil {
		complain(true, "%w", err)
	}
	if _, err := ownership.Parse(c.PlatformServices); err != nil {
		complain(true, "platform-services: %w", err)
	}
	complain(c.Pprof && c.OpsAddress == "", "pprof: needs an ops-address")
	return errors.Join(append(wrong, c.Telemetry.Validate())...)
}

// validateNames refuses addresses that nothing can listen at, and hosts and origins that no request can name.
func (c Config) validateNames() error {
	var wrong []error
	if err := address.Check(c.HTTP); err != nil {
		wrong = append(wrong, fmt.Errorf("http: %w", err))
	}
	if err := address.Check(c.OpsAddress); c.OpsAddress != "" && err != nil {
		wrong = append(wrong, fmt.Errorf("ops-address: %w", err))
	}
	for _, name := range c.AllowedHosts {
		if err := httphost.Check(name); err != nil {
			wrong = append(wrong, fmt.Errorf("allowed-hosts: %w", err))
		}
	}
	_, err := httpedge.Origins(c.AllowedOrigins)
	return errors.Join(append(wrong, err)...)
}

// validateTrust refuses to tell everybody on the network what is said.
func (c Config) validateTrust() error {
	if err := replicas.Validate(c.Registry); err != nil {
		return fmt.Errorf("registry: %w", err)
	}
	remote := replicas.Remote(c.Registry)
	switch {
	case remote == "" || c.HasTLS():
		return nil
	case !c.Insecure:
		return fmt.Errorf("registry: %s is another machine: give --tls-cert, --tls-key and --tls-ca "+
			"(`salaatflow certs` makes them), or set --insecure, with --credential-file, to speak in plain text", remote)
	case !c.HasCredential():
		return errors.New("insecure: without TLS, programs know each other by a secret that all of them share: " +
			"give --credential-file, too")
	default:
		return nil
	}
}

// validateSecrecy refuses to have callers' tokens sent in plain text.
func (c Config) validateSecrecy() error {
	if c.Auth != string(authn.OIDC) || address.IsLoopback(c.HTTP) || c.HTTPTLS.Enabled() || c.Insecure ||
		len(c.TrustedProxies) > 0 || strings.HasPrefix(c.PublicURL, "https://") {
		return nil
	}
	return fmt.Errorf("http: callers' tokens would come to %s in plain text: give --http-tls-cert and --http-tls-key; or, if a proxy "+
		"ends TLS, name it with --trusted-proxies or give --public-url https://…; or set --insecure", c.HTTP)
}

// Required returns the tools without which the gateway is not complete.
func (c Config) Required() []string {
	if len(c.RequiredTools) == 0 {
		return toolnames.All()
	}
	return c.RequiredTools
}
