// Package harness boots the whole platform in a test's process, on loopback ports and with its own files.
package harness

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	auditsvc "github.com/salaatflow/platform/audit-svc"
	chatsvc "github.com/salaatflow/platform/chat-svc"
	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/gateway"
	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/salaatflow/platform"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/credential"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/telemetry"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// eventTimeout bounds the wait for an event. An event that takes longer never comes, however slow or busy the machine.
const eventTimeout = 2 * time.Minute

// Platform is a running platform.
type Platform struct {
	*platform.Platform
	// URL is the gateway's, and Ops that of its ops address.
	URL, Ops string
	// HTTP is a client with connections of its own.
	HTTP *http.Client
	// Watcher follows the registry, as an internal service does.
	Watcher *discovery.Watcher
	// Services are the platform's own gRPC services that offer tools.
	Services []protoreflect.ServiceDescriptor

	dial grpcclient.Options

	mu    sync.Mutex
	conns map[string]*grpc.ClientConn
}

// Options change what is booted. The zero value is the platform as `up` runs it.
type Options struct {
	// Clock is the clock; nil means the system's.
	Clock clock.Clock
	// Gateway changes the gateway's configuration.
	Gateway func(*gateway.Config)
	// Chat changes the settings of the chat.
	Chat func(*chatsvc.Settings)
	// Skills changes the settings of skills.
	Skills func(*skillssvc.Settings)
	// Telemetry changes the settings of log, traces and metrics.
	Telemetry func(*telemetry.Config)
	// Log receives the log; nil discards it.
	Log io.Writer
	// Data is the folder of the files; empty means a folder of the test.
	Data string
	// CredentialFile holds the platform's credential; empty means that the platform makes one.
	CredentialFile string
}

// Start boots the platform, waits until it is ready, and stops it at the end of the test.
func Start(t testing.TB, options Options) *Platform {
	t.Helper()
	ctx := t.Context()
	config := platform.Config{
		Gateway: gateway.DefaultConfig(), Data: options.Data, Telemetry: telemetry.DefaultConfig(),
		Chat: chatsvc.DefaultSettings(), Skills: skillssvc.DefaultSettings(), Audit: auditsvc.DefaultSettings(),
		Clock: options.Clock, LogOutput: options.Log,
	}
	config.Gateway.HTTP, config.Gateway.OpsAddress, config.Gateway.Auth = "127.0.0.1:0", "127.0.0.1:0", "dev"
	config.Credential.File = options.CredentialFile
	if config.Data == "" {
		config.Data = t.TempDir()
	}
	if config.LogOutput == nil {
		config.LogOutput = io.Discard
	}
	if options.Gateway != nil {
		options.Gateway(&config.Gateway)
	}
	if options.Chat != nil {
		options.Chat(&config.Chat)
	}
	if options.Skills != nil {
		options.Skills(&config.Skills)
	}
	if options.Telemetry != nil {
		options.Telemetry(&config.Telemetry)
	}
	started, err := platform.New(ctx, config)
	must(t, err)
	must(t, started.Start(ctx))
	t.Cleanup(func() { must(t, started.Stop(context.WithoutCancel(ctx))) })
	waiting, cancel := context.WithTimeout(ctx, eventTimeout)
	defer cancel()
	must(t, started.Ready(waiting))
	secret, err := credential.Config{File: started.CredentialFile()}.Open(clock.System(), slog.New(slog.DiscardHandler))
	must(t, err)
	return connected(t, started, grpcclient.Options{Credential: secret})
}

func connected(t testing.TB, started *platform.Platform, dial grpcclient.Options) *Platform {
	t.Helper()
	transport := &http.Transport{MaxIdleConnsPerHost: 256}
	t.Cleanup(transport.CloseIdleConnections)
	p := &Platform{
		Platform: started, URL: "http://" + started.Gateway().Addr().String(),
		Ops:  "http://" + started.Gateway().OpsAddress(),
		HTTP: &http.Client{Transport: transport, Timeout: eventTimeout}, dial: dial, conns: map[string]*grpc.ClientConn{},
	}
	registry := p.Dial(t, started.Registry().String())
	p.Watcher = discovery.New(discovery.Options{Registry: registry})
	must(t, p.Watcher.Start(t.Context()))
	t.Cleanup(func() { must(t, p.Watcher.Stop(context.WithoutCancel(t.Context()))) })
	WaitFor(t, "the registry's first catalogue", p.Watcher.Synced())
	services, err := descriptors.Services("salaatflow.hadith.v1.HadithService", "salaatflow.masjid.v1.MasjidService",
		"salaatflow.skills.v1.SkillService", "salaatflow.tasks.v1.TaskService", "salaatflow.users.v1.UserService")
	must(t, err)
	p.Services = services
	return p
}

// Edges returns the ways to call the platform's tools.
func (p *Platform) Edges(t testing.TB) []edges.Edge {
	t.Helper()
	return []edges.Edge{
		edges.GRPC{Services: p.Services, Conn: func(name protoreflect.FullName) grpc.ClientConnInterface { return p.Service(t, name) }},
		edges.REST{URL: p.URL, Client: p.HTTP, Services: p.Services},
		edges.ToolCall{URL: p.URL, Client: p.HTTP},
		edges.MCP{URL: p.URL + "/mcp", Client: p.HTTP, Version: edges.Stateless},
		edges.MCP{URL: p.URL + "/mcp", Client: p.HTTP, Version: edges.Sessions},
	}
}

// Dial connects to an address, once, until the end of the test.
func (p *Platform) Dial(t testing.TB, address string) *grpc.ClientConn {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if conn := p.conns[address]; conn != nil {
		return conn
	}
	conn, err := grpcclient.Dial(address, p.dial)
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close()) })
	p.conns[address] = conn
	return conn
}

// Service connects to an instance of a gRPC service, which it looks up in the registry.
func (p *Platform) Service(t testing.TB, name protoreflect.FullName) *grpc.ClientConn {
	t.Helper()
	catalogue := p.Watcher.Current()
	for _, instance := range catalogue.Instances() {
		for _, offered := range catalogue.Definition(instance.DefinitionHash).GRPCServices() {
			if offered == string(name) {
				return p.Dial(t, instance.Address)
			}
		}
	}
	t.Fatalf("no instance offers %s", name)
	return nil
}

// RegistryClient returns a client of the registry.
func (p *Platform) RegistryClient(t testing.TB) registryv1.RegistryServiceClient {
	t.Helper()
	return registryv1.NewRegistryServiceClient(p.Dial(t, p.Registry().String()))
}

// WaitFor waits until a channel is closed or has a value, and fails the test if that takes too long.
func WaitFor[T any](t testing.TB, what string, event <-chan T) {
	t.Helper()
	timeout := time.NewTimer(eventTimeout)
	defer timeout.Stop()
	select {
	case <-event:
	case <-timeout.C:
		t.Fatalf("timed out after %v waiting for %s", eventTimeout, what)
	}
}

// Eventually asks again and again, as soon as the catalogue may have changed and often in between, until the answer is
// yes.
func (p *Platform) Eventually(t testing.TB, what string, yes func() bool) {
	t.Helper()
	deadline := time.NewTimer(eventTimeout)
	defer deadline.Stop()
	again := time.NewTicker(5 * time.Millisecond)
	defer again.Stop()
	for !yes() {
		select {
		case <-again.C:
		case <-deadline.C:
			t.Fatalf("timed out after %v waiting until %s", eventTimeout, what)
		}
	}
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(fmt.Errorf("harness: %w", err))
	}
}
