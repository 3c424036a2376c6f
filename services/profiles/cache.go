package profiles

import (
	"context"
	"log/slog"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/identity"
)

const (
	answerTTL  = 30 * time.Second
	failureTTL = time.Second // a service that is down costs one slow call a second and user
	maxEntries = 10_000
)

// Cache completes callers by their profiles, which it keeps for half a minute. It is safe for concurrent use.
type Cache struct {
	client  *Client
	clock   clock.Clock
	logger  *slog.Logger
	entries *lru.Cache[int32, entry]
}

type entry struct {
	caller  identity.Caller // what the profile adds to a caller; no user's number
	expires time.Time
	failed  bool // nobody could be asked
}

// NewCache returns an empty cache of what the client is answered.
func NewCache(client *Client, clk clock.Clock, logger *slog.Logger) *Cache {
	entries, err := lru.New[int32, entry](maxEntries)
	if err != nil { // only a size below one is refused
		panic(err)
	}
	return &Cache{client: client, clock: clk, logger: logger, entries: entries}
}

// Complete adds the user's time zone, language and preferred masjid to a caller, and the role admin where the profile has
// it. While nobody can be asked, the last answer still counts, except for the role admin; nothing is added for a user
// about whom there has been no answer.
func (c *Cache) Complete(ctx context.Context, caller identity.Caller) identity.Caller {
	known, ok := c.entries.Get(caller.UserID)
	if !ok || !c.clock.Now().Before(known.expires) {
		known = c.ask(ctx, caller.UserID, known.caller)
		c.entries.Add(caller.UserID, known)
	}
	return known.completing(caller)
}

// Renewed is Complete for a call in which the profile must be the latest, as after "my city is Auckland": another program
// may have changed it. While nobody can be asked, what the caller's edge knew still counts.
func (c *Cache) Renewed(ctx context.Context, caller identity.Caller) identity.Caller {
	known, ok := c.entries.Get(caller.UserID)
	if !ok && caller.PreferredMasjid != nil { // an edge has completed it
		known.caller = caller
	}
	if !known.failed || !c.clock.Now().Before(known.expires) {
		known = c.ask(ctx, caller.UserID, known.caller)
		c.entries.Add(caller.UserID, known)
	}
	return known.completing(caller)
}

// completing returns a caller with what the profile adds.
func (known entry) completing(caller identity.Caller) identity.Caller {
	caller.Timezone, caller.Language = known.caller.Timezone, known.caller.Language
	caller.PreferredMasjid = known.caller.PreferredMasjid
	if known.caller.Role == identity.RoleAdmin {
		caller.Role = identity.RoleAdmin
	}
	return caller
}

// Forget drops what is known of a user whose profile has changed.
func (c *Cache) Forget(userID int32) { c.entries.Remove(userID) }

// ask asks for a user's profile; last is what was known before.
func (c *Cache) ask(ctx context.Context, userID int32, last identity.Caller) entry {
	profile, err := c.client.Profile(ctx, userID)
	if ctx.Err() != nil { // the caller gave up, which says nothing of the service
		return entry{caller: last}
	}
	if err != nil {
		c.logger.WarnContext(ctx, "failed to get a user's profile; using the last one known", "user", userID, "error", err)
		last.Role = "" // it may have been taken away
		return entry{caller: last, expires: c.clock.Now().Add(failureTTL), failed: true}
	}
	known := identity.Caller{Role: profile.Role, Language: profile.Language, PreferredMasjid: &profile.PreferredMasjid}
	if profile.Timezone != "" {
		if known.Timezone, err = identity.LoadZone(profile.Timezone); err != nil {
			c.logger.WarnContext(ctx, "a profile has an unknown time zone; using the default", "user", userID, "error", err)
		}
	}
	return entry{caller: known, expires: c.clock.Now().Add(answerTTL)}
}
