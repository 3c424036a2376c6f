// Package toolcache caches tool classifications where every instance of the service reads them: in Redis, under
// tool:capabilities:NAME, with a copy in the process that Redis invalidates (server-assisted client-side caching).
// Redis may go away and come back at any time. Meanwhile the process caches by itself, and nothing fails.
package toolcache

import (
	"bytes"
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/rueidis"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/metric/noop"

	"github.com/salaatflow/platform/services/clock"
)

// KeyPrefix begins each key. The tool's name follows.
const KeyPrefix = "tool:capabilities:"

const (
	// keep is how long Redis keeps a value that nobody changes.
	keep = 7 * 24 * time.Hour
	// copied is how long a copy in the process is used at most, should Redis fail to invalidate it.
	copied = 10 * time.Minute
	// redisTimeout bounds one exchange with Redis. If it takes longer, Redis counts as away.
	redisTimeout = time.Second
)

// State is where values are cached.
type State string

// The states.
const (
	// Redis: it can be reached.
	Redis State = "redis"
	// Process: no Redis is configured.
	Process State = "process"
	// Away: Redis cannot be reached, and the process caches by itself.
	Away State = "away"
)

// Options configure a Cache.
type Options struct {
	// Config is the operator's configuration.
	Config Config
	// Clock times the attempts to reach Redis again; nil means the system's.
	Clock clock.Clock
	// Logger logs once when Redis goes away, and once when it is back; nil discards it.
	Logger *slog.Logger
	// MeterProvider provides the meters; nil measures nothing.
	MeterProvider metric.MeterProvider
}

// Cache is the cache. It is safe for concurrent use. It reaches Redis only while Run runs. Until Run has tried once,
// Read and Write wait.
type Cache struct {
	configured bool
	redis      rueidis.ClientOption
	clock      clock.Clock
	logger     *slog.Logger

	client    atomic.Pointer[connection] // nil while Redis is away
	tried     chan struct{}              // closed after the first attempt
	triedOnce sync.Once
	suspect   chan struct{} // has a value when the connection should be checked
	own       ownCopies
	changes   changes

	hits, misses, errors atomic.Int64
}

// connection is a connection to Redis, from when it is made until it is lost.
type connection struct{ rueidis.Client }

// New returns a Cache that is not connected yet.
func New(options Options) (*Cache, error) {
	if err := options.Config.Validate(); err != nil {
		return nil, err
	}
	c := &Cache{
		clock:   options.Clock,
		logger:  options.Logger,
		tried:   make(chan struct{}),
		suspect: make(chan struct{}, 1),
		own:     ownCopies{values: map[string][]byte{}},
		changes: changes{ready: make(chan struct{}, 1), names: map[string]struct{}{}},
	}
	if c.clock == nil {
		c.clock = clock.System()
	}
	if c.logger == nil {
		c.logger = slog.New(slog.DiscardHandler)
	}
	if options.MeterProvider == nil {
		options.MeterProvider = noop.NewMeterProvider()
	}
	if err := c.measure(options.MeterProvider); err != nil {
		return nil, err
	}
	if options.Config.URL == "" {
		close(c.tried)
		return c, nil
	}
	parsed, err := rueidis.ParseURL(options.Config.URL.Reveal())
	if err != nil {
		return nil, options.Config.Validate()
	}
	c.configured, c.redis = true, c.clientOptions(parsed)
	return c, nil
}

// Read returns the values of those tools that have one. It never fails: a value that cannot be read is missing.
func (c *Cache) Read(ctx context.Context, tools []string) map[string][]byte {
	client := c.reached(ctx)
	if client == nil {
		return c.count(tools, c.own.read(tools))
	}
	keys := make([]string, len(tools))
	for i, tool := range tools {
		keys[i] = KeyPrefix + tool
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	answers, err := rueidis.MGetCache(client.Client, ctx, copied, keys)
	if err != nil {
		c.failed(ctx, client, err)
		return c.count(tools, c.own.read(tools))
	}
	found := make(map[string][]byte, len(tools))
	for i, tool := range tools {
		answer := answers[keys[i]]
		if value, err := answer.AsBytes(); err == nil {
			found[tool] = value
			c.own.write(tool, value)
		} else {
			c.own.forget(tool) // Redis has none, so the copy is stale
		}
	}
	return c.count(tools, found)
}

// Write stores values by tool, which must not be modified afterwards. It does not write again what Redis already has,
// so that nobody is notified of a change that is none. It never fails: what cannot be stored in Redis is kept in the
// process.
func (c *Cache) Write(ctx context.Context, values map[string][]byte) {
	for tool, value := range values {
		c.own.write(tool, value)
	}
	client := c.reached(ctx)
	if client == nil || len(values) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, redisTimeout)
	defer cancel()
	if err := write(ctx, client, values); err != nil {
		c.failed(ctx, client, err)
	}
}

func write(ctx context.Context, client *connection, values map[string][]byte) error {
	keys := make([]string, 0, len(values))
	for tool := range values {
		keys = append(keys, KeyPrefix+tool)
	}
	kept, err := rueidis.MGetCache(client.Client, ctx, copied, keys)
	if err != nil {
		return err
	}
	var sets rueidis.Commands
	for tool, value := range values {
		answer := kept[KeyPrefix+tool]
		if there, err := answer.AsBytes(); err == nil && bytes.Equal(there, value) {
			continue
		}
		sets = append(sets, client.B().Set().Key(KeyPrefix+tool).Value(rueidis.BinaryString(value)).Ex(keep).Build())
	}
	for _, answer := range client.DoMulti(ctx, sets...) {
		if err := answer.Error(); err != nil {
			return err
		}
	}
	return nil
}

// reached returns the connection, or nil if there is none.
func (c *Cache) reached(ctx context.Context) *connection {
	select {
	case <-c.tried:
		return c.client.Load()
	case <-ctx.Done():
		return nil
	}
}

func (c *Cache) count(tools []string, found map[string][]byte) map[string][]byte {
	c.hits.Add(int64(len(found)))
	c.misses.Add(int64(len(tools) - len(found)))
	return found
}

// Figures are counts since the start.
type Figures struct {
	// Hits and Misses are values that were there and that were not. Errors are failed exchanges with Redis.
	Hits, Misses, Errors int64
	State                State
}

// Figures returns the figures.
func (c *Cache) Figures() Figures {
	return Figures{Hits: c.hits.Load(), Misses: c.misses.Load(), Errors: c.errors.Load(), State: c.state()}
}

func (c *Cache) state() State {
	switch {
	case !c.configured:
		return Process
	case c.client.Load() == nil:
		return Away
	default:
		return Redis
	}
}
