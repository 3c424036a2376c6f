package classification

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/languagemodel"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/toolcache"
)

// DefaultRefresh is how often an instance looks whether another changed something, which Redis would tell it at once.
const DefaultRefresh = 2 * time.Second

// asksAtOnce bounds how many questions an instance asks the model at once.
const asksAtOnce = 4

// Source tells which tools are registered now; a discovery.Watcher is one.
type Source interface {
	Current() *catalog.Catalog
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Options are what a Classifier works with.
type Options struct {
	// Source, Store, Known and Cache are required.
	Source Source
	Store  Store
	Known  *capability.Map
	Cache  *toolcache.Cache
	// Model is the language model to ask; nil asks none.
	Model *languagemodel.Client
	// Refresh is how often to look whether another instance changed something; 0 is DefaultRefresh.
	Refresh time.Duration
	// Clock tells the time; nil is the system's. Turns to ask are leased by it, so the clocks of instances may differ by a
	// few seconds and not by minutes.
	Clock clock.Clock
	// Logger hears of what is classified and of what fails; nil discards it.
	Logger *slog.Logger
	// MeterProvider gets the figures; nil does not.
	MeterProvider metric.MeterProvider
}

// Classifier says what the tools that are registered can do. It is safe for concurrent use. Run must run for it to learn
// anything.
type Classifier struct {
	Options

	holder  string // of turns to ask
	current atomic.Pointer[snapshot]
	changes broadcast.Broadcaster

	inbox   chan func(context.Context) // what the loop is to do, with its context
	ended   chan struct{}              // closed when the loop does nothing more
	workers sync.WaitGroup
	asking  chan struct{} // has a place for each question that is asked at once

	calls, failures atomic.Int64
	latency         skills.LatencyRecord

	loop loop // of the goroutine of Run alone
}

// New makes a classifier that knows nothing yet.
func New(options Options) (*Classifier, error) {
	if options.Refresh == 0 {
		options.Refresh = DefaultRefresh
	}
	if options.Clock == nil {
		options.Clock = clock.System()
	}
	if options.Logger == nil {
		options.Logger = slog.New(slog.DiscardHandler)
	}
	if options.MeterProvider == nil {
		options.MeterProvider = noop.NewMeterProvider()
	}
	c := &Classifier{
		Options: options,
		holder:  rand.Text(),
		inbox:   make(chan func(context.Context)),
		ended:   make(chan struct{}),
		asking:  make(chan struct{}, asksAtOnce),
		loop:    loop{tools: map[string]*tracked{}, revision: -1},
	}
	c.current.Store(&snapshot{})
	if err := c.measure(options.MeterProvider); err != nil {
		return nil, err
	}
	return c, nil
}

// Of says what a tool can do, by its canonical name: without a lock, from memory. It is false when no such tool is
// registered, and while nobody knows and the model is still to answer.
func (c *Classifier) Of(tool string) (skills.Classification, bool) {
	said, ok := c.current.Load().tools[tool]
	return said, ok
}

// Subscribe gives a channel that has a value whenever Of may answer otherwise than before, beginning with one at once.
// Changes run together. The channel is never closed; cancel ends the subscription.
func (c *Classifier) Subscribe() (changed <-chan struct{}, cancel func()) {
	return c.changes.Subscribe()
}

// Run classifies what is registered until ctx ends, and returns when all it began has ended. It is called once.
func (c *Classifier) Run(ctx context.Context) {
	changed, unsubscribe := c.Source.Subscribe()
	defer unsubscribe()
	refresh := c.Clock.NewTicker(c.Refresh)
	defer refresh.Stop()
	c.workers.Go(func() { c.Cache.Run(ctx) })
	for ctx.Err() == nil {
		c.beginWhatIsDue(ctx)
		c.publish()
		wake := c.Clock.NewTimer(c.untilDue())
		select {
		case <-ctx.Done():
		case <-changed:
			c.follow()
		case act := <-c.inbox:
			act(ctx)
		case <-c.Cache.Changed():
			c.reread(ctx)
		case <-refresh.Chan():
			c.refresh(ctx)
		case <-wake.Chan():
		}
		wake.Stop()
	}
	close(c.ended)
	c.workers.Wait()
}

// errEnded says that the classifier does nothing more.
var errEnded = errors.New("the service is stopping")

// send has the loop do something, and waits until what follows of it is published.
func (c *Classifier) send(ctx context.Context, act func(context.Context)) error {
	published := make(chan struct{})
	select {
	case c.inbox <- func(ctx context.Context) { act(ctx); c.loop.waiting = append(c.loop.waiting, published) }:
	case <-c.ended:
		return errEnded
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-published:
		return nil
	case <-c.ended:
		return errEnded
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tell has the loop do something, if it still does anything.
func (c *Classifier) tell(act func(context.Context)) {
	select {
	case c.inbox <- act:
	case <-c.ended:
	}
}
