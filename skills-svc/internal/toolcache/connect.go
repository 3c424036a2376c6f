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

// The wait before the next attempt to reach Redis.
const (
	firstWait   = 250 * time.Millisecond
	longestWait = 30 * time.Second
)

// clientOptions configure a client with one connection, on which Redis reports changed keys. The client fails at once
// if there is no connection, because connect makes new ones.
func (c *Cache) clientOptions(parsed rueidis.ClientOption) rueidis.ClientOption {
	parsed.ForceSingleClient = true
	parsed.PipelineMultiplex = -1
	parsed.DisableRetry = true
	parsed.Dialer = net.Dialer{Timeout: redisTimeout, KeepAlive: redisTimeout}
	parsed.ConnWriteTimeout = redisTimeout
	parsed.ClientTrackingOptions = []string{"PREFIX", KeyPrefix, "BCAST"}
	parsed.ClientName = "skills-svc"
	parsed.CacheSizeEachConn = 8 << 20
	parsed.ReadBufferEachConn, parsed.WriteBufferEachConn = 64<<10, 64<<10
	return parsed
}

// Run keeps the connection to Redis until ctx ends. Call it once.
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

const awayMessage = "failed to reach Redis; tool classifications are cached in the process until it is back"

// connect tries until it succeeds. It returns nil if ctx ends first. again reports whether there was a connection
// before.
func (c *Cache) connect(ctx context.Context, again bool) *connection {
	waits := backoff.Exponential{Min: firstWait, Max: longestWait}
	for ctx.Err() == nil {
		client, err := c.dial()
		if err == nil {
			c.client.Store(client)
			c.logger.InfoContext(ctx, "tool classifications are cached in Redis")
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

// watch returns when the connection is lost or ctx ends.
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
		asking, cancel := context.WithTimeout(ctx, redisTimeout)
		if err := client.Do(asking, client.B().Ping().Build()).Error(); err != nil {
			c.failed(asking, client, err)
		} else {
			c.changes.add(true) // it was emptied, or was away too briefly to be noticed
		}
		cancel()
	}
}

// lookAfter has Run check whether the connection still works.
func (c *Cache) lookAfter() {
	select {
	case c.suspect <- struct{}{}:
	default:
	}
}

// failed gives the connection up after a failed exchange, unless the caller gave up first. ctx is the exchange's.
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
