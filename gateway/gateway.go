// Package gateway is the platform's edge. It resolves names and intents, identifies callers, checks arguments, and
// routes each call over gRPC to the service that registered the tool.
package gateway

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto"
	usersv1 "github.com/salaatflow/platform/proto/salaatflow/users/v1"
	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/gateway/internal/authn"
	"github.com/salaatflow/platform/gateway/internal/bulkhead"
	"github.com/salaatflow/platform/gateway/internal/calls"
	"github.com/salaatflow/platform/gateway/internal/challenge"
	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/httpedge"
	"github.com/salaatflow/platform/gateway/internal/httpstls"
	"github.com/salaatflow/platform/gateway/internal/idempotency"
	"github.com/salaatflow/platform/gateway/internal/oidc"
	"github.com/salaatflow/platform/gateway/internal/operations"
	"github.com/salaatflow/platform/gateway/internal/proxies"
	"github.com/salaatflow/platform/gateway/internal/rest"
	"github.com/salaatflow/platform/gateway/mcp"
	"github.com/salaatflow/platform/gateway/web"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/address"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/ops"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/profiles"
	"github.com/salaatflow/platform/services/ratelimit"
	"github.com/salaatflow/platform/services/redislink"
	"github.com/salaatflow/platform/services/secureheaders"
	"github.com/salaatflow/platform/services/setting"
	"github.com/salaatflow/platform/services/toolclient"
	"github.com/salaatflow/platform/services/tracing"
)

// Options configures a Gateway. Every field is required.
type Options struct {
	Config Config
	// Registry is a connection to the registry. The caller closes it.
	Registry grpc.ClientConnInterface
	Logger   *slog.Logger
	Clock    clock.Clock
	// Metrics receives the gateway's own metrics. Gatherer is what /metrics serves.
	Metrics prometheus.Registerer
	// Access decides who may call what; nil decides by the annotations alone.
	Access   *access.Decider
	Gatherer prometheus.Gatherer
	// Dial configures the connections to services.
	Dial grpcclient.Options
	// Audit keeps what the gateway records of calls and refusals.
	Audit audit.Recorder
}

// Gateway serves all edges. Start and Stop must be called only once; all other methods are safe for concurrent use.
type Gateway struct {
	Options
	limiter *bulkhead.Limiter
	limits  *ratelimit.Limiter // nil without limits
	once    *idempotency.Guard
	link    *redislink.Link // nil without Redis
	unlink  func()          // ends the link; nil before Start
	tools   *toolclient.Client
	calls   *calls.Log
	// operations answers what administrators ask about this gateway.
	operations *operations.Server
	owners     ownership.Owners
	// operatorsOwn are the operations by which administrators ask about this gateway.
	operatorsOwn map[string]bool
	profiles     *profiles.Cache
	oidc         *oidc.Verifier // nil unless callers sign in at OpenID providers
	edge         *audit.Edge    // nil if nothing is recorded
	mcp          *mcp.Server
	server       *http.Server
	ops          *ops.Server // nil if no ops address is configured

	listener net.Listener
	failed   chan error    // receives the error that ended serving
	draining chan struct{} // closed when stopping begins
	refusing chan struct{} // closed when new requests are refused
}

// How long a client may take to receive a response once it has begun, and to send the next request on its connection. A
// client that never reads is disconnected after the longer of the two, even if the response fits into the network's buffers.
const (
	answerTimeout = 30 * time.Second
	idleTimeout   = 30 * time.Second
)

// New returns a gateway, or an error that names everything wrong with the configuration.
func New(ctx context.Context, options Options) (*Gateway, error) {
	if err := options.Config.Validate(); err != nil {
		return nil, setting.Wrong(err)
	}
	g := &Gateway{
		Options: options, failed: make(chan error, 1), draining: make(chan struct{}), refusing: make(chan struct{}),
		calls: calls.New(options.Clock), operatorsOwn: map[string]bool{},
	}
	g.limiter = bulkhead.New(bulkhead.Options{
		MaxInFlight: options.Config.MaxInFlight, MaxQueued: options.Config.MaxQueued, MaxWait: options.Config.MaxQueueWait,
		Clock: options.Clock, Metrics: options.Metrics,
	})
	g.edge = audit.NewEdge(options.Audit, audit.DoorREST, options.Clock)
	var err error
	if g.link, err = newLink(options); err != nil {
		return nil, err
	}
	if g.limits, err = newLimiter(options, g.link); err != nil {
		return nil, err
	}
	g.once = idempotency.New(idempotency.Options{
		Link: g.link, Timeout: options.Config.CallTimeout, Audit: g.edge,
		Clock: options.Clock, Logger: options.Logger, Metrics: options.Metrics,
	})
	if g.owners, err = ownership.Parse(options.Config.PlatformServices); err != nil {
		return nil, err
	}
	rounds, err := newRounds(options.Config, options.Clock)
	if err != nil {
		return nil, err
	}
	g.tools, err = toolclient.New(toolclient.Options{
		Registry: options.Registry, Dial: options.Dial, DialService: g.limited, Timeout: options.Config.CallTimeout,
		Required: options.Config.Required(), Owners: g.owners, CatalogFile: options.Config.CatalogFile,
		Rounds: rounds, Identify: authn.Identify, Admit: g.admit, Once: g.callOnce, Profiles: g.newProfiles, Audit: g.edge, Ended: g.callEnded,
		Access: options.Access, Address: authn.AddressOf,
		SignIn: authn.Mode(options.Config.Auth) == authn.OIDC,
		Clock:  options.Clock, Logger: options.Logger, Metrics: options.Metrics,
	})
	if err != nil {
		return nil, err
	}
	if err := g.reportReadiness(); err != nil {
		return nil, err
	}
	handler, err := g.handler(ctx)
	if err != nil {
		return nil, err
	}
	g.server = &http.Server{
		Handler:           secureheaders.Handler(httpedge.Shutdown{Draining: g.draining, Refusing: g.refusing}.Handler(handler)),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    64 << 10,
		ErrorLog:          slog.NewLogLogger(options.Logger.Handler(), slog.LevelWarn),
	}
	source, err := options.Config.HTTPTLS.Open(httpstls.Options{Clock: options.Clock, Logger: options.Logger, Metrics: options.Metrics})
	if err != nil {
		return nil, err
	}
	if source != nil {
		g.server.TLSConfig = source.TLS()
	}
	g.server.RegisterOnShutdown(g.mcp.EndStreams)
	return g, nil
}

// limited makes each call to a service hold one of its slots, whichever edge the call comes from.
func (g *Gateway) limited(service string, dial grpcclient.Options) grpcclient.Options {
	room := g.limiter.Service(service)
	dial.DialOptions = append(slices.Clone(dial.DialOptions), grpc.WithChainUnaryInterceptor(room.Unary),
		grpc.WithChainStreamInterceptor(room.Stream))
	return dial
}

func (g *Gateway) newProfiles(tools *toolclient.Client) toolclient.Profiles {
	users := tools.Service(protoreflect.FullName(usersv1.UserService_ServiceDesc.ServiceName))
	g.profiles = profiles.NewCache(profiles.New(users, 0), g.Clock, g.Logger)
	return g.profiles
}

func (g *Gateway) handler(ctx context.Context) (http.Handler, error) {
	services, err := g.restServices()
	if err != nil {
		return nil, err
	}
	paths, err := rest.New(ctx, rest.Options{
		Services: services, Table: g.tools.Table, Strangers: strangersBeside(g.owners, g.tools.Service),
		Authorizer: g.tools.Authorizer(), Limits: g.limits, Idempotency: g.once,
		Began: g.tools.Began, Ended: g.callEnded, Timeout: g.Config.CallTimeout,
		Audit: g.edge, Clock: g.Clock,
	})
	if err != nil {
		return nil, err
	}
	events, err := g.callEvents()
	if err != nil {
		return nil, err
	}
	described := g.openAPI(services, paths)
	origins, err := httpedge.Origins(g.Config.AllowedOrigins)
	if err != nil {
		return nil, err
	}
	mcpOrigins, err := g.mcpOrigins()
	if err != nil {
		return nil, err
	}
	backend := &mcpBackend{
		tools: g.tools, audit: g.edge, sameForAll: authn.Mode(g.Config.Auth) != authn.OIDC && !g.Access.HasRules(),
	}
	g.mcp, err = mcp.New(mcp.Options{
		Backend: backend, Offers: &mcpOffers{tools: g.tools, audit: g.edge}, ResourceInterval: g.Config.ResourceInterval,
		Admit:   mcpAdmit(g.limiter.Service(ownRoom), g.limits, g.edge),
		Version: kit.VersionOr(g.Config.Version), Icon: web.Mark(),
		Visible: backend.visible, Public: backend.public, VisibleChanged: g.Access.Subscribe,
		Origin:    func(r *http.Request) string { return challenge.Base(g.Config.PublicURL, r) },
		Reduced:   append([]string{toolnames.SearchTools}, g.Config.MCPPinnedTools...),
		Authorize: g.mcpAuthorize, Owner: mcpOwner, Caller: mcpCaller, CrossOrigin: mcpOrigins,
		MaxBodyBytes: g.Config.MaxBodyBytes, Link: g.link, SessionKeys: g.Dial.Credential.Keys("sessions of MCP"),
		Clock: g.Clock, Logger: g.Logger,
	})
	if err != nil {
		return nil, err
	}
	trusted, err := proxies.Parse(g.Config.TrustedProxies)
	if err != nil {
		return nil, fmt.Errorf("--trusted-proxies: %w", err)
	}
	contract, err := proto.Zip()
	if err != nil {
		return nil, fmt.Errorf("/api/v1/proto.zip: %w", err)
	}
	pages, err := web.New(web.Options{
		Development: authn.Mode(g.Config.Auth) == authn.Dev, SignIn: g.pagesSignIn(),
		Version: kit.VersionOr(g.Config.Version), Clock: g.Clock, Logger: g.Logger,
	})
	if err != nil {
		return nil, err
	}
	return trusted.Handler(httpedge.New(httpedge.Options{
		Audit: g.edge, Routes: g.tools.Table, Visible: g.tools.Visible, Caller: g.tools, REST: paths, MCP: g.mcp, CallEvents: events,
		Pictures: http.HandlerFunc(g.picture), PicturesPath: picturesPath,
		OpenAPI: described, Pages: pages,
		Contract: document.New("application/zip", contract),
		Logger:   g.Logger, Metrics: g.Metrics, Tracer: tracing.New(g.Dial.TracerProvider),
		Callers: g.authenticator(), Challenges: g.challenges(), Loopback: address.IsLoopback(g.Config.HTTP),
		AllowedHosts: g.Config.AllowedHosts, AllowedOrigins: g.Config.AllowedOrigins, Origins: origins,
		LoopbackPages: g.loopbackPages(), MaxBodyBytes: g.Config.MaxBodyBytes,
		AnswerTimeout: answerTimeout, Room: g.limiter.Service(ownRoom), Limits: g.limits,
	}), g.Logger), nil
}

// loopbackPages reports whether pages that come from this machine may call /mcp, as the MCP Inspector does from a port that changes: in
// development alone, where every process of the machine may call as whoever it likes.
func (g *Gateway) loopbackPages() bool {
	return authn.Mode(g.Config.Auth) == authn.Dev && address.IsLoopback(g.Config.HTTP)
}

// mcpOrigins returns the protection of the MCP edge. Where pages of this machine may call, the HTTP edge, which knows them, decides alone.
func (g *Gateway) mcpOrigins() (*http.CrossOriginProtection, error) {
	origins, err := httpedge.Origins(g.Config.AllowedOrigins)
	if err == nil && g.loopbackPages() {
		origins.AddInsecureBypassPattern("/mcp")
	}
	return origins, err
}
