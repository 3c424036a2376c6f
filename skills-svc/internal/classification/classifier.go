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

// DefaultRefresh is how often an instance checks whether another one has changed something. Redis would tell it at
// once.
const DefaultRefresh = 2 * time.Second

// asksAtOnce is how many questions an instance asks the model at the same time.
const asksAtOnce = 4

// Source knows which tools are registered. A discovery.Watcher is one.
type Source interface {
	Current() *catalog.Catalog
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Options configure a Classifier.
type Options struct {
	// Source, Store, Known and Cache are required.
	Source Source
	Store  Store
	Known  *capability.Map
	Cache  *toolcache.Cache
	// Model is the language model to ask; nil means none.
	Model *languagemodel.Client
	// Refresh is how often to check whether another instance has changed something; 0 means DefaultRefresh.
	Refresh time.Duration
	// Clock is the clock; nil means the system's. The leases of turns depend on it, so the clocks of instances may
	// differ by seconds, but not by minutes.
	Clock clock.Clock
	// Logger logs what is classified and what fails; nil discards it.
	Logger *slog.Logger
	// MeterProvider provides the meters; nil measures nothing.
	MeterProvider metric.MeterProvider
}

// Classifier knows the capabilities of the registered tools. It is safe for concurrent use. It learns only while Run
// runs.
type Classifier struct {
	Options

	holder  string // the holder of this instance's turns
	current atomic.Pointer[snapshot]
	changes broadcast.Broadcaster

	inbox   chan func(context.Context) // tasks for the loop, which get its context
	ended   chan struct{}              // closed when the loop has ended
	workers sync.WaitGroup
	asking  chan struct{} // has a slot for each question that is asked at once

	readings        atomic.Int64 // that have begun
	calls, failures atomic.Int64
	latency         skills.LatencyRecord

	loop loop // used only by the goroutine of Run
}

// New returns a Classifier that knows nothing yet.
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

// Of returns the capabilities of the tool with a canonical name. It answers from memory, without a lock. It returns
// false if no such tool is registered, or if nobody knows its capabilities and the model has yet to answer.
func (c *Classifier) Of(tool string) (skills.Classification, bool) {
	said, ok := c.current.Load().tools[tool]
	return said, ok
}

// Subscribe returns a channel that has a value whenever Of may return something new. It has one at once, and combines
// changes. The channel is never closed. cancel ends the subscription.
func (c *Classifier) Subscribe() (changed <-chan struct{}, cancel func()) {
	return c.changes.Subscribe()
}

// Run classifies the registered tools until ctx ends, and returns when everything it started has ended. Call it once.
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

// errEnded means that the loop has ended.
var errEnded = errors.New("the service is stopping")

// send has the loop do something, and waits until the result is published.
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

// tell has the loop do something, unless the loop has ended.
func (c *Classifier) tell(act func(context.Context)) {
	select {
	case c.inbox <- act:
	case <-c.ended:
	}
}
