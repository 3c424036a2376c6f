package reminders

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/salaatflow/platform/services/broadcast"
	"github.com/salaatflow/platform/services/clock"
)

const (
	// releaseBatch is the number of reminders that one transaction releases, which keeps other writers from waiting long.
	releaseBatch = 200
	// leaseBatch is the largest number of reminders that are leased at once.
	leaseBatch = 100
	// noteEvery is how often it is noted that a channel is watched still.
	noteEvery = 24 * time.Hour
	// returnTimeout bounds how long the end of a stream waits for the database.
	returnTimeout = 2 * time.Second
)

// Service releases the reminders whose time has come, and brings them to those who watch. It is safe for concurrent use. All fields
// are required.
type Service struct {
	Store Store
	Clock clock.Clock
	Log   *slog.Logger
	// Every is how often it is looked for reminders whose time has come, more than 0.
	Every time.Duration
	// Lease is how long a watcher has to acknowledge a reminder, more than 0.
	Lease time.Duration

	released broadcast.Broadcaster
}

// Watch brings the reminders of a channel to a watcher until ctx ends or the watcher fails, and returns why. opened is called when the
// channel is there. It returns ErrTooManyChannels if it cannot be.
func (s *Service) Watch(ctx context.Context, channel Channel, opened func() error, send func(Reminder) error) error {
	noted := s.Clock.Now()
	if err := s.Store.OpenChannel(ctx, channel, noted); err != nil {
		return err
	}
	if err := opened(); err != nil {
		return err
	}
	changed, cancel := s.released.Subscribe()
	defer cancel()
	ticker := s.Clock.NewTicker(s.Every) // for what others released, and for leases that end
	defer ticker.Stop()
	for {
		if err := s.sendAll(ctx, channel, send); err != nil {
			return err
		}
		if now := s.Clock.Now(); now.Sub(noted) >= noteEvery {
			if err := s.Store.OpenChannel(ctx, channel, now); err != nil {
				return err
			}
			noted = now
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-changed:
		case <-ticker.Chan():
		}
	}
}

// sendAll sends what waits for the channel now.
func (s *Service) sendAll(ctx context.Context, channel Channel, send func(Reminder) error) error {
	for {
		now := s.Clock.Now()
		leased, err := s.Store.Lease(ctx, channel, now, now.Add(s.Lease), leaseBatch)
		if err != nil {
			return err
		}
		for i, reminder := range leased {
			err := context.Cause(ctx)
			if err == nil {
				err = send(reminder)
			}
			if err != nil {
				s.giveBack(ctx, channel, leased[i:])
				return err
			}
		}
		if len(leased) < leaseBatch {
			return nil
		}
	}
}

// giveBack lets others send what was not sent. Where that fails, they do when the lease ends.
func (s *Service) giveBack(ctx context.Context, channel Channel, unsent []Reminder) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), returnTimeout)
	defer cancel()
	if err := s.Store.Return(ctx, channel, unsent, s.Clock.Now()); err != nil {
		s.Log.WarnContext(ctx, "failed to return reminders that were not sent; they wait for the end of their lease",
			slog.Int("reminders", len(unsent)), slog.Any("error", err))
	}
}

// Acknowledge says that a reminder has arrived by a channel.
func (s *Service) Acknowledge(ctx context.Context, channel Channel, id ID) error {
	return s.Store.Acknowledge(ctx, channel, id)
}

// Release makes all reminders whose time has come wait for their channels, and returns their number.
func (s *Service) Release(ctx context.Context) (released int, err error) {
	for {
		now := s.Clock.Now()
		n, err := s.Store.Release(ctx, now, now.Add(-Lapse), releaseBatch)
		released += n
		if n > 0 {
			s.released.Publish()
		}
		if err != nil || n < releaseBatch {
			return released, err
		}
	}
}

// Forget removes the reminders that have lapsed, and the channels that nobody watches.
func (s *Service) Forget(ctx context.Context) error {
	now := s.Clock.Now()
	if err := s.Store.Forget(ctx, now.Add(-Lapse), now.Add(-ChannelTTL)); err != nil {
		return fmt.Errorf("forget what has lapsed: %w", err)
	}
	return nil
}
