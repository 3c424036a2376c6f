package mcp

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
)

// Options are what a Server is made of. Only Backend is required.
type Options struct {
	Backend Backend

	// Name, Title and Version say to clients who the server is; empty means salaatflow, Salaatflow and dev.
	Name, Title, Version string
	// Instructions tell a model what the tools are for; empty means none.
	Instructions string

	// Owner names who makes a request, by its context. A session answers only to the owner that opened it; to others it
	// does not exist. Nil means that all callers are one.
	Owner func(context.Context) string
	// Caller names whose share of sessions and streams a request takes; nil means its owner's.
	Caller func(*http.Request) string
	// Admit counts a message that calls no tool as one of the calls that are let in at a time, until release is called, or
	// refuses it. Nil lets all in. Calls of tools are the Backend's to count.
	Admit func(context.Context) (release func(), refused *apperr.Error)
	// CrossOrigin decides which browsers' pages may call; nil means none but the server's own.
	CrossOrigin *http.CrossOriginProtection
	// MaxBodyBytes limits the body of a request; 0 means 1 MiB.
	MaxBodyBytes int64
	// MaxSessions limits the sessions of the older protocol era, and MaxSessionsOfCaller those of one caller; 0 means 2000
	// and 100. At either limit the caller's own session that was idle longest is closed for a new one, and never another's.
	MaxSessions, MaxSessionsOfCaller int
	// SessionIdle is how long a session without requests and streams stays open; 0 means 30 minutes.
	SessionIdle time.Duration
	// MaxStreams limits the responses that stay open to tell of changes, in both eras, and MaxStreamsOfCaller those of one
	// caller; 0 means 2000 and 100. One more is refused.
	MaxStreams, MaxStreamsOfCaller int
	// StreamIdle is how long a stream stays open on which nothing is told, and StreamLife how long at the most; 0 means an
	// hour and a day. A client that still listens opens it again.
	StreamIdle, StreamLife time.Duration
	// EventTimeout is how long a client may take to receive an event of a stream; 0 means 5 seconds.
	EventTimeout time.Duration

	// Clock measures idleness; nil means the system's.
	Clock clock.Clock
	// Logger gets what goes wrong in the server itself; nil means nothing is logged.
	Logger *slog.Logger
}

func (o Options) withDefaults() Options {
	const (
		defaultBodyBytes = 1 << 20
		defaultMax       = 2000
		defaultOfCaller  = 100
		defaultIdle      = 30 * time.Minute
		defaultQuiet     = time.Hour
		defaultLife      = 24 * time.Hour
		defaultEvent     = 5 * time.Second
	)
	o.Name = cmp.Or(o.Name, "salaatflow")
	o.Title = cmp.Or(o.Title, "Salaatflow")
	o.Version = cmp.Or(o.Version, "dev")
	o.MaxBodyBytes = cmp.Or(o.MaxBodyBytes, defaultBodyBytes)
	o.MaxSessions = cmp.Or(o.MaxSessions, defaultMax)
	o.SessionIdle = cmp.Or(o.SessionIdle, defaultIdle)
	o.MaxSessionsOfCaller = cmp.Or(o.MaxSessionsOfCaller, defaultOfCaller)
	o.MaxStreams = cmp.Or(o.MaxStreams, defaultMax)
	o.MaxStreamsOfCaller = cmp.Or(o.MaxStreamsOfCaller, defaultOfCaller)
	o.StreamIdle = cmp.Or(o.StreamIdle, defaultQuiet)
	o.StreamLife = cmp.Or(o.StreamLife, defaultLife)
	o.EventTimeout = cmp.Or(o.EventTimeout, defaultEvent)
	if o.Owner == nil {
		o.Owner = func(context.Context) string { return "" }
	}
	if o.Caller == nil {
		o.Caller = func(r *http.Request) string { return o.Owner(r.Context()) }
	}
	if o.Admit == nil {
		o.Admit = func(context.Context) (func(), *apperr.Error) { return func() {}, nil }
	}
	if o.CrossOrigin == nil {
		o.CrossOrigin = http.NewCrossOriginProtection()
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return o
}

// Server serves MCP over HTTP, in both eras on one URL. It is safe for concurrent use.
type Server struct {
	http.Handler

	options   Options
	requests  *requests
	sessions  *sessions
	streams   *streams
	stateless http.Handler
	stateful  http.Handler
	announcer *announcer
}

// New returns a server. It serves at once, and tells of changes from Start on.
func New(options Options) (*Server, error) {
	options = options.withDefaults()
	s := &Server{
		options:  options,
		requests: &requests{},
		streams:  newStreams(options),
		sessions: &sessions{
			owner:    options.Owner,
			max:      options.MaxSessions,
			ofCaller: options.MaxSessionsOfCaller,
			idle:     options.SessionIdle,
			clock:    options.Clock,
			byID:     map[string]*session{},
		},
	}
	handler, err := newHandler(options)
	if err != nil {
		return nil, err
	}
	handler.requests, handler.sessions = s.requests, s.sessions
	// Two servers: one of the SDK looks through all its sessions whenever one ends, and each stateless request is one.
	modern, legacy := handler.server(options), handler.server(options)
	s.stateless, s.stateful = s.transport(modern, true), s.transport(legacy, false)
	s.announcer = newAnnouncer(options, handler.lists, modern, legacy)
	s.Handler = options.CrossOrigin.Handler(called(options.Caller, http.HandlerFunc(s.dispatch)))
	return s, nil
}

// Start begins to tell clients of changes of the tools.
func (s *Server) Start() { s.announcer.start() }

// EndStreams ends the responses that stay open to tell of changes, and refuses new ones. It is for
// http.Server.RegisterOnShutdown: the HTTP server waits for every response to end. Calls go on.
func (s *Server) EndStreams() { s.streams.end() }

// Stop ends what Start began, all streams and all sessions, and waits for calls in sessions that are still running, until
// the context is done. To lose no answer, shut the HTTP server down first.
func (s *Server) Stop(ctx context.Context) error {
	s.announcer.stop()
	s.streams.end()
	return s.sessions.stop(ctx)
}

func newHandler(options Options) (*handler, error) {
	legacy, modern, err := endings(implementation(options))
	if err != nil {
		return nil, err
	}
	return &handler{
		backend:  options.Backend,
		admit:    options.Admit,
		lists:    &lists{legacy: legacy, modern: modern},
		requests: &requests{},
		logger:   options.Logger,
		legacy:   legacy,
		modern:   modern,
	}, nil
}

// server makes a server of the SDK that answers with the handler.
func (h *handler) server(options Options) *sdk.Server {
	server := sdk.NewServer(implementation(options), &sdk.ServerOptions{
		Instructions: options.Instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}},
		Logger:       demoted(options.Logger),
		SetCacheable: func(_ context.Context, _ sdk.Request, cacheable *sdk.Cacheable) { cacheable.CacheScope = "private" },
	})
	server.AddReceivingMiddleware(h.middleware)
	return server
}

func implementation(options Options) *sdk.Implementation {
	return &sdk.Implementation{Name: options.Name, Title: options.Title, Version: options.Version}
}

func (s *Server) transport(server *sdk.Server, stateless bool) http.Handler {
	return sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, &sdk.StreamableHTTPOptions{
		Stateless:                    stateless,
		JSONResponse:                 true,
		PropagateRequestCancellation: true,
		MaxRequestBodyBytes:          s.options.MaxBodyBytes,
		DisableLocalhostProtection:   true, // the gateway checks the Host header of all its paths
		Logger:                       demoted(s.options.Logger),
	})
}
