package toolcache

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"time"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/backoff"
)

// How long to wait before looking for Redis again.
const (
	firstWait   = 250 * time.Millisecond
	longestWait = 30 * time.Second
)

// clientOptions make a client of one connection, on which Redis says which keys change, and which fails at once when
// there is none: looking for Redis again is connect's.
func (c *Cache) clientOptions(parsed rueidis.ClientOption) rueidis.ClientOption {
	parsed.ForceSingleClient = true
	parsed.PipelineMultiplex = -1
	parsed.DisableRetry = true
	parsed.Dialer = net.Dialer{Timeout: patience, KeepAlive: patience}
	parsed.ConnWriteTimeout = patience
	parsed.ClientTrackingOptions = []string{"PREFIX", KeyPrefix, "BCAST"}
	parsed.ClientName = "skills-svc"
	parsed.CacheSizeEachConn = 8 << 20
	parsed.ReadBufferEachConn, parsed.WriteBufferEachConn = 64<<10, 64<<10
	return parsed
}

// Run keeps the connection to Redis until ctx ends. It is called once.
func (c *Cache) Run(ctx context.Context) {
	if !c.configured {
		return
	}
	defer c.triedOnce.Do(func() { close(c.tried) })
	for again := false; ctx.Err() == nil; again = true {
		if client := c.connect(ctx, again); client != nil {
			c.watch(ctx, client)
			c.client.CompareAndSwap(client, nil)
			client.Close()
		}
	}
}

const awayMessage = "Redis cannot be reached: what tools can do is cached in the process until it is back"

// connect tries until it succeeds; nil when ctx ends before. again says that there was a connection already.
func (c *Cache) connect(ctx context.Context, again bool) *connection {
	waits := backoff.Exponential{Min: firstWait, Max: longestWait}
	for ctx.Err() == nil {
		client, err := c.dial()
		if err == nil {
			c.client.Store(client)
			c.logger.InfoContext(ctx, "what tools can do is cached in Redis")
			if again {
				c.changes.add(true)
			}
			c.triedOnce.Do(func() { close(c.tried) })
			return client
		}
		if !again {
			c.errors.Add(1)
			c.logger.WarnContext(ctx, awayMessage, slog.Any("error", err))
			again = true
		}
		c.triedOnce.Do(func() { close(c.tried) })
		backoff.Wait(ctx, c.clock, waits.Next())
	}
	return nil
}

func (c *Cache) dial() (*connection, error) {
	made := &connection{}
	options := c.redis
	options.OnInvalidations = func(keys []rueidis.RedisMessage) {
		if c.client.Load() == made {
			c.invalidated(keys)
		}
	}
	client, err := rueidis.NewClient(options)
	made.Client = client
	if err != nil {
		if client != nil {
			client.Close()
		}
		return nil, err
	}
	return made, nil
}

// watch returns when the connection is lost, or ctx ends.
func (c *Cache) watch(ctx context.Context, client *connection) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.suspect:
		}
		if c.client.Load() != client {
			return
		}
		asking, cancel := context.WithTimeout(ctx, patience)
		if err := client.Do(asking, client.B().Ping().Build()).Error(); err != nil {
			c.failed(asking, client, err)
		} else {
			c.changes.add(true) // it was emptied, or was away so shortly that nobody noticed
		}
		cancel()
	}
}

// lookAfter has Run look whether the connection still works.
func (c *Cache) lookAfter() {
	select {
	case c.suspect <- struct{}{}:
	default:
	}
}

// failed gives the connection up after an exchange that failed, unless the caller gave up first; ctx is the exchange's.
func (c *Cache) failed(ctx context.Context, client *connection, err error) {
	if errors.Is(ctx.Err(), context.Canceled) {
		return
	}
	c.errors.Add(1)
	if !c.client.CompareAndSwap(client, nil) {
		return // somebody else noticed
	}
	c.logger.WarnContext(ctx, awayMessage, slog.Any("error", err))
	c.lookAfter()
}
