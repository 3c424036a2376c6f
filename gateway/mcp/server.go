package mcp

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	_ "embed" // for the instructions
	"encoding/base64"
	"log/slog"
	"net/http"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/gateway/mcp/internal/sessionstore"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
)

// Options configures a Server. Only Backend is required.
type Options struct {
	Backend Backend
	// Offers are prompts and resources beside the tools. Nil offers none.
	Offers Offers

	// Name, Title and Version identify the server to clients. Empty means salaatflow, Salaatflow and dev.
	Name, Title, Version string
	// Icon is the server's, a picture in SVG; empty for none. Clients are shown it when they ask what the server is.
	Icon []byte
	// Instructions tell a model what the tools are for, and how to use them. Empty means those of the platform.
	Instructions string

	// Visible returns those of the Backend's tools that the caller of a request may call. It must not change the slice, and
	// returns it where all are visible. Nil shows all.
	Visible func(ctx context.Context, tools []*Tool) []*Tool
	// Public reports whether every caller sees all of these tools, which are the Backend's, so that caches may share the list. Nil
	// means that they do if Visible is nil.
	Public func(tools []*Tool) bool
	// VisibleChanged returns a channel that receives after Visible may have begun to answer otherwise for the same tools. The
	// function ends the subscription. Nil means that it never does.
	VisibleChanged func() (changed <-chan struct{}, cancel func())
	// Origin returns the URL, without a path, at which a request reached the server; empty if that is not known. There clients are told
	// to find icons that have only a path. Nil lists none of these.
	Origin func(*http.Request) string
	// Reduced are the canonical names of the tools in the view search, which a client asks for by ?view=search or the header X-Tools-View:
	// search. That list has the tool call_tool besides, which calls any tool.
	Reduced []string
	// Owner returns the owner of a request, empty for an anonymous caller. A session serves only the owner that opened it,
	// or, if that had none, the first one who uses it; for others it does not exist. Nil means that all callers are the
	// same.
	Owner func(context.Context) string
	// Caller returns whose share of sessions and streams a request uses. Nil means its owner's.
	Caller func(*http.Request) string
	// Admit counts a message that calls no tool as a call in flight until release is called, or refuses it. Nil
	// admits all. The Backend counts the calls of tools.
	Admit func(context.Context) (release func(), refused *apperr.Error)
	// Authorize decides over HTTP, before anything is answered, about a request that makes these calls, or none: where the
	// client should sign in, or ask for more, it returns the refusal, whose HTTP status tells the client so. Nil leaves
	// all to the Backend, which decides in any case.
	Authorize func(r *http.Request, calls []Called) *apperr.Error
	// CrossOrigin decides which web pages may call. Nil allows only the server's own.
	CrossOrigin *http.CrossOriginProtection
	// MaxBodyBytes is the largest request body. 0 means 1 MiB.
	MaxBodyBytes int64
	// Link is the Redis in which servers share sessions, so that any of them goes on with a session when another is gone. Nil keeps
	// them in the process, and so do servers while Redis is away.
	Link *redislink.Link
	// SessionKeys returns the keys by which the ids of sessions hold what opens them, the first of which seals new ones. Servers with the
	// same keys, also after a restart, then go on with a session that they have not ended. It is not asked where there is a Link. Nil
	// has ids hold nothing.
	SessionKeys func() [][sha256.Size]byte
	// MaxSessions limits the sessions of the older protocol era, of all servers that share a Redis, and MaxSessionsOfCaller those of
	// one caller. 0 means 2000 and 100. At either limit, a new session replaces the caller's own one that has been idle longest; of
	// callers without an owner, who may be many, only one that was not used yet, or not for five minutes.
	MaxSessions, MaxSessionsOfCaller int
	// SessionIdle is how long a session without requests and streams stays open. 0 means 30 minutes.
	SessionIdle time.Duration
	// MaxStreams limits the responses that stay open for notifications, in both eras, and MaxStreamsOfCaller those of
	// one caller. 0 means 2000 and 100. Further ones are refused.
	MaxStreams, MaxStreamsOfCaller int
	// StreamIdle is how long a stream without events stays open, and StreamLife how long any stream does. 0 means an
	// hour and a day. A client that is still listening reopens it.
	StreamIdle, StreamLife time.Duration
	// Heartbeat is how often a stream without events sends a comment. 0 means 25 seconds, less than proxies wait.
	Heartbeat time.Duration
	// ResourceInterval is how often a resource that a client subscribed to is looked at. 0 means 15 seconds.
	ResourceInterval time.Duration
	// MaxSubscriptionsOfCaller limits the subscriptions of one caller to resources that may change. 0 means 32.
	MaxSubscriptionsOfCaller int
	// EventTimeout is how long a client may take to receive an event of a stream. 0 means 5 seconds.
	EventTimeout time.Duration

	// Clock measures idle times. Nil means the system's.
	Clock clock.Clock
	// Logger receives failures of the server itself. Nil discards them.
	Logger *slog.Logger

	// sdkAlone has the SDK answer plain requests too, for comparison.
	sdkAlone bool
	// tasks are offered by a server of the era without sessions.
	tasks bool
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
		defaultBeat      = 25 * time.Second
		defaultLook      = 15 * time.Second
		defaultWatches   = 32
	)
	o.Name = cmp.Or(o.Name, "salaatflow")
	o.Title = cmp.Or(o.Title, "Salaatflow")
	o.Version = cmp.Or(o.Version, "dev")
	o.Instructions = cmp.Or(o.Instructions, instructions)
	o.MaxBodyBytes = cmp.Or(o.MaxBodyBytes, defaultBodyBytes)
	o.MaxSessions = cmp.Or(o.MaxSessions, defaultMax)
	o.SessionIdle = cmp.Or(o.SessionIdle, defaultIdle)
	o.MaxSessionsOfCaller = cmp.Or(o.MaxSessionsOfCaller, defaultOfCaller)
	o.MaxStreams = cmp.Or(o.MaxStreams, defaultMax)
	o.MaxStreamsOfCaller = cmp.Or(o.MaxStreamsOfCaller, defaultOfCaller)
	o.StreamIdle = cmp.Or(o.StreamIdle, defaultQuiet)
	o.StreamLife = cmp.Or(o.StreamLife, defaultLife)
	o.EventTimeout = cmp.Or(o.EventTimeout, defaultEvent)
	o.ResourceInterval = cmp.Or(o.ResourceInterval, defaultLook)
	o.MaxSubscriptionsOfCaller = cmp.Or(o.MaxSubscriptionsOfCaller, defaultWatches)
	o.Heartbeat = cmp.Or(o.Heartbeat, defaultBeat)
	if o.Public == nil {
		all := o.Visible == nil
		o.Public = func([]*Tool) bool { return all }
	}
	if o.Visible == nil {
		o.Visible = func(_ context.Context, tools []*Tool) []*Tool { return tools }
	}
	if o.VisibleChanged == nil {
		o.VisibleChanged = func() (<-chan struct{}, func()) { return nil, func() {} }
	}
	if o.Owner == nil {
		o.Owner = func(context.Context) string { return "" }
	}
	if o.Origin == nil {
		o.Origin = func(*http.Request) string { return "" }
	}
	if o.Caller == nil {
		o.Caller = func(r *http.Request) string { return o.Owner(r.Context()) }
	}
	if o.Admit == nil {
		o.Admit = func(context.Context) (func(), *apperr.Error) { return func() {}, nil }
	}
	if o.Authorize == nil {
		o.Authorize = func(*http.Request, []Called) *apperr.Error { return nil }
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

func (o Options) withTasks() Options {
	o.tasks = true
	return o
}

//go:embed instructions.md
var instructions string

// Server serves MCP over HTTP, in both eras on one URL. It is safe for concurrent use.
type Server struct {
	http.Handler

	options   Options
	handler   *handler
	requests  *requests
	ids       ids
	sessions  *sessions
	streams   *streams
	kept      *keptCalls
	stateless http.Handler // answers with JSON
	streaming http.Handler // answers with events, for tools that converse
	stateful  http.Handler // answers with events
	announcer *announcer
	followed  *followed
	reopening reopening
	listening listening
}

// New returns a server. It serves at once, but sends notifications only after Start.
func New(options Options) (*Server, error) {
	options = options.withDefaults()
	s := &Server{
		options:  options,
		requests: &requests{},
		ids:      newIDs(),
		streams:  newStreams(options),
		kept:     newKeptCalls(options.Clock),
		sessions: &sessions{
			owner:    options.Owner,
			max:      options.MaxSessions,
			ofCaller: options.MaxSessionsOfCaller,
			idle:     options.SessionIdle,
			clock:    options.Clock,
			byID:     map[string]*session{},
			ending:   map[string]chan struct{}{},
		},
	}
	if options.Link != nil {
		s.sessions.store = sessionstore.New(rand.Text(), sessionstore.Options{
			Link: options.Link, Max: options.MaxSessions, MaxOfShare: options.MaxSessionsOfCaller, Idle: options.SessionIdle + askAgain,
			Abandoned: abandoned,
		})
		s.sessions.reopen, s.sessions.again = s.reopen, s.post
	} else if options.SessionKeys != nil {
		s.sessions.sealer = &sealer{keys: options.SessionKeys, clock: options.Clock}
	}
	handler, err := newHandler(options)
	if err != nil {
		return nil, err
	}
	handler.requests, handler.sessions = s.requests, s.sessions
	if handler.tasks, err = newTasks(options); err != nil {
		return nil, err
	}
	s.handler = handler
	if handler.subscriptions != nil {
		handler.subscriptions.store, handler.subscriptions.isOpen = s.sessions.store, s.streams.isOpen
	}
	s.followed = &followed{
		sessions: s.sessions, subscriptions: handler.subscriptions, again: s.post, clock: options.Clock, looked: map[string]chan struct{}{},
	}
	// Two servers, because the SDK scans all sessions of a server whenever one ends, and each stateless request is a session.
	modern, legacy := handler.server(options.withTasks(), nil), handler.server(options, nil)
	if err := addTaskMethods(modern); err != nil {
		return nil, err
	}
	again := handler.server(options, func() string { return s.reopening.id })
	for _, server := range []*sdk.Server{modern, legacy, again} {
		if err := addSkillMethods(server); err != nil {
			return nil, err
		}
	}
	always := func(*http.Request) *sdk.Server { return modern }
	s.stateless = s.transport(always, sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true})
	s.streaming = s.transport(always, sdk.StreamableHTTPOptions{Stateless: true})
	s.stateful = s.transport(func(r *http.Request) *sdk.Server {
		if reopened(r.Context()) != nil {
			return again
		}
		return legacy
	}, sdk.StreamableHTTPOptions{})
	s.announcer = newAnnouncer(options, modern, legacy, again)
	s.Handler = options.CrossOrigin.Handler(http.HandlerFunc(s.dispatch))
	return s, nil
}

// Start begins to notify clients when the tools change, and to listen to what other gateways say of sessions.
func (s *Server) Start() {
	s.announcer.start()
	s.listen()
}

// EndStreams ends the responses that stay open for notifications, and refuses new ones. Calls continue. It is meant
// for http.Server.RegisterOnShutdown, since the HTTP server waits for every response to end.
func (s *Server) EndStreams() { s.streams.end() }

// Stop ends the notifications, all streams and all sessions that no other gateway has, and waits for running calls in sessions and for
// tasks until the context ends. To lose no answer, shut the HTTP server down first.
func (s *Server) Stop(ctx context.Context) error {
	s.announcer.stop()
	s.listening.stop()
	s.handler.subscriptions.stop()
	s.streams.end()
	s.handler.tasks.stop(ctx)
	return s.sessions.stop(ctx)
}

func newHandler(options Options) (*handler, error) {
	legacy, modern, err := endings(implementation(options))
	if err != nil {
		return nil, err
	}
	h := &handler{
		backend:  options.Backend,
		offers:   options.Offers,
		visible:  options.Visible,
		public:   options.Public,
		admit:    options.Admit,
		requests: &requests{},
		logger:   options.Logger,
		legacy:   legacy,
		modern:   modern,
		reduced:  options.Reduced,
	}
	if h.offers != nil {
		h.subscriptions = newSubscriptions(options)
	}
	return h, nil
}

// server returns an SDK server that answers with the handler. It takes the ids of sessions from sessionID, or makes them if that is nil.
func (h *handler) server(options Options, sessionID func() string) *sdk.Server {
	settings := &sdk.ServerOptions{
		GetSessionID: sessionID,
		Instructions: options.Instructions,
		Capabilities: capabilities(options),
		Logger:       demoted(options.Logger),
		SetCacheable: setCacheable,
	}
	var server *sdk.Server
	if h.offers != nil {
		settings.Capabilities.Prompts = &sdk.PromptCapabilities{ListChanged: true}
		settings.Capabilities.Resources = &sdk.ResourceCapabilities{ListChanged: true, Subscribe: true}
		settings.Capabilities.Completions = &sdk.CompletionCapabilities{}
		settings.SubscribeHandler = func(ctx context.Context, request *sdk.SubscribeRequest) error {
			return h.subscriptions.subscribe(ctx, server, request)
		}
		settings.UnsubscribeHandler = h.subscriptions.unsubscribe
	}
	server = sdk.NewServer(withIcon(implementation(options), options.Icon), settings)
	server.AddReceivingMiddleware(h.middleware)
	server.AddSendingMiddleware(acknowledgesTasks)
	if h.offers != nil {
		server.AddSendingMiddleware(h.subscriptions.onlyDue)
	}
	return server
}

func capabilities(options Options) *sdk.ServerCapabilities {
	offered := &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}, Logging: &sdk.LoggingCapabilities{}}
	extensions := map[string]any{}
	if options.tasks {
		extensions[tasksExtension] = map[string]any{}
	}
	if options.Offers != nil { // skills are resources
		extensions[skillsExtension] = map[string]any{}
	}
	if len(extensions) > 0 {
		offered.Extensions = extensions
	}
	return offered
}

const svgType = "image/svg+xml"

// Inline returns a picture in SVG as a data: URI, which a client can show without asking anybody for it.
func Inline(svg []byte) string {
	return "data:" + svgType + ";base64," + base64.StdEncoding.EncodeToString(svg)
}

// withIcon adds a picture to what the server says that it is. It is not in what each result says.
func withIcon(described *sdk.Implementation, svg []byte) *sdk.Implementation {
	if len(svg) == 0 {
		return described
	}
	described.Icons = []sdk.Icon{{Source: Inline(svg), MIMEType: svgType, Sizes: []string{"any"}}}
	return described
}

// setCacheable says for how long what the SDK answers is fresh. What the server is and can do is the same for all.
func setCacheable(_ context.Context, request sdk.Request, cacheable *sdk.Cacheable) {
	*cacheable = ofCaller
	if _, ok := request.GetParams().(*sdk.DiscoverParams); ok {
		cacheable.TTLMs, cacheable.CacheScope = int(fresh.Milliseconds()), scopePublic
	}
}

func implementation(options Options) *sdk.Implementation {
	return &sdk.Implementation{Name: options.Name, Title: options.Title, Version: options.Version}
}

func (s *Server) transport(server func(*http.Request) *sdk.Server, options sdk.StreamableHTTPOptions) http.Handler {
	options.PropagateRequestCancellation = true
	options.MaxRequestBodyBytes = s.options.MaxBodyBytes
	options.DisableLocalhostProtection = true // the gateway checks the Host header of all its paths
	options.Logger = demoted(s.options.Logger)
	return sdk.NewStreamableHTTPHandler(server, &options)
}
