package taskstore

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// Redis keeps tasks where all gateways find them.
type Redis struct {
	limits Limits
	link   *redislink.Link
}

// NewRedis returns a store in the Redis of a link.
func NewRedis(limits Limits, link *redislink.Link) *Redis { return &Redis{limits, link} }

// Keys in Redis. The braces keep all of them in one slot of a cluster, where a script may use them.
const (
	keyPrefix = "{salaatflow:mcp}:task:"       // and the id: a hash of owner o, status s, created c, updated u, lease l and body b
	owners    = "{salaatflow:mcp}:tasks:"      // and the owner: its tasks, by when they are forgotten
	all       = "{salaatflow:mcp}:tasks"       // all tasks, in the same way
	channel   = "{salaatflow:mcp}:taskchanges" // the ids of tasks that change, and their statuses
)

// now is the time in Redis, in ms, which all gateways share. A task that is worked at has a lease; without one it has failed.
var now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function whole(number) return string.format('%.0f', number) end
local function set(key, status, body)
  redis.call('HSET', key, 's', status, 'b', body, 'u', whole(now))
  redis.call('HDEL', key, 'l')
  redis.call('PUBLISH', '` + channel + `', string.sub(key, ` + afterPrefix + `) .. ' ' .. status)
  return 1
end
`

// afterPrefix is where the id begins in the key of a task, as Lua counts.
var afterPrefix = strconv.Itoa(len(keyPrefix) + 1)

// The scripts are atomic.
var (
	createScript = rueidis.NewLuaScript(now + `
local key, own, all = KEYS[1], KEYS[2], KEYS[3]
local id, owner, kept, lease = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
for _, set in ipairs({own, all}) do
  redis.call('ZREMRANGEBYSCORE', set, '-inf', whole(now))
end
if redis.call('ZCARD', own) >= tonumber(ARGV[5]) or redis.call('ZCARD', all) >= tonumber(ARGV[6]) then return {} end
redis.call('HSET', key, 'o', owner, 's', 'working', 'c', whole(now), 'u', whole(now), 'l', whole(now + lease), 'b', '')
redis.call('PEXPIRE', key, kept)
for _, set in ipairs({own, all}) do
  redis.call('ZADD', set, whole(now + kept), id)
  redis.call('PEXPIRE', set, kept)
end
return redis.call('HMGET', key, 'o', 's', 'c', 'u', 'b')
`)
	getScript = rueidis.NewLuaScript(now + `
local known = redis.call('HMGET', KEYS[1], 'o', 'l')
if known[1] ~= ARGV[1] then return {} end
if known[2] and tonumber(known[2]) < now then set(KEYS[1], 'failed', ARGV[2]) end
return redis.call('HMGET', KEYS[1], 'o', 's', 'c', 'u', 'b')
`)
	renewScript = rueidis.NewLuaScript(now + `
if redis.call('HGET', KEYS[1], 's') ~= 'working' then return 0 end
redis.call('HSET', KEYS[1], 'l', whole(now + tonumber(ARGV[1])))
return 1
`)
	// changeScript changes a task of a status, and a body if one is given, to another. One that works again has a lease.
	changeScript = rueidis.NewLuaScript(now + `
local known = redis.call('HMGET', KEYS[1], 's', 'b')
if known[1] ~= ARGV[1] or (ARGV[4] == 'is' and known[2] ~= ARGV[5]) then return 0 end
set(KEYS[1], ARGV[2], ARGV[3])
if ARGV[2] == 'working' then redis.call('HSET', KEYS[1], 'l', whole(now + tonumber(ARGV[6]))) end
return 1
`)
	cancelScript = rueidis.NewLuaScript(now + `
local known = redis.call('HMGET', KEYS[1], 'o', 's')
if known[1] ~= ARGV[1] then return 0 end
if known[2] == 'working' or known[2] == 'input_required' then set(KEYS[1], 'cancelled', '') end
return 1
`)
)

// Create implements Store.
func (s *Redis) Create(ctx context.Context, id, owner string) (*Task, error) {
	return s.task(ctx, createScript, id, []string{keyPrefix + id, owners + owner, all},
		id, owner, milliseconds(s.limits.Kept), milliseconds(s.limits.Lease), strconv.Itoa(s.limits.MaxOfOwner), strconv.Itoa(s.limits.Max))
}

// Get implements Store.
func (s *Redis) Get(ctx context.Context, id, owner string) (*Task, error) {
	return s.task(ctx, getScript, id, []string{keyPrefix + id}, owner, rueidis.BinaryString(s.limits.Lost))
}

func (s *Redis) task(ctx context.Context, script *rueidis.Lua, id string, keys []string, arguments ...string) (*Task, error) {
	answer, err := s.run(ctx, script, keys, arguments...)
	if err != nil {
		return nil, err
	}
	const owner, status, created, updated, body, parts = 0, 1, 2, 3, 4, 5
	kept, err := answer.AsStrSlice()
	if err != nil || len(kept) != 0 && len(kept) != parts {
		return nil, fmt.Errorf("the script answers something else: %w", err)
	}
	if len(kept) == 0 {
		return nil, nil
	}
	task := &Task{ID: id, Owner: kept[owner], Status: Status(kept[status]), Body: []byte(kept[body])}
	for at, into := range map[int]*time.Time{created: &task.Created, updated: &task.Updated} {
		ms, err := strconv.ParseInt(kept[at], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("the time of a task: %w", err)
		}
		*into = time.UnixMilli(ms)
	}
	return task, nil
}

// Renew implements Store.
func (s *Redis) Renew(ctx context.Context, id string) (bool, error) {
	return s.yes(ctx, renewScript, id, milliseconds(s.limits.Lease))
}

// End implements Store.
func (s *Redis) End(ctx context.Context, id string, status Status, body []byte) error {
	_, err := s.change(ctx, id, Working, nil, status, body)
	return err
}

// Pause implements Store.
func (s *Redis) Pause(ctx context.Context, id string, body []byte) error {
	_, err := s.change(ctx, id, Working, nil, InputRequired, body)
	return err
}

// Swap implements Store.
func (s *Redis) Swap(ctx context.Context, id string, before, body []byte) (bool, error) {
	return s.change(ctx, id, InputRequired, before, InputRequired, body)
}

// Resume implements Store.
func (s *Redis) Resume(ctx context.Context, id string, before []byte) (bool, error) {
	return s.change(ctx, id, InputRequired, before, Working, nil)
}

func (s *Redis) change(ctx context.Context, id string, from Status, before []byte, status Status, body []byte) (bool, error) {
	compared := "any"
	if before != nil {
		compared = "is"
	}
	return s.yes(ctx, changeScript, id, string(from), string(status), rueidis.BinaryString(body),
		compared, rueidis.BinaryString(before), milliseconds(s.limits.Lease))
}

// Cancel implements Store.
func (s *Redis) Cancel(ctx context.Context, id, owner string) (bool, error) {
	return s.yes(ctx, cancelScript, id, owner)
}

// Listen implements Store.
func (s *Redis) Listen(ctx context.Context, changed func(id string, status Status)) {
	s.link.Listen(ctx, channel, func(message rueidis.PubSubMessage) {
		if id, status, ok := strings.Cut(message.Message, " "); ok {
			changed(id, Status(status))
		}
	})
}

func (s *Redis) yes(ctx context.Context, script *rueidis.Lua, id string, arguments ...string) (bool, error) {
	answer, err := s.run(ctx, script, []string{keyPrefix + id}, arguments...)
	if err != nil {
		return false, err
	}
	said, err := answer.AsInt64()
	return said == 1, err
}

var errAway = errors.New("the link to Redis is away")

func (s *Redis) run(ctx context.Context, script *rueidis.Lua, keys []string, arguments ...string) (rueidis.RedisMessage, error) {
	client := s.link.Client()
	if client == nil {
		return rueidis.RedisMessage{}, errAway
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	answer, err := script.Exec(asking, client, keys, arguments).ToMessage()
	if _, refused := rueidis.IsRedisErr(err); err != nil && !refused {
		s.link.Failed(ctx, client, err)
	}
	return answer, err
}

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
