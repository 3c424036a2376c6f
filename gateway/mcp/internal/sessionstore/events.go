package sessionstore

import (
	"context"
	"strings"

	"github.com/redis/rueidis"

	"github.com/salaatflow/platform/services/redislink"
)

// Event is what gateways tell each other of a session. Who is away when it is told never learns it.
type Event struct {
	Kind    Kind
	Session string
	// Body is the message of the client, if it is one.
	Body string

	from string
}

// Kind is the kind of an event.
type Kind string

// The kinds of events. Other gateways alone are told of all but the first.
const (
	Ended    Kind = "end"    // the session has ended
	Streamed Kind = "stream" // its client has opened its stream elsewhere
	Posted   Kind = "post"   // its client sent a message that may be for a call which another gateway makes
	Set      Kind = "set"    // its client has set the level of the log, or has other subscriptions
)

// Tell tells the other gateways.
func (s *Store) Tell(ctx context.Context, event Event) error {
	client := s.Link.Client()
	if client == nil {
		return errAway
	}
	asking, cancel := context.WithTimeout(ctx, redislink.Timeout)
	defer cancel()
	text := strings.Join([]string{string(event.Kind), event.Session, s.name, event.Body}, " ")
	err := client.Do(asking, client.B().Publish().Channel(channel).Message(text).Build()).Error()
	s.failed(ctx, client, err)
	return err
}

// Listen calls told for each event, one after the other, until ctx ends.
func (s *Store) Listen(ctx context.Context, told func(Event)) {
	s.Link.Listen(ctx, channel, func(message rueidis.PubSubMessage) {
		if event, ok := parse(message.Message); ok && event.from != s.name {
			told(event)
		}
	})
}

func parse(text string) (event Event, ok bool) {
	const kind, session, from, body, parts = 0, 1, 2, 3, 4
	words := strings.SplitN(text, " ", parts)
	if len(words) <= session {
		return Event{}, false
	}
	event.Kind, event.Session = Kind(words[kind]), words[session]
	if len(words) == parts {
		event.from, event.Body = words[from], words[body]
	}
	return event, true
}
