package sessionstore

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// Fields of a session's hash that hold what its client has set.
const (
	levelField        = "l"  // of the log
	subscriptionField = "r:" // and the URI of a resource: what it read like when the client last knew
)

// Setting is what became of an attempt to keep what a client has set.
type Setting string

// The outcomes of Subscribe and Saw.
const (
	Kept      Setting = "kept"
	NoSession Setting = "none" // there is no such session in the store
	NoRoom    Setting = "full" // it has as many subscriptions as it may; or, for Saw, not this one
)

// setScript sets a field. A negative limit lets it be set in any case; else it must be there, or be one of so many subscriptions.
var setScript = rueidis.NewLuaScript(`
local key, field, value, most, level, fixed = KEYS[1], ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], 4
if redis.call('EXISTS', key) == 0 then return 'none' end
local taken = redis.call('HLEN', key) - redis.call('HEXISTS', key, level) - fixed
if most >= 0 and redis.call('HEXISTS', key, field) == 0 and taken >= most then return 'full' end
redis.call('HSET', key, field, value)
return 'kept'
`)

// SetLevel keeps the level of the log that a session's client wants.
func (s *Store) SetLevel(ctx context.Context, id, level string) error {
	_, err := s.set(ctx, id, levelField, level, -1)
	return err
}

// Subscribe keeps that a session's client follows a resource, and what it reads like now. A session has no more than most such.
func (s *Store) Subscribe(ctx context.Context, id, uri, now string, most int) (Setting, error) {
	return s.set(ctx, id, subscriptionField+uri, now, most)
}

// Saw keeps what a resource reads like that a session's client follows and was told of.
func (s *Store) Saw(ctx context.Context, id, uri, now string) (Setting, error) {
	return s.set(ctx, id, subscriptionField+uri, now, 0)
}

func (s *Store) set(ctx context.Context, id, field, value string, most int) (Setting, error) {
	answer, err := s.run(ctx, setScript, []string{keyPrefix + id}, field, value, strconv.Itoa(most), levelField)
	if err != nil {
		return "", err
	}
	outcome, err := answer.ToString()
	if err != nil {
		return "", fmt.Errorf("the script answers something else: %w", err)
	}
	return Setting(outcome), nil
}

// Unsubscribe forgets that a session's client follows a resource.
func (s *Store) Unsubscribe(ctx context.Context, id, uri string) error {
	_, err := s.do(ctx, func(client *redislink.Client) rueidis.Completed {
		return client.B().Hdel().Key(keyPrefix + id).Field(subscriptionField + uri).Build()
	})
	return err
}

// Subscriptions returns the resources that a session's client follows, by URI, and what each read like when it last knew. There are
// none in a session that the store does not have.
func (s *Store) Subscriptions(ctx context.Context, id string) (map[string]string, error) {
	answer, err := s.do(ctx, func(client *redislink.Client) rueidis.Completed {
		return client.B().Hgetall().Key(keyPrefix + id).Build()
	})
	if err != nil {
		return nil, err
	}
	fields, err := answer.AsStrMap()
	if err != nil {
		return nil, fmt.Errorf("a session is something else: %w", err)
	}
	followed := map[string]string{}
	for field, last := range fields {
		if uri, ok := strings.CutPrefix(field, subscriptionField); ok {
			followed[uri] = last
		}
	}
	return followed, nil
}

// do runs one command.
func (s *Store) do(ctx context.Context, command func(*redislink.Client) rueidis.Completed) (rueidis.RedisMessage, error) {
	client := s.Link.Client()
	if client == nil {
		return rueidis.RedisMessage{}, errAway
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	answer, err := client.Do(asking, command(client)).ToMessage()
	s.failed(ctx, client, err)
	return answer, err
}
