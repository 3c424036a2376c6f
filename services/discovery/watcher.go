// Package discovery follows the registry's catalogue and connects to the services in it. A Watcher keeps the current
// catalogue; its resolver and balancer send each call to an instance that offers the method called.
package discovery

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/grpc"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/toolspec"
)

// DefaultGrace is how long instances are kept that a registry does not name when it is back.
const DefaultGrace = 10 * time.Second

// maxMessageBytes is the largest catalogue that is received.
const maxMessageBytes = 64 << 20

// Options configure a Watcher. Only Registry is required.
type Options struct {
	// Registry is a connection to the registry, which stays the caller's to close.
	Registry grpc.ClientConnInterface
	// Services are the only ones that are watched, for who looks for no other; empty watches all.
	Services []string
	// Limits bound the definitions that are accepted; a definition over them is left out and logged. The zero Limits are
	// well above a registry's own defaults.
	Limits toolspec.Limits
	// Grace is how long an instance is kept that the registry does not name when it is back: the instance may not have
	// registered again yet. 0 is DefaultGrace; negative is none.
	Grace time.Duration
	// Ejection determines when a failing instance gets no calls for a while; the zero value is DefaultEjection.
	Ejection Ejection
	// CatalogFile stores the last catalogue: a watcher that starts while the registry is away begins with it. Empty
	// stores none.
	CatalogFile string
	// Clock times retries and the balancing; nil is the system's.
	Clock clock.Clock
	// Logger gets the log; nil discards it.
	Logger *slog.Logger
	// Metrics counts how often instances were left out because they hung; nil counts nothing.
	Metrics prometheus.Registerer
}

// Watcher follows the catalogue of a registry. While the registry is away it keeps the last one. Start and Stop are called
// once each, in this order; everything else is safe for concurrent use at any time.
type Watcher struct {
	client      registryv1.RegistryServiceClient
	registry    string // its address, for the log
	services    []string
	grace       time.Duration
	ejection    Ejection
	catalogFile string
	clock       clock.Clock
	logger      *slog.Logger
	passings    *passings

	// Of the run loop:
	picture    *picture
	graceTimer clockwork.Timer // nil while nothing is missed

	current atomic.Pointer[catalog.Catalog]
	synced  chan struct{} // closed with the registry's first catalogue
	// unsettled is closed when the registry has said that it waits for services to register before it sends a catalogue.
	unsettled    chan struct{}
	sayUnsettled sync.Once
	known        atomic.Bool // there is a catalogue, the registry's or a stored one

	cancel  context.CancelFunc
	stopped chan struct{} // closed when the watch has ended
	kept    chan struct{} // closed when the catalogue file is no longer written

	following sync.Mutex
	followers map[*follower]struct{}

	subscribers broadcast.Broadcaster
}

// New returns a watcher with an empty catalogue.
func New(options Options) *Watcher {
	w := &Watcher{
		client:      registryv1.NewRegistryServiceClient(options.Registry),
		registry:    grpcclient.Target(options.Registry),
		services:    options.Services,
		grace:       options.Grace,
		ejection:    options.Ejection,
		catalogFile: options.CatalogFile,
		clock:       options.Clock,
		logger:      options.Logger,
		synced:      make(chan struct{}),
		unsettled:   make(chan struct{}),
		stopped:     make(chan struct{}),
		kept:        make(chan struct{}),
		followers:   map[*follower]struct{}{},
	}
	if w.grace == 0 {
		w.grace = DefaultGrace
	}
	if w.ejection == (Ejection{}) {
		w.ejection = DefaultEjection()
	}
	if w.clock == nil {
		w.clock = clock.System()
	}
	if w.logger == nil {
		w.logger = slog.New(slog.DiscardHandler)
	}
	if options.Limits == (toolspec.Limits{}) {
		options.Limits = toolspec.Limits{Bytes: 16 << 20, Files: 1024, Tools: 1024}
	}
	w.passings = newPassings(w.logger, options.Metrics)
	w.picture = newPicture(options.Limits, w.logger)
	w.picture.scattered = len(w.services) > 0
	w.current.Store(catalog.New(0, nil, nil))
	return w
}

// Start starts to watch and returns without waiting for the registry, which may come later. The watch runs until Stop; the
// end of ctx does not end it.
func (w *Watcher) Start(ctx context.Context) error {
	ctx, w.cancel = context.WithCancel(context.WithoutCancel(ctx))
	w.restore(ctx)
	if w.catalogFile == "" {
		close(w.kept)
	} else {
		go w.keep(ctx)
	}
	go w.run(ctx)
	return nil
}

// Stop ends the watch. The last catalogue stays.
func (w *Watcher) Stop(ctx context.Context) error {
	if w.cancel == nil {
		return nil
	}
	w.cancel()
	for _, ended := range []<-chan struct{}{w.stopped, w.kept} {
		select {
		case <-ended:
		case <-ctx.Done():
			return fmt.Errorf("stop watching the registry: %w", ctx.Err())
		}
	}
	return nil
}

// Current returns the current catalogue; never nil, and empty until Known.
func (w *Watcher) Current() *catalog.Catalog { return w.current.Load() }

// Known reports whether there is a catalogue: the registry has sent one, or one was stored before.
func (w *Watcher) Known() bool { return w.known.Load() }

// Synced is closed once the registry has sent a first catalogue.
func (w *Watcher) Synced() <-chan struct{} { return w.synced }

// Subscribe returns a channel that has a value whenever Current may have changed since the last was taken, beginning with
// one at once. Changes run together: a slow subscriber sees the latest catalogue, not each. The channel is never closed;
// cancel ends the subscription.
func (w *Watcher) Subscribe() (changed <-chan struct{}, cancel func()) {
	return w.subscribers.Subscribe()
}

// publish makes c the current catalogue and tells the subscribers.
func (w *Watcher) publish(c *catalog.Catalog) {
	w.replace(c)
	w.subscribers.Publish()
}

// replace makes c the current catalogue. Connections are told before anybody sees it, so that whoever finds a tool in
// the catalogue can call it.
func (w *Watcher) replace(c *catalog.Catalog) {
	w.tellFollowers(c)
	w.known.Store(true)
}

func (w *Watcher) tellFollowers(c *catalog.Catalog) {
	w.following.Lock()
	defer w.following.Unlock()
	for f := range w.followers {
		f.tell(c)
	}
	w.current.Store(c)
}

func (w *Watcher) follow(f *follower) {
	w.following.Lock()
	defer w.following.Unlock()
	w.followers[f] = struct{}{}
	f.tell(w.Current())
}

func (w *Watcher) unfollow(f *follower) {
	w.following.Lock()
	defer w.following.Unlock()
	delete(w.followers, f)
}
