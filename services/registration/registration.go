// Package registration keeps one instance of a service registered. It registers, keeps the lease alive, registers again
// when the lease or the registry is lost, and deregisters at the end.
package registration

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
)

// Options configures a Registration.
type Options struct {
	// Registry is a connection to the registry, which stays the caller's to close.
	Registry grpc.ClientConnInterface
	// Service, Version and InstanceID name the instance; the id is unique within the service.
	Service, Version, InstanceID string
	// Address is where gateways reach the instance, host:port.
	Address string
	// GRPCServices are the full names of the gRPC services it offers.
	GRPCServices []string
	// Files declare them, with all that they import. nil takes them from the platform's own descriptors.
	Files *descriptorpb.FileDescriptorSet
	// Descriptions are added to the comments in Files; nil adds nothing.
	Descriptions *Descriptions
	// Await returns when the instance may be registered, or when its context ends; nil waits for nothing.
	Await func(context.Context)
	// Clock is the clock for renewals; nil is the system's.
	Clock clock.Clock
	// Logger receives the log; nil discards it.
	Logger *slog.Logger
}

// Registration keeps one instance registered. Start and Stop are called once each, in this order; everything else is
// safe for concurrent use.
type Registration struct {
	registry  string // its address, for the log
	client    registryv1.RegistryServiceClient
	request   *registryv1.RegisterRequest // without the files
	files     func() (*descriptorpb.FileDescriptorSet, error)
	described *Descriptions
	await     func(context.Context)
	clock     clock.Clock
	logger    *slog.Logger

	cancel  context.CancelFunc // ends the loop
	calls   context.Context    // of the calls that Stop does not cut short
	abort   context.CancelFunc // cuts them short
	stopped chan struct{}

	granted *granted // the lease to go on with; nil if there is none. Of the loop.

	mu    sync.Mutex
	lease string        // "" while there is none
	last  string        // the lease that was given last, which the registry may still know; "" before the first
	there chan struct{} // closed while registered
	cause error         // why not, while not
	// published reports whether the registry has told its watchers of the instance, and until when the lease is valid.
	published bool
	until     time.Time
	changes   broadcast.Broadcaster
}

// New returns a registration. It fails when the files of its gRPC services are not found.
func New(options Options) (*Registration, error) {
	files := func() (*descriptorpb.FileDescriptorSet, error) { return options.Files, nil }
	if options.Files == nil {
		if _, err := descriptors.Services(options.GRPCServices...); err != nil {
			return nil, fmt.Errorf("registration of %s: %w", options.Service, err)
		}
		files = func() (*descriptorpb.FileDescriptorSet, error) { return descriptors.Set(options.GRPCServices...) }
	}
	r := &Registration{
		registry: grpcclient.Target(options.Registry),
		client:   registryv1.NewRegistryServiceClient(options.Registry),
		request: &registryv1.RegisterRequest{
			Service:      options.Service,
			Version:      options.Version,
			InstanceId:   options.InstanceID,
			Address:      options.Address,
			GrpcServices: options.GRPCServices,
		},
		files:     files,
		described: options.Descriptions,
		await:     options.Await,
		clock:     options.Clock,
		logger:    options.Logger,
		stopped:   make(chan struct{}),
		there:     make(chan struct{}),
		cause:     errNotYet,
	}
	if r.await == nil {
		r.await = func(context.Context) {}
	}
	if r.clock == nil {
		r.clock = clock.System()
	}
	if r.logger == nil {
		r.logger = slog.New(slog.DiscardHandler)
	}
	r.logger = r.logger.With("instance", options.InstanceID)
	return r, nil
}

var (
	errNotYet  = errors.New("not registered yet")
	errStopped = errors.New("deregistered")
	// errUnpublished means that the registry has the instance but has not published it yet.
	errUnpublished = errors.New("the registry has not published the instance yet")
)

// Start keeps the instance registered from now on. It does not wait for the registry, which may come later. The
// instance stays registered until Stop; the end of ctx does not end it, but its values go with every call.
func (r *Registration) Start(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	r.calls, r.abort = context.WithCancel(ctx)
	ctx, r.cancel = context.WithCancel(r.calls)
	go r.run(ctx)
	return nil
}

// Stop deregisters the instance, so that no new call reaches it. When the registry does not answer until ctx ends, the
// lease runs out by itself, and the error says so.
func (r *Registration) Stop(ctx context.Context) error {
	if r.cancel == nil {
		return nil
	}
	r.cancel()
	select {
	case <-r.stopped:
	case <-ctx.Done():
	}
	r.abort()
	<-r.stopped
	r.withdrawn()
	lease := r.forget(errStopped)
	if lease == "" {
		return nil
	}
	if _, err := r.client.Deregister(ctx, &registryv1.DeregisterRequest{LeaseId: lease}); err != nil {
		return fmt.Errorf("deregister %s: the lease will run out by itself: %w", r.request.GetService(), err)
	}
	return nil
}

// Registered is closed once the instance is registered and its lease is kept alive. After a loss there is a new channel.
func (r *Registration) Registered() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.there
}

// Err returns nil while the instance is registered, and otherwise why it is not.
func (r *Registration) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.cause
}

// Watch reports whether watchers of the registry can know the instance: at once, and again on each change until ctx ends.
// It reports nil while the instance is published and its lease is valid, as far as is known here, and otherwise why not.
// An unreachable registry changes nothing until the lease must have run out.
func (r *Registration) Watch(ctx context.Context, tell func(known error)) {
	changed, cancel := r.changes.Subscribe()
	defer cancel()
	for {
		stands, known := r.known()
		tell(known)
		expiry := r.clock.NewTimer(stands)
		select {
		case <-changed:
		case <-expiry.Chan():
		case <-ctx.Done():
		}
		expiry.Stop()
		if ctx.Err() != nil {
			return
		}
	}
}

// unknown is how long to wait for a change while no lease is about to end.
const unknown = time.Hour

// known returns what Watch reports, and how long it holds unless something changes.
func (r *Registration) known() (stands time.Duration, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.clock.Until(r.until)
	switch {
	case r.published && left > 0:
		return left, nil
	case r.cause != nil:
		return unknown, r.cause
	default:
		return unknown, errUnpublished
	}
}

// renewed records a renewal: for how long, and whether the registry has published the instance.
func (r *Registration) renewed(ttl time.Duration, published bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.published, r.until = published, r.clock.Now().Add(ttl)
	r.changes.Publish()
}

// withdrawn records that the registry does not have the instance.
func (r *Registration) withdrawn() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.published = false
	r.changes.Publish()
}

// hold records the instance's lease.
func (r *Registration) hold(lease string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lease, r.last = lease, lease
}

// lastLease returns the lease that proves to the registry that this is the instance it knows.
func (r *Registration) lastLease() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last
}

// confirm records that the lease is being kept alive: the instance is registered.
func (r *Registration) confirm() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cause != nil {
		r.cause = nil
		close(r.there)
		r.changes.Publish()
	}
}

// forget records that the instance has no lease, and why. It returns the one it had.
func (r *Registration) forget(cause error) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.cause == nil {
		r.there = make(chan struct{})
	}
	lease := r.lease
	r.lease, r.cause = "", cause
	r.changes.Publish()
	return lease
}
