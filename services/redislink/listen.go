package redislink

import (
	"context"
	"log/slog"

	"github.com/redis/rueidis"
)

// Listen calls receive with each message of a channel, one after the other, until ctx ends. What is published while Redis is away is
// lost.
func (l *Link) Listen(ctx context.Context, channel string, receive func(rueidis.PubSubMessage)) {
	connected, cancel := l.connected.Subscribe()
	defer cancel()
	for {
		select {
		case <-ctx.Done():
			return
		case <-connected:
		}
		if client := l.Client(); client != nil {
			l.listen(ctx, client, channel, receive)
		}
	}
}

// listen listens until the connection is lost.
func (l *Link) listen(ctx context.Context, client *Client, channel string, receive func(rueidis.PubSubMessage)) {
	err := client.Receive(ctx, client.B().Subscribe().Channel(channel).Build(), receive)
	if _, refused := rueidis.IsRedisErr(err); refused {
		l.logger.WarnContext(ctx, "Redis refuses a subscription", slog.String("channel", channel), slog.Any("error", err))
		return
	}
	if err != nil {
		l.Failed(ctx, client, err)
	}
}
