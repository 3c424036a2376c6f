package idempotency

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// keyPrefix begins each key in Redis. The owner follows in braces, which keep a script's keys in one slot of a cluster.
const keyPrefix = "salaatflow:idempotency:"

// The scripts are atomic. A key is a hash of the fingerprint f, the token t while its request runs, and the answer a. Another
// key counts what its owner has begun today.
var (
	beginScript = rueidis.NewLuaScript(`
local known = redis.call('HMGET', KEYS[1], 'f', 'a')
if known[1] then
  if known[1] ~= ARGV[1] then return {'different'} end
  if known[2] then return {'done', known[2]} end
  return {'running'}
end
local begun = redis.call('INCR', KEYS[2])
if begun == 1 then redis.call('PEXPIRE', KEYS[2], ARGV[4]) end
if begun > tonumber(ARGV[5]) then return {'too many'} end
redis.call('HSET', KEYS[1], 'f', ARGV[1], 't', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return {'begun'}
`)
	finishScript = rueidis.NewLuaScript(`
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then return 0 end
redis.call('HDEL', KEYS[1], 't')
redis.call('HSET', KEYS[1], 'a', ARGV[2])
return redis.call('PEXPIRE', KEYS[1], ARGV[3])
`)
	releaseScript = rueidis.NewLuaScript(`
if redis.call('HGET', KEYS[1], 't') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)
)

var states = map[string]state{"begun": begun, "running": running, "different": different, "done": done, "too many": tooMany}

// redis keeps keys where all gateways find them.
type redis struct {
	link    *redislink.Link
	maxKeys int
}

var errAway = errors.New("the link to Redis is away")

func (s *redis) begin(ctx context.Context, r record, fingerprint, token string, lease time.Duration) (state, []byte, error) {
	answer, err := s.run(ctx, beginScript, []string{r.name(), keyPrefix + "{" + r.owner + "}"},
		fingerprint, token, milliseconds(lease), milliseconds(keep), strconv.Itoa(s.maxKeys))
	if err != nil {
		return 0, nil, err
	}
	parts, err := answer.AsStrSlice()
	if err != nil || len(parts) == 0 {
		return 0, nil, fmt.Errorf("the script answers something else: %w", err)
	}
	known, ok := states[parts[0]]
	if !ok {
		return 0, nil, fmt.Errorf("the script answers %q", parts[0])
	}
	if known == done && len(parts) > 1 {
		return known, []byte(parts[1]), nil
	}
	return known, nil, nil
}

func (s *redis) finish(ctx context.Context, r record, token string, answer []byte) error {
	_, err := s.run(ctx, finishScript, []string{r.name()}, token, rueidis.BinaryString(answer), milliseconds(keep))
	return err
}

func (s *redis) release(ctx context.Context, r record, token string) error {
	_, err := s.run(ctx, releaseScript, []string{r.name()}, token)
	return err
}

func (s *redis) run(ctx context.Context, script *rueidis.Lua, keys []string, arguments ...string) (rueidis.RedisMessage, error) {
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

// name returns the name of the key in Redis.
func (r record) name() string { return keyPrefix + "{" + r.owner + "}:" + r.key }

func milliseconds(d time.Duration) string { return strconv.FormatInt(d.Milliseconds(), 10) }
