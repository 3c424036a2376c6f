package ratelimit

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// keyPrefix begins each key in Redis. The braces keep all keys of a script in one slot of a cluster.
const keyPrefix = "{salaatflow:limits}:"

// script counts a call of each key, unless a policy refuses it, by the server's clock: what memory.take does. The arguments
// are the interval and the tolerance of each key. It returns the index of the policy that refuses, or 0, the wait, and the
// debt of each, in µs. Numbers are written whole, since Lua would round them.
var script = rueidis.NewLuaScript(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local refused, longest, debts = 0, 0, {}
for i, key in ipairs(KEYS) do
  local interval, tolerance = tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  local debt = math.min(math.max(tonumber(redis.call('GET', key) or now) - now, 0), tolerance)
  local wait = debt + interval - tolerance
  if wait > longest then refused, longest = i, wait end
  debts[i] = debt
end
if refused == 0 then
  for i, key in ipairs(KEYS) do
    debts[i] = debts[i] + tonumber(ARGV[2 * i - 1])
    redis.call('SET', key, string.format('%.0f', now + debts[i]), 'PX', string.format('%.0f', math.ceil(debts[i] / 1000)))
  end
end
return {refused, longest, unpack(debts)}
`)

// shared counts in Redis.
type shared struct{ link *redislink.Link }

var errAway = errors.New("the link to Redis is away")

func isAway(err error) bool { return errors.Is(err, errAway) }

// take is one exchange with Redis. The error wraps errAway if Redis cannot be reached.
func (s *shared) take(ctx context.Context, policies []*Policy, keys []key) (counted, error) {
	found := counted{refused: -1}
	client := s.link.Client()
	if client == nil {
		return found, errAway
	}
	names, arguments := make([]string, len(keys)), make([]string, 0, 2*len(keys))
	for i, policy := range policies {
		names[i] = keys[i].name()
		arguments = append(arguments, policy.arguments[:]...)
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	numbers, err := script.Exec(asking, client, names, arguments).AsIntSlice()
	if redisError, ok := rueidis.IsRedisErr(err); ok {
		return found, redisError
	}
	if err != nil {
		s.link.Failed(ctx, client, err)
		return found, errAway
	}
	const before = 2 // refused and wait
	if len(numbers) != before+len(keys) {
		return found, errors.New("the script answers something else")
	}
	found.refused, found.wait = int(numbers[0])-1, numbers[1]
	copy(found.debt[:], numbers[before:])
	return found, nil
}

// name returns the key's name in Redis.
func (k key) name() string {
	var b strings.Builder
	b.WriteString(keyPrefix)
	b.WriteString(k.policy)
	if k.userID != 0 {
		b.WriteString(":user=")
		b.WriteString(strconv.Itoa(int(k.userID)))
	}
	if k.network.IsValid() {
		b.WriteString(":net=")
		b.WriteString(k.network.String())
	}
	if k.operation != "" {
		b.WriteString(":op=")
		b.WriteString(k.operation)
	}
	return b.String()
}
