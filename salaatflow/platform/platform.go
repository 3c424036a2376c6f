// Package platform runs everything in one process: the registry, the services and the gateway. They call each other
// over gRPC on loopback ports, as they would between machines.
package platform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/reflect/protoreflect"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/outbox"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/mtls"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// Config configures a platform in one process.
type Config struct {
	// Gateway configures the gateway. Its registry is replaced by the platform's own.
	Gateway gateway.Config
	// RegistryListen is the host:port at which the registry serves. Empty means a free port of this machine, which the usual
	// address, registrysvc.Address, is too where another program has it.
	RegistryListen string
	// Credential locates the credential that all parts share. Without it, and without TLS, the platform keeps one of its own in the
	// data folder, and lets strangers on this machine join.
	Credential credential.Config
	// TLS locates the certificate of all parts, which names each of them by DNS. Insecure lets the registry serve other
	// machines in plain text.
	TLS      mtls.Config
	Insecure bool
	// Data is the folder of the SQLite files. It is created if necessary.
	Data string
	// Chat configures the chat: how long conversations are kept, and which language model is used.
	Chat chatsvc.Settings
	// Skills configures where skills are and how their tools are decided.
	Skills skillssvc.Settings
	// Audit configures how long the audit trail is kept.
	Audit auditsvc.Settings
	// Unaudited records nothing. It is for measuring what recording costs.
	Unaudited bool
	// Telemetry configures logs, traces and metrics.
	Telemetry telemetry.Config
	// Clock is the clock of all parts. Nil means the system's.
	Clock clock.Clock
	// LogOutput receives the log. Nil means standard error.
	LogOutput io.Writer
}

// Platform runs all parts. Start and Stop must be called only once.
type Platform struct {
	*kit.App
	gateway    *gateway.Gateway
	registry   net.Addr
	credential string
	started    chan struct{} // closed when the gateway serves
}

// New composes the platform, or returns what is wrong with the configuration.
func New(ctx context.Context, settings Config) (p *Platform, err error) {
	if settings.RegistryListen == "" {
		settings.RegistryListen = anyPort
	}
	bound, err := listen(ctx, settings)
	if err != nil {
		return nil, err
	}
	opened := []func() error{bound.close} // closed when something is wrong
	defer func() {
		if err != nil {
			for _, closes := range slices.Backward(opened) {
				err = errors.Join(err, closes())
			}
		}
	}()
	metrics := prometheus.NewRegistry()
	decider, err := settings.Gateway.Policy.Open(access.Options{Clock: settings.clock(), Logger: settings.logger(), Metrics: metrics})
	if err != nil {
		return nil, err
	}
	data, err := openDataFolder(settings.Data, settings.logger())
	if err != nil {
		return nil, err
	}
	opened = append(opened, data.release)
	trusted, err := settings.openTrust()
	if err != nil {
		return nil, err
	}
	recording := settings.recording(bound.registry.Addr().String(), trusted, metrics)
	box, err := recording.Open()
	if err != nil {
		return nil, err
	}
	opened = append(opened, box.Close)
	p = &Platform{registry: bound.registry.Addr(), credential: trusted.file, started: make(chan struct{})}
	var recorder audit.Recorder = box
	if settings.Unaudited {
		recorder = audit.Discard
	}
	parts := parts{
		Config: settings, trust: trusted, access: decider, bound: bound,
		registry: bound.registry.Addr().String(), metrics: metrics, recorder: recorder, services: &kit.Together{},
	}
	p.App, err = kit.NewApp(
		kit.Closing(data.release),
		parts.registryService(),
		parts.audit(),
		recording.Shipping(box),
		parts.users(),
		parts.tasks(),
		parts.masjids(),
		parts.hadith(),
		parts.skills(),
		parts.chat(),
		parts.gateway(func(g *gateway.Gateway) {
			p.gateway = g
			close(p.started)
		}),
	)
	if err != nil {
		return nil, err
	}
	return p, nil
}

// Validate returns an error that names the flag with a wrong value.
func (c Config) Validate() error {
	reachable := c.RegistryListen != "" && !address.IsLoopback(c.RegistryListen)
	var listens error
	if err := address.Check(c.RegistryListen); c.RegistryListen != "" && err != nil {
		listens = fmt.Errorf("--registry-listen: %w", err)
	}
	switch {
	case listens != nil:
	case !reachable || c.TLS.Enabled():
	case !c.Insecure:
		return fmt.Errorf("--registry-listen: other machines can reach %s: give --tls-cert, --tls-key and --tls-ca "+
			"(`salaatflow certs` makes them), or set --insecure, with --credential-file, to serve in plain text", c.RegistryListen)
	case c.Credential.File == "":
		return errors.New("--insecure: without TLS, programs know each other by a secret that all of them share: " +
			"give --credential-file, too")
	}
	return errors.Join(listens, c.Audit.Validate(), c.TLS.Validate(), c.Gateway.Validate())
}

// reachable reports whether other machines can reach the gateway or the registry.
func (c Config) reachable() bool {
	return !address.IsLoopback(c.Gateway.HTTP) || c.RegistryListen != "" && !address.IsLoopback(c.RegistryListen)
}

// recording is how all parts record for the audit: in one outbox in the data folder.
func (c Config) recording(registry string, with trust, metrics *prometheus.Registry) kit.Recording {
	config := outbox.DefaultConfig()
	config.Outbox = filepath.Join(c.Data, auditOutbox)
	clk := c.Clock
	if clk == nil {
		clk = clock.System()
	}
	return kit.Recording{
		Config: config, Program: "salaatflow", Registry: registry,
		Dial: grpcclient.Options{Credential: with.shared, TLS: with.tls}, Unkeyed: with.strangers,
		Clock: clk, Logger: c.logger(), Metrics: prometheus.WrapRegistererWith(prometheus.Labels{"component": "audit"}, metrics),
	}
}

// logger returns a logger for what concerns no single part.
func (c Config) logger() *slog.Logger {
	output := c.LogOutput
	if output == nil {
		output = os.Stderr
	}
	return c.Telemetry.Log.Logger(output)
}

func (c Config) clock() clock.Clock {
	if c.Clock == nil {
		return clock.System()
	}
	return c.Clock
}

// Gateway returns the gateway, or nil before Start.
func (p *Platform) Gateway() *gateway.Gateway { return p.gateway }

// Registry returns the address of the registry.
func (p *Platform) Registry() net.Addr { return p.registry }

// CredentialFile returns the file with the secret that the platform's services ask for, "" if they ask for certificates alone.
func (p *Platform) CredentialFile() string { return p.credential }

// chatService offers no tool, so the required tools do not tell whether it is running.
var chatService = protoreflect.FullName(chatv1.ChatService_ServiceDesc.ServiceName)

// parts builds the configuration of each part.
type parts struct {
	Config
	trust
	bound    listeners
	access   *access.Decider
	registry string
	metrics  *prometheus.Registry
	recorder audit.Recorder
	services *kit.Together
}

func (p parts) service(name string) kit.Config {
	c := kit.DefaultConfig()
	c.Registry.Address = p.registry
	c.Shared, c.SharedTLS, c.Insecure = p.shared, p.tls, p.Insecure
	c.Access = p.access
	c.DrainDelay = 0 // all parts stop together
	c.Telemetry = p.Telemetry
	c.Recorder = p.recorder
	c.Clock = p.Clock
	c.LogOutput = p.LogOutput
	c.Together = p.services
	c.Registerer = prometheus.WrapRegistererWith(prometheus.Labels{"component": name}, p.metrics)
	return c
}

func (p parts) database(name string) kitsql.Config {
	return kitsql.Config{URL: config.Secret("sqlite:" + filepath.Join(p.Data, name+".db")), FolderSeen: true}
}

// Ready waits until the gateway has every required tool. It fails if the platform stops or ctx ends first.
func (p *Platform) Ready(ctx context.Context) error {
	select {
	case <-p.started:
		return errors.Join(p.gateway.Await(ctx), p.gateway.AwaitService(ctx, chatService))
	case <-ctx.Done():
		return ctx.Err()
	}
}
