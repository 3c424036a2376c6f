package toolcache

import (
	"slices"
	"strings"
	"sync"

	"github.com/redis/rueidis"
)

// changes are the tools whose values somebody changed.
type changes struct {
	ready chan struct{} // has a value while there is something to take
	mu    sync.Mutex
	names map[string]struct{}
	all   bool
}

func (c *changes) add(all bool, names ...string) {
	c.mu.Lock()
	for _, name := range names {
		c.names[name] = struct{}{}
	}
	c.all = c.all || all
	c.mu.Unlock()
	select {
	case c.ready <- struct{}{}:
	default:
	}
}

// Changed has a value when Changes has something to give.
func (c *Cache) Changed() <-chan struct{} { return c.changes.ready }

// Changes gives the tools whose values in Redis some instance changed since the last call, sorted. renewed says that
// Redis was away, or was emptied: it may hold old values, or none, and wants all of them written again.
func (c *Cache) Changes() (tools []string, renewed bool) {
	c.changes.mu.Lock()
	defer c.changes.mu.Unlock()
	for name := range c.changes.names {
		tools = append(tools, name)
	}
	slices.Sort(tools)
	clear(c.changes.names)
	renewed, c.changes.all = c.changes.all, false
	return tools, renewed
}

// invalidated is told by Redis which keys somebody changed; nil is all of them, which it says too when the connection
// ends.
func (c *Cache) invalidated(keys []rueidis.RedisMessage) {
	if keys == nil {
		c.lookAfter()
		return
	}
	names := make([]string, 0, len(keys))
	for _, key := range keys {
		if name, err := key.ToString(); err == nil {
			names = append(names, strings.TrimPrefix(name, KeyPrefix))
		}
	}
	c.changes.add(false, names...)
}
