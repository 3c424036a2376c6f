// Package redislink is a program's connection to the Redis that its instances share. Redis may be away when the program
// starts, and go and come back at any time. Meanwhile Client returns nil at once, so that no call waits for it.
package redislink

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/config"
)

// Config configures the Redis that instances share. The zero Config has none.
type Config struct {
	// URL is redis://, rediss:// (over TLS) or unix://; empty is none.
	URL config.Secret `placeholder:"URL" help:"Share rate limits, idempotency keys, and sessions and tasks of MCP with other gateways in this Redis: redis://HOST:PORT/DB, rediss://… over TLS, or unix://PATH; empty keeps them in the process."`
}

// Validate returns what is wrong, without showing the URL.
func (c Config) Validate() error {
	if c.URL == "" {
		return nil
	}
	if options, err := rueidis.ParseURL(c.URL.Reveal()); err != nil || len(options.InitAddress) != 1 {
		return errors.New("--redis-url: must be a URL such as redis://127.0.0.1:6379/0")
	}
	return nil
}

// Timeout bounds one exchange with Redis. If it takes longer, Redis counts as away.
const Timeout = 500 * time.Millisecond

// The wait before the next attempt to reach Redis.
const (
	firstWait   = 100 * time.Millisecond
	longestWait = 5 * time.Second
)

// Options configure a Link. Config, which must have a URL, is required.
type Options struct {
	Config Config
	// Program is the name that Redis shows for the connection.
	Program string
	// Meanwhile says what happens while Redis is away, for the log.
	Meanwhile string
	// Clock times the attempts to reach Redis again; nil means the system's.
	Clock clock.Clock
	// Logger logs once when Redis goes away, and once when it is back; nil discards it.
	Logger *slog.Logger
	// Metrics receives salaatflow_redis_away; it may be nil.
	Metrics prometheus.Registerer
}

// Link is a connection that is made again whenever it is lost. It is safe for concurrent use.
type Link struct {
	options   rueidis.ClientOption
	meanwhile string
	clock     clock.Clock
	logger    *slog.Logger
	failures  prometheus.Counter

	client    atomic.Pointer[Client] // nil while Redis is away
	lost      chan struct{}          // has a value after a client was given up
	connected broadcast.Broadcaster  // after there is another client
}

// Client is a connection, from when it is made until it is lost.
type Client struct{ rueidis.Client }

// New returns a link that is not connected until Run runs.
func New(options Options) (*Link, error) {
	if err := options.Config.Validate(); err != nil {
		return nil, err
	}
	parsed, err := rueidis.ParseURL(options.Config.URL.Reveal())
	if err != nil {
		return nil, errors.New("redislink: no URL")
	}
	// One connection, whose exchanges are pipelined. It fails at once when it is lost, because Run makes new ones.
	parsed.ForceSingleClient = true
	parsed.PipelineMultiplex = -1
	parsed.DisableRetry = true
	parsed.DisableCache = true
	parsed.Dialer = net.Dialer{Timeout: Timeout, KeepAlive: Timeout}
	parsed.ConnWriteTimeout = Timeout
	parsed.ClientName = options.Program
	l := &Link{
		options: parsed, meanwhile: options.Meanwhile,
		clock: options.Clock, logger: options.Logger, lost: make(chan struct{}, 1),
		failures: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "salaatflow_redis_failures_total", Help: "Exchanges with Redis that failed.",
		}),
	}
	if l.clock == nil {
		l.clock = clock.System()
	}
	if l.logger == nil {
		l.logger = slog.New(slog.DiscardHandler)
	}
	if options.Metrics != nil {
		options.Metrics.MustRegister(l.failures, prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "salaatflow_redis_away", Help: "1 while the configured Redis cannot be reached, otherwise 0.",
		}, func() float64 {
			if l.Client() == nil {
				return 1
			}
			return 0
		}))
	}
	return l, nil
}

// Client returns the connection, or nil while Redis is away.
func (l *Link) Client() *Client { return l.client.Load() }

// Run keeps the connection until ctx ends. Call it once.
func (l *Link) Run(ctx context.Context) {
	said := false // that Redis is away
	waits := backoff.Exponential{Min: firstWait, Max: longestWait}
	for ctx.Err() == nil {
		client, err := l.dial()
		if err != nil {
			if !said {
				l.warn(ctx, err)
				said = true
			}
			backoff.Wait(ctx, l.clock, waits.Next())
			continue
		}
		waits.Reset()
		said = true // Failed logs the loss of this connection
		l.client.Store(client)
		l.connected.Publish()
		l.logger.InfoContext(ctx, "connected to Redis")
		l.watch(ctx, client)
		l.client.CompareAndSwap(client, nil)
		client.Close()
	}
}

func (l *Link) warn(ctx context.Context, err error) {
	l.logger.WarnContext(ctx, "failed to reach Redis", slog.String("meanwhile", l.meanwhile), slog.Any("error", err))
}

func (l *Link) dial() (*Client, error) {
	client, err := rueidis.NewClient(l.options)
	if err != nil {
		if client != nil {
			client.Close()
		}
		return nil, err
	}
	return &Client{client}, nil
}

// watch returns when the connection was given up or ctx ends.
func (l *Link) watch(ctx context.Context, client *Client) {
	for l.client.Load() == client {
		select {
		case <-ctx.Done():
			return
		case <-l.lost:
		}
	}
}

// Failed gives a connection up after a failed exchange. asked is the context of whoever asked: if that was cancelled, the
// connection is not at fault.
func (l *Link) Failed(asked context.Context, client *Client, err error) {
	if asked.Err() != nil {
		return
	}
	l.failures.Inc()
	if !l.client.CompareAndSwap(client, nil) {
		return // somebody else noticed
	}
	l.warn(asked, err)
	select {
	case l.lost <- struct{}{}:
	default:
	}
}
