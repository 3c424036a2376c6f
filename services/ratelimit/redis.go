package ratelimit

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/redislink"
)

// keyPrefix begins each key in Redis. The braces keep all keys of a script in one slot of a cluster.
const keyPrefix = "{salaatflow:limits}:"

// script counts a call of each key, unless a policy refuses it, by the server's clock: what memory.take does. The arguments
// are the interval and the tolerance of each key, and how many calls to count at once if that leaves half of the burst. It returns
// the index of the policy that refuses, or 0, the wait, the debt of each, in µs, and how many calls of each were counted. Numbers
// are written whole, since Lua would round them.
var script = rueidis.NewLuaScript(`
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local refused, longest, debts = 0, 0, {}
for i, key in ipairs(KEYS) do
  local interval, tolerance = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1])
  local debt = math.min(math.max(tonumber(redis.call('GET', key) or now) - now, 0), tolerance)
  local wait = debt + interval - tolerance
  if wait > longest then refused, longest = i, wait end
  debts[i] = debt
end
if refused == 0 then
  for i, key in ipairs(KEYS) do
    local interval, tolerance, n = tonumber(ARGV[3 * i - 2]), tonumber(ARGV[3 * i - 1]), tonumber(ARGV[3 * i])
    if n > 1 and debts[i] + n * interval > tolerance / 2 then n = 1 end
    debts[i] = debts[i] + n * interval
    debts[#KEYS + i] = n
    redis.call('SET', key, string.format('%.0f', now + debts[i]), 'PX', string.format('%.0f', math.ceil(debts[i] / 1000)))
  end
end
return {refused, longest, unpack(debts)}
`)

// shared counts in Redis.
type shared struct {
	link   *redislink.Link
	leases *leases
}

func newShared(link *redislink.Link, clk clock.Clock) *shared { return &shared{link, newLeases(clk)} }

var errAway = errors.New("the link to Redis is away")

func isAway(err error) bool { return errors.Is(err, errAway) }

// take counts a call of each key, in one exchange with Redis unless calls of all keys are left that were taken before. The error wraps
// errAway if Redis cannot be reached.
func (s *shared) take(ctx context.Context, policies []*Policy, keys []key) (counted, error) {
	a := s.leases.spend(policies, keys)
	if a.count == 0 {
		return a.found, nil
	}
	said, granted, err := s.ask(ctx, &a)
	return s.leases.answered(&a, policies, keys, said, granted), err
}

// ask is one exchange with Redis.
func (s *shared) ask(ctx context.Context, a *asked) (said counted, granted [maxPolicies]int64, err error) {
	said.refused = -1
	client := s.link.Client()
	if client == nil {
		return said, granted, errAway
	}
	const each = 3 // interval, tolerance and how many
	names, arguments := make([]string, a.count), make([]string, 0, each*a.count)
	for i := range a.count {
		names[i] = a.keys[i].name()
		arguments = append(append(arguments, a.policies[i].arguments[:]...), strconv.FormatInt(a.want[i], 10))
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	numbers, err := script.Exec(asking, client, names, arguments).AsIntSlice()
	if redisError, ok := rueidis.IsRedisErr(err); ok {
		return said, granted, redisError
	}
	if err != nil {
		s.link.Failed(ctx, client, err)
		return said, granted, errAway
	}
	const before = 2 // refused and wait
	if len(numbers) != before+a.count && len(numbers) != before+2*a.count {
		return said, granted, errors.New("the script answers something else")
	}
	said.refused, said.wait = int(numbers[0])-1, numbers[1]
	copy(said.debt[:a.count], numbers[before:])
	copy(granted[:], numbers[before+a.count:])
	return said, granted, nil
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
