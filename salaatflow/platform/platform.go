// Package platform is everything in one process: the registry, the services and the gateway, which talk to each other
// over gRPC on loopback ports as they would between machines.
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

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/reflect/protoreflect"

	chatv1 "github.com/salaatflow/platform/proto/salaatflow/chat/v1"

	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kitsql"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// Config is what can be set of the platform in one process.
type Config struct {
	// Gateway is the edge's configuration; its registry is the platform's own.
	Gateway gateway.Config
	// RegistryListen is where the registry serves, host:port; empty is a free port of this machine.
	RegistryListen string
	// Credential says where the credential is that all parts share; Insecure lets the registry serve other machines
	// without one.
	Credential credential.Config
	Insecure   bool
	// Data is the folder of the SQLite files; it is made if it is not there.
	Data string
	// Chat says how long conversations are kept, and which larger model is asked.
	Chat chatsvc.Settings
	// Skills says where skills are and what decides about their tools.
	Skills skillssvc.Settings
	// Telemetry says where logs, traces and metrics go.
	Telemetry telemetry.Config
	// Clock tells all parts the time; nil is the system's.
	Clock clock.Clock
	// LogOutput gets the log; nil is standard error.
	LogOutput io.Writer
}

// Platform runs all parts. Start and Stop are called once each.
type Platform struct {
	*kit.App
	gateway  *gateway.Gateway
	registry net.Addr
	started  chan struct{} // closed when the gateway serves
}

// New composes the platform. It says what is wrong with the configuration.
func New(ctx context.Context, settings Config) (*Platform, error) {
	if settings.RegistryListen == "" {
		settings.RegistryListen = "127.0.0.1:0"
	}
	bound, err := listen(ctx, settings)
	if err != nil {
		return nil, err
	}
	shared, err := settings.Credential.Open(clock.System(), settings.logger())
	if err != nil {
		return nil, errors.Join(err, bound.close())
	}
	data, err := openDataFolder(settings.Data, settings.logger())
	if err != nil {
		return nil, errors.Join(err, bound.close())
	}
	p := &Platform{registry: bound.registry.Addr(), started: make(chan struct{})}
	parts := parts{Config: settings, shared: shared, bound: bound, registry: bound.registry.Addr().String(), metrics: prometheus.NewRegistry()}
	p.App, err = kit.NewApp(
		kit.Closing(data.release),
		parts.registryService(),
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
		return nil, errors.Join(err, bound.close(), data.release())
	}
	return p, nil
}

// Validate says what is wrong, by flag.
func (c Config) Validate() error {
	reachable := c.RegistryListen != "" && !address.IsLoopback(c.RegistryListen)
	if reachable && c.Credential.File == "" && !c.Insecure {
		return fmt.Errorf("--registry-listen: other machines can reach %s: give --credential-file, "+
			"the secret that all programs of the platform share, or say --insecure", c.RegistryListen)
	}
	return c.Gateway.Validate()
}

// logger is for what concerns no part alone.
func (c Config) logger() *slog.Logger {
	output := c.LogOutput
	if output == nil {
		output = os.Stderr
	}
	return c.Telemetry.Log.Logger(output)
}

// Gateway is the edge; nil before Start.
func (p *Platform) Gateway() *gateway.Gateway { return p.gateway }

// Registry is the address of the registry.
func (p *Platform) Registry() net.Addr { return p.registry }

// chatService offers no tool, so that the required tools do not say whether it is there.
var chatService = protoreflect.FullName(chatv1.ChatService_ServiceDesc.ServiceName)

// parts makes the configuration of each part.
type parts struct {
	Config
	bound    listeners
	shared   *credential.Credential
	registry string
	metrics  *prometheus.Registry
}

func (p parts) service(name string) kit.Config {
	c := kit.DefaultConfig()
	c.Registry.Address = p.registry
	c.Shared, c.Insecure = p.shared, p.Insecure
	c.DrainDelay = 0 // all parts stop together
	c.Telemetry = p.Telemetry
	c.Clock = p.Clock
	c.LogOutput = p.LogOutput
	c.Registerer = prometheus.WrapRegistererWith(prometheus.Labels{"component": name}, p.metrics)
	return c
}

func (p parts) database(name string) kitsql.Config {
	return kitsql.Config{URL: config.Secret("sqlite:" + filepath.Join(p.Data, name+".db")), FolderSeen: true}
}

// Ready waits until the gateway has every required tool; it fails when the platform stops before, or ctx ends.
func (p *Platform) Ready(ctx context.Context) error {
	select {
	case <-p.started:
		return errors.Join(p.gateway.Await(ctx), p.gateway.AwaitService(ctx, chatService))
	case <-ctx.Done():
		return ctx.Err()
	}
}
