package signin

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/redislink"
)

const (
	// renewalLease is how long one gateway may take for a renewal. After that it has presumably died, and the next one tries.
	renewalLease = 15 * time.Second
	// renewalPause is the time from one look at another gateway's renewal to the next.
	renewalPause = 100 * time.Millisecond
	// redisTimeout is how long a renewal waits for a Redis that is away, before a gateway goes on by itself.
	redisTimeout = 5 * time.Second
	// keyPrefix begins each key in Redis; the digest of a refresh token follows.
	keyPrefix = "salaatflow:renewal:"
)

// The scripts are atomic. A key holds who renews, or the sealed outcome.
var (
	takeScript = rueidis.NewLuaScript(`
local known = redis.call('GET', KEYS[1])
if known then return known end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return ARGV[1]
`)
	tellScript = rueidis.NewLuaScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return '' end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
return ''
`)
)

// What a key's value begins with.
const (
	renewing  = "renewing "
	outcomeIs = "outcome "
)

// told is the outcome of a renewal as one gateway tells it to the others, sealed.
type told struct {
	Session Session  `json:"s"`
	Renewal *Renewal `json:"r"`
	Ended   bool     `json:"e"`
}

// renewOnce prolongs a session once among the gateways that share a Redis. Where there is none, or it is away, each does by itself,
// and a refusal may be for what another has done.
func (s *SignIn) renewOnce(ctx context.Context, key [sha256.Size]byte, renewal *Renewal) (Session, *Renewal, error) {
	name, mine := keyPrefix+hex.EncodeToString(key[:]), renewing+rand.Text()
	for {
		value, err := s.share(ctx, takeScript, name, mine, renewalLease)
		if err != nil {
			session, next, err := s.renew(ctx, renewal)
			if errors.Is(err, ErrEnded) {
				err = ErrRefused
			}
			return session, next, err
		}
		if sealed, is := strings.CutPrefix(value, outcomeIs); is {
			var outcome told
			if !s.outcomes.open(sealed, &outcome) || outcome.Ended { // one with another key has other sessions
				return Session{}, nil, ErrEnded
			}
			return outcome.Session, outcome.Renewal, nil
		}
		if value == mine {
			return s.renewForAll(ctx, name, mine, renewal)
		}
		if !backoff.Wait(ctx, s.Clock, renewalPause) {
			return Session{}, nil, ctx.Err()
		}
	}
}

// renewForAll prolongs a session and tells the other gateways. What could not be found out is theirs to try.
func (s *SignIn) renewForAll(ctx context.Context, name, mine string, renewal *Renewal) (Session, *Renewal, error) {
	session, next, err := s.renew(ctx, renewal)
	value := ""
	if ended := errors.Is(err, ErrEnded); err == nil || ended {
		if sealed, sealErr := s.outcomes.close(told{session, next, ended}); sealErr == nil {
			value = outcomeIs + sealed
		}
	}
	_, _ = s.share(ctx, tellScript, name, mine, shared, value) // if it fails, the others try once the lease has ended
	return session, next, err
}

var errNoRedis = errors.New("the gateways share no Redis now")

// share runs a script about a renewal, with who renews and how long what it writes counts. A Redis that is away may come back.
func (s *SignIn) share(ctx context.Context, script *rueidis.Lua, name, mine string, counts time.Duration, value ...string) (string, error) {
	if s.Link == nil {
		return "", errNoRedis
	}
	arguments := append(append([]string{mine}, value...), strconv.FormatInt(counts.Milliseconds(), 10))
	for began := s.Clock.Now(); ; {
		answer, err := s.exchange(ctx, script, name, arguments)
		if err == nil || s.Clock.Since(began) > redisTimeout || !backoff.Wait(ctx, s.Clock, renewalPause) {
			return answer, err
		}
	}
}

func (s *SignIn) exchange(ctx context.Context, script *rueidis.Lua, name string, arguments []string) (string, error) {
	client := s.Link.Client()
	if client == nil {
		return "", errNoRedis
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	answer, err := script.Exec(asking, client, []string{name}, arguments).ToString()
	if _, refused := rueidis.IsRedisErr(err); err != nil && !refused {
		s.Link.Failed(ctx, client, err)
	}
	return answer, err
}
