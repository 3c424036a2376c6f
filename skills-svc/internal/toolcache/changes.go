package toolcache

import (
	"slices"
	"strings"
	"sync"

	"github.com/redis/rueidis"
)

// changes are the tools whose values somebody changed.
type changes struct {
	ready chan struct{} // has a value while there are changes to take
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

// Changed has a value when Changes has something to return.
func (c *Cache) Changed() <-chan struct{} { return c.changes.ready }

// Changes returns the tools whose values in Redis some instance changed since the last call, sorted. renewed reports
// whether Redis was away or was emptied. It may then have old values or none, and all values have to be written again.
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

// invalidated handles Redis's notice that keys have changed. nil means all keys, and also comes when the connection
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
