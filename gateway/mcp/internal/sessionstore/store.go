// Package sessionstore keeps sessions of MCP in Redis, where every gateway finds them. So a client's next request may come to any
// gateway, also when the one that opened its session is gone.
package sessionstore

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// Session is what is kept of a session.
type Session struct {
	ID string
	// Owner is whom it serves; empty until somebody signs in there. Share is whose share it uses.
	Owner, Share string
	// Opened is the message with which the client opened it: initialize.
	Opened []byte
	// Level is that of the log which its client wants; empty unless it has set one.
	Level string
}

// Options configure a Store. All are required.
type Options struct {
	Link *redislink.Link
	// Max limits the sessions of all gateways, and MaxOfShare those of one share.
	Max, MaxOfShare int
	// Idle is how long a session is kept that nobody enters.
	Idle time.Duration
	// Abandoned is how long nobody has entered a session without an owner that makes room for another one, if anybody has entered it.
	Abandoned time.Duration
}

// Store keeps sessions. It is safe for concurrent use. Its errors mean that Redis cannot be asked.
type Store struct {
	Options
	name string // of this gateway, among those who share the store
}

// New returns a store for the gateway of this name, which no other one has.
func New(name string, options Options) *Store { return &Store{options, name} }

// Outcome is what became of an attempt to open a session.
type Outcome string

// The outcomes of Open.
const (
	Opened      Outcome = "opened"
	ShareIsFull Outcome = "share" // no session of the share may make room
	AllAreFull  Outcome = "all"   // and so are those of all, of which the share has none that is not in use
)

// Keys in Redis. The braces keep all of them in one slot of a cluster, where a script may use them.
const (
	// keyPrefix and the id: a hash of the owner o, the share s, the initialize i, whether it was entered u, and settings.
	keyPrefix = "{salaatflow:mcp}:session:"
	shares    = "{salaatflow:mcp}:share:"   // and the share: its sessions, by the time until which they were in use
	all       = "{salaatflow:mcp}:sessions" // all sessions, in the same way
	channel   = "{salaatflow:mcp}:events"   // what gateways tell each other
)

// now is the time in Redis, in ms and their fractions, which all gateways share.
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
`

// The scripts are atomic. Numbers are written in full, since Lua would round them: to the microsecond, which tells what is older.
var (
	openScript = rueidis.NewLuaScript(now + `
local key, share, all = KEYS[1], KEYS[2], KEYS[3]
local id, idle, of_share, of_all = ARGV[1], tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
local forgotten = string.format('%.3f', now - idle)
redis.call('ZREMRANGEBYSCORE', share, '-inf', forgotten)
redis.call('ZREMRANGEBYSCORE', all, '-inf', forgotten)
local full = (redis.call('ZCARD', share) >= of_share and 'share') or (redis.call('ZCARD', all) >= of_all and 'all')
if full then
  local longest
  local left = now - tonumber(ARGV[10])
  local asleep = redis.call('ZRANGEBYSCORE', share, '-inf', string.format('%.3f', now), 'WITHSCORES')
  for i = 1, #asleep, 2 do
    if ARGV[2] ~= '' or tonumber(asleep[i + 1]) <= left or redis.call('HGET', ARGV[8] .. asleep[i], 'u') ~= '1' then
      longest = asleep[i]
      break
    end
  end
  if not longest then return full end
  redis.call('ZREM', share, longest)
  redis.call('ZREM', all, longest)
  redis.call('DEL', ARGV[8] .. longest)
  redis.call('PUBLISH', ARGV[9], 'end ' .. longest)
end
redis.call('HSET', key, 'o', ARGV[2], 's', ARGV[3], 'i', ARGV[4], 'u', '0')
redis.call('PEXPIRE', key, idle)
for _, set in ipairs({share, all}) do
  redis.call('ZADD', set, string.format('%.3f', now), id)
end
redis.call('PEXPIRE', share, 2 * idle)
return 'opened'
`)
	enterScript = rueidis.NewLuaScript(now + `
local key, all = KEYS[1], KEYS[2]
local id, asker, idle, busy = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local known = redis.call('HMGET', key, 'o', 's', 'i', 'l')
local owner = known[1]
if not owner then return {} end
if owner == '' and asker ~= '' then
  owner = asker
  redis.call('HSET', key, 'o', owner)
end
if owner ~= asker then return {} end
redis.call('HSET', key, 'u', '1')
redis.call('PEXPIRE', key, idle)
for _, set in ipairs({ARGV[5] .. known[2], all}) do
  redis.call('ZADD', set, 'GT', string.format('%.3f', now + busy), id)
end
redis.call('PEXPIRE', ARGV[5] .. known[2], 2 * idle)
return {owner, known[2], known[3], known[4] or ''}
`)
	endScript = rueidis.NewLuaScript(`
local share = redis.call('HGET', KEYS[1], 's')
if not share then return 0 end
redis.call('DEL', KEYS[1])
redis.call('ZREM', ARGV[2] .. share, ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
redis.call('PUBLISH', ARGV[3], 'end ' .. ARGV[1])
return 1
`)
)

// Open keeps a session, which is idle. At a limit it takes the place of the one of its share that has been idle longest, which ends. One
// without an owner takes that of a session alone that nobody has entered, or not since Abandoned.
func (s *Store) Open(ctx context.Context, opened *Session) (Outcome, error) {
	answer, err := s.run(ctx, openScript, []string{keyPrefix + opened.ID, shares + opened.Share, all},
		opened.ID, opened.Owner, opened.Share, rueidis.BinaryString(opened.Opened), milliseconds(s.Idle),
		strconv.Itoa(s.MaxOfShare), strconv.Itoa(s.Max), keyPrefix, channel, milliseconds(s.Abandoned))
	if err != nil {
		return "", err
	}
	outcome, err := answer.ToString()
	if err != nil {
		return "", fmt.Errorf("the script answers something else: %w", err)
	}
	return Outcome(outcome), nil
}

// Enter returns the session that its owner enters, which is not idle for as long as busy. It returns nil if the caller has no such
// session. A session without an owner becomes that of the first one who enters it.
func (s *Store) Enter(ctx context.Context, id, owner string, busy time.Duration) (*Session, error) {
	answer, err := s.run(ctx, enterScript, []string{keyPrefix + id, all},
		id, owner, milliseconds(s.Idle), milliseconds(busy), shares)
	if err != nil {
		return nil, err
	}
	const owners, share, initialize, level, parts = 0, 1, 2, 3, 4
	kept, err := answer.AsStrSlice()
	if err != nil || len(kept) != 0 && len(kept) != parts {
		return nil, fmt.Errorf("the script answers something else: %w", err)
	}
	if len(kept) == 0 {
		return nil, nil
	}
	return &Session{ID: id, Owner: kept[owners], Share: kept[share], Opened: []byte(kept[initialize]), Level: kept[level]}, nil
}

// End forgets a session, at every gateway.
func (s *Store) End(ctx context.Context, id string) error {
	_, err := s.run(ctx, endScript, []string{keyPrefix + id, all}, id, shares, channel)
	return err
}

var errAway = errors.New("the link to Redis is away")

func (s *Store) run(ctx context.Context, script *rueidis.Lua, keys []string, arguments ...string) (rueidis.RedisMessage, error) {
	client := s.Link.Client()
	if client == nil {
		return rueidis.RedisMessage{}, errAway
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	answer, err := script.Exec(asking, client, keys, arguments).ToMessage()
	s.failed(ctx, client, err)
	return answer, err
}

// failed gives the connection up if it is at fault.
func (s *Store) failed(ctx context.Context, client *redislink.Client, err error) {
	if _, refused := rueidis.IsRedisErr(err); err != nil && !refused {
		s.Link.Failed(ctx, client, err)
	}
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
