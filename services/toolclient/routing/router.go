package routing

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/ownership"
)

// Source is where the router learns what the registry knows.
type Source interface {
	// Current is never nil.
	Current() *catalog.Catalog
	// Known reports whether Current is a catalogue that somebody sent.
	Known() bool
	// Subscribe returns a channel that has a value whenever Current may have changed, beginning at once.
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Options are what a Router needs; every field is required.
type Options struct {
	Source Source
	// Dial makes the connection that balances over the instances of a service.
	Dial func(service string) (*grpc.ClientConn, error)
	// Required are the canonical names of the tools that Complete waits for.
	Required []string
	// Known is what services offer before they register: those of its tools that are required stay known, and its names are
	// their services' alone.
	Known []*catalog.Definition
	// Owners decides which services may offer what is the platform's.
	Owners ownership.Owners
	Logger *slog.Logger
}

// Router keeps the current Table. Start and Stop are called once each; everything else is safe for concurrent use.
type Router struct {
	Options
	builder *Builder
	table   atomic.Pointer[Table]
	known   atomic.Bool // the table is of a catalogue that somebody sent
	cancel  context.CancelFunc
	done    chan struct{}

	complete    chan struct{} // closed once a catalogue was known and every required tool there
	subscribers broadcast.Broadcaster

	mu    sync.Mutex
	conns map[string]*grpc.ClientConn
}

// New returns a router whose table has the required tools among those known, without instances.
func New(options Options) *Router {
	r := &Router{
		Options: options, done: make(chan struct{}), complete: make(chan struct{}),
		conns: map[string]*grpc.ClientConn{},
	}
	r.builder = NewBuilder(options.Required, options.Known, options.Owners, r.conn)
	r.table.Store(r.builder.Build(&Table{}, &catalog.Catalog{}))
	return r
}

// Table returns the current table; never nil.
func (r *Router) Table() *Table { return r.table.Load() }

// Ready reports whether the table is that of a catalogue, not only of what is known without one.
func (r *Router) Ready() bool { return r.known.Load() }

// Missing returns the required tools that no instance offers now.
func (r *Router) Missing() []string { return r.Table().Unavailable(r.Required) }

// Complete is closed once a catalogue was known in which every required tool was there.
func (r *Router) Complete() <-chan struct{} { return r.complete }

// Start starts to follow the source until Stop; the end of ctx does not end it. A catalogue that the source knows already, as
// a stored one, is in the table when Start returns: a call that comes at once finds its service.
func (r *Router) Start(ctx context.Context) error {
	ctx, r.cancel = context.WithCancel(context.WithoutCancel(ctx))
	changed, unsubscribe := r.Source.Subscribe()
	if r.Source.Known() {
		r.rebuild(ctx)
	}
	go func() {
		defer close(r.done)
		defer unsubscribe()
		for {
			select {
			case <-ctx.Done():
				return
			case <-changed:
				r.rebuild(ctx)
			}
		}
	}()
	return nil
}

// Stop stops following and closes the connections to the services.
func (r *Router) Stop(context.Context) error {
	if r.cancel == nil {
		return nil
	}
	r.cancel()
	<-r.done
	r.mu.Lock()
	defer r.mu.Unlock()
	var failed []error
	for _, conn := range r.conns {
		failed = append(failed, conn.Close())
	}
	return errors.Join(failed...)
}

func (r *Router) rebuild(ctx context.Context) {
	known := r.Source.Known() // asked first: what is known then is in the table
	previous := r.Table()
	table := r.builder.Build(previous, r.Source.Current())
	if r.known.Load() == known && table == previous {
		return // nothing that anybody is told of
	}
	r.table.Store(table)
	r.known.Store(known)
	if missing := r.Missing(); len(missing) > 0 {
		r.Logger.InfoContext(ctx, "required tools are missing", "missing", missing)
	} else if known {
		r.completed(ctx)
	}
	r.subscribers.Publish()
}

func (r *Router) completed(ctx context.Context) {
	select {
	case <-r.complete:
	default:
		//nolint:sloglint // operators look for this sentence
		r.Logger.InfoContext(ctx, fmt.Sprintf("all %d required tools are registered", len(r.Required)))
		close(r.complete)
	}
}

// Subscribe returns a channel that has a value whenever Table may have changed, beginning with one at once. Changes run
// together. cancel ends the subscription.
func (r *Router) Subscribe() (changed <-chan struct{}, cancel func()) {
	return r.subscribers.Subscribe()
}

// conn dials a service once. The connection to a service that is gone has no addresses: running calls finish, and new ones
// are refused at once. It works again when the service is back. The registry bounds how many services there can be.
func (r *Router) conn(service string) grpc.ClientConnInterface {
	r.mu.Lock()
	defer r.mu.Unlock()
	if conn := r.conns[service]; conn != nil {
		return conn
	}
	conn, err := r.Dial(service)
	if err != nil {
		r.Logger.Error("failed to dial a service", "service", service, "error", err)
		return unreachable{}
	}
	r.conns[service] = conn
	return conn
}

// Service returns a connection to whichever service offers a gRPC service when a call is made. What is the platform's, only
// its owner offers.
func (r *Router) Service(name protoreflect.FullName) grpc.ClientConnInterface {
	return dynamicConn{router: r, service: name}
}

type dynamicConn struct {
	router  *Router
	service protoreflect.FullName
}

func (c dynamicConn) current() grpc.ClientConnInterface {
	if conn := c.router.Table().Service(c.service); conn != nil {
		return conn
	}
	return unreachable{}
}

func (c dynamicConn) Invoke(ctx context.Context, method string, request, response any, options ...grpc.CallOption) error {
	return c.current().Invoke(ctx, method, request, response, options...)
}

func (c dynamicConn) NewStream(
	ctx context.Context, desc *grpc.StreamDesc, method string, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	return c.current().NewStream(ctx, desc, method, options...)
}

// unreachable is the connection to a service that is not registered.
type unreachable struct{}

func (unreachable) Invoke(context.Context, string, any, any, ...grpc.CallOption) error {
	return apperr.Unavailable("the service cannot be reached; try again later")
}

func (unreachable) NewStream(context.Context, *grpc.StreamDesc, string, ...grpc.CallOption) (grpc.ClientStream, error) {
	return nil, apperr.Unavailable("the service cannot be reached; try again later")
}
