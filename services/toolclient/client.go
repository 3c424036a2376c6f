// Package toolclient calls tools by name. A Client follows the registry, resolves names and aliases, settles who is
// calling, checks arguments, and calls an instance of the tool's service over gRPC. The gateway, the chat and internal
// services all call tools through it.
package toolclient

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolround"
)

// DefaultTimeout bounds a call; toolround.StreamTimeout does one of a tool that says meanwhile how far it is.
const DefaultTimeout = 10 * time.Second

// Profiles completes a caller with what the platform knows of the user: time zone, language and role.
type Profiles interface {
	// Complete never fails: where nothing can be learned, the caller comes back as it was.
	Complete(ctx context.Context, caller identity.Caller) identity.Caller
}

// Options configure a Client. Only Registry is required.
type Options struct {
	// Registry is a connection to the registry, which stays the caller's to close.
	Registry grpc.ClientConnInterface
	// Dial configures the connections to services, such as the credential that each call presents.
	Dial grpcclient.Options
	// DialService changes Dial for one service, by the name it registered under; nil dials all alike.
	DialService func(service string, dial grpcclient.Options) grpcclient.Options
	// Timeout bounds each call; 0 is DefaultTimeout.
	Timeout time.Duration

	// Required are the canonical names of the tools that Complete waits for and that stay known while no instance offers
	// them; nil requires all of the platform's own.
	Required []string
	// Owners decides which services may offer what is the platform's; the zero value is ownership.Default().
	Owners ownership.Owners
	// CatalogFile stores the last catalogue: a client that starts while the registry is away begins with it. Empty stores
	// none.
	CatalogFile string

	// Identify returns the caller, from the context and the arguments, and the arguments without what named the caller. nil
	// takes the caller from the context.
	Identify func(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error)
	// Admit returns why a call is refused, once it is known who is calling what, and before anything else is done about
	// it; nil admits all.
	Admit func(ctx context.Context, route *routing.Route, caller identity.Caller) *apperr.Error
	// Once makes a call; nil makes each.
	Once Once
	// Rounds seals what tools that ask keep between two rounds; nil has no second round: a question is an error.
	Rounds *toolround.Sealer
	// Profiles returns what completes callers. It may call services through the client, once that has started. nil leaves
	// callers as they are.
	Profiles func(*Client) Profiles
	// Access decides who may call what; nil decides by the annotations of the tools alone.
	Access *access.Decider
	// SignIn says that a caller is who the context says: a call cannot name a user. An anonymous caller then sees only the tools
	// that need none.
	SignIn bool
	// Address returns from where a call comes, for rules about it; nil leaves what the context's caller says.
	Address func(context.Context) netip.Addr

	// Ended is told of each call of a tool once it has ended; nil tells nobody.
	Ended func(ctx context.Context, call Ended)

	// Audit records calls and refusals, and tells the services that it does; nil records nothing.
	Audit *audit.Edge
	// Clock is nil for the system's.
	Clock clock.Clock
	// Logger gets the log; nil discards it.
	Logger *slog.Logger
	// Metrics gets counts and durations of calls; nil counts nothing.
	Metrics prometheus.Registerer
}

// Call is a tool call whose caller may make it and whose arguments are right.
type Call struct {
	Route     *routing.Route
	Caller    identity.Caller
	Arguments []byte
}

// Ended is a call of a tool that has ended.
type Ended struct {
	// Tool is the canonical name.
	Tool string
	// Caller is who called, as far as that was settled.
	Caller identity.Caller
	// Failed is why it failed, nil for a success.
	Failed *apperr.Error
	Took   time.Duration
}

// Invoke calls the tool's service.
type Invoke func(ctx context.Context) (json.RawMessage, *apperr.Error)

// Once makes a call by calling invoke at most once, or knows its answer.
type Once func(ctx context.Context, call Call, invoke Invoke) (json.RawMessage, *apperr.Error)

// Client calls tools. Start and Stop are called once each, in this order; everything else is safe for concurrent use at any
// time.
type Client struct {
	watcher  *discovery.Watcher
	router   *routing.Router
	identify func(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error)
	admit    func(ctx context.Context, route *routing.Route, caller identity.Caller) *apperr.Error
	once     Once
	ended    func(ctx context.Context, call Ended)
	audit    *audit.Edge
	metrics  *metrics
	logger   *slog.Logger
	clock    clock.Clock
	timeout  time.Duration
	rounds   *toolround.Sealer

	authorizer *Authorizer
}

// New returns a client. Until it has started it knows the platform's required tools, without instances.
func New(options Options) (*Client, error) {
	if options.Registry == nil {
		return nil, errors.New("toolclient: Registry is nil; give it a connection to the registry")
	}
	if options.Timeout < 0 {
		return nil, fmt.Errorf("toolclient: Timeout is %s; give it 0 for the default, or more", options.Timeout)
	}
	options.fill()
	known, err := options.Owners.Reserved()
	if err != nil {
		return nil, fmt.Errorf("toolclient: %w", err)
	}
	c := &Client{
		identify: options.Identify, admit: options.Admit, once: options.Once, ended: options.Ended,
		audit: options.Audit, metrics: newMetrics(options.Metrics),
		logger: options.Logger, clock: options.Clock, timeout: options.Timeout,
		rounds: options.Rounds,
	}
	c.watcher = discovery.New(discovery.Options{
		Registry: options.Registry, Clock: options.Clock, Logger: options.Logger, CatalogFile: options.CatalogFile,
		Metrics: options.Metrics,
	})
	c.router = routing.New(routing.Options{
		Source: c.watcher, Required: options.Required, Known: known, Owners: options.Owners, Logger: options.Logger,
		Dial: func(service string) (*grpc.ClientConn, error) {
			dial := options.DialService(service, options.Dial)
			if !options.Owners.Owns(service) { // which may be anybody's, and is not told the platform's secret
				dial.Credential = dial.Credential.For(service)
			}
			return c.watcher.Dial(service, options.Audit.Dial(dial))
		},
	})
	c.authorizer = &Authorizer{
		Profiles: options.Profiles(c), Access: options.Access, Address: options.Address, Unnamed: !options.SignIn,
	}
	return c, nil
}

// fill sets the defaults.
func (o *Options) fill() {
	if o.DialService == nil {
		o.DialService = func(_ string, dial grpcclient.Options) grpcclient.Options { return dial }
	}
	if o.Timeout == 0 {
		o.Timeout = DefaultTimeout
	}
	if o.Required == nil {
		o.Required = toolnames.All()
	}
	if o.Owners.IsZero() {
		o.Owners = ownership.Default()
	}
	if o.Identify == nil {
		o.Identify = fromContext
	}
	if o.Admit == nil {
		o.Admit = func(context.Context, *routing.Route, identity.Caller) *apperr.Error { return nil }
	}
	if o.Once == nil {
		o.Once = func(ctx context.Context, _ Call, invoke Invoke) (json.RawMessage, *apperr.Error) { return invoke(ctx) }
	}
	if o.Profiles == nil {
		o.Profiles = func(*Client) Profiles { return unchanged{} }
	}
	if o.Clock == nil {
		o.Clock = clock.System()
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}

// unchanged knows nothing of users.
type unchanged struct{}

func (unchanged) Complete(_ context.Context, caller identity.Caller) identity.Caller { return caller }

func fromContext(ctx context.Context, arguments []byte) (identity.Caller, []byte, *apperr.Error) {
	return identity.FromContext(ctx), arguments, nil
}

// Start starts to follow the registry until Stop, and returns without waiting for it: see Await. The end of ctx does not end it.
func (c *Client) Start(ctx context.Context) error {
	return errors.Join(c.watcher.Start(ctx), c.router.Start(ctx))
}

// Stop stops following and closes the connections to the services. Calls that still run are cut off.
func (c *Client) Stop(ctx context.Context) error {
	return errors.Join(c.router.Stop(ctx), c.watcher.Stop(ctx))
}

// Await waits until every required tool was registered at the same time. When ctx ends before that, the error names those
// that are missing.
func (c *Client) Await(ctx context.Context) error {
	select {
	case <-c.Complete():
		return nil
	case <-ctx.Done():
		return fmt.Errorf("required tools are not registered: %s: %w", strings.Join(c.Missing(), ", "), ctx.Err())
	}
}

// AwaitCatalog waits until the client knows a catalogue. The error is that of ctx, when it ends before.
func (c *Client) AwaitCatalog(ctx context.Context) error {
	changed, cancel := c.Subscribe()
	defer cancel()
	for !c.Ready() {
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// Authorizer returns what settles who is calling, for what is called past the client.
func (c *Client) Authorizer() *Authorizer { return c.authorizer }

// Table returns the current table of tools; never nil.
func (c *Client) Table() *routing.Table { return c.router.Table() }

// Subscribe returns a channel that has a value whenever Table may have changed, beginning with one at once. Changes run
// together. cancel ends the subscription.
func (c *Client) Subscribe() (changed <-chan struct{}, cancel func()) { return c.router.Subscribe() }

// Service returns a connection to whichever instances offer a gRPC service when a call is made, for RPCs that are no tools.
// A call of a service that nobody offers fails with UNAVAILABLE. What is the platform's, only its owner offers.
func (c *Client) Service(name protoreflect.FullName) grpc.ClientConnInterface {
	return c.router.Service(name)
}

// Ready reports whether the client knows a catalogue, the registry's or a stored one.
func (c *Client) Ready() bool { return c.router.Ready() }

// Missing returns the required tools that no instance offers now.
func (c *Client) Missing() []string { return c.router.Missing() }

// Complete is closed once every required tool was registered at the same time.
func (c *Client) Complete() <-chan struct{} { return c.router.Complete() }
