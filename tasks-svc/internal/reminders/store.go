package reminders

import (
	"context"
	"time"
)

// Store stores which reminders wait for which channel. Implementations MUST be safe for concurrent use by several processes. When a
// method returns no error, its effect MUST be durable; when it returns one, it MUST have changed nothing.
//
// A reminder waits from when it is released until it is acknowledged or lapses, or its task is completed, deleted or given another
// time: whatever does that MUST remove it in the same transaction.
type Store interface {
	// Release makes at most limit reminders of pending tasks, whose time has come, wait for every channel that there is for their
	// user, and returns their number. A reminder MUST be released once, however many call Release at once. Those whose time was
	// before lapsed wait for no channel.
	Release(ctx context.Context, now, lapsed time.Time, limit int) (int, error)

	// OpenChannel makes sure that a channel is there, and notes that it was watched at a time. It MUST return ErrTooManyChannels if
	// there would be more than MaxChannels for this user, or for everybody.
	OpenChannel(ctx context.Context, channel Channel, at time.Time) error

	// Lease returns at most limit reminders that wait for the channel, the oldest first, and leases them until a time: before, they
	// MUST NOT be returned again, to anybody.
	Lease(ctx context.Context, channel Channel, now, until time.Time, limit int) ([]Reminder, error)

	// Return ends the lease of reminders that were not sent after all, as if they had never been leased.
	Return(ctx context.Context, channel Channel, unsent []Reminder, now time.Time) error

	// Acknowledge removes a reminder that waits for the channel, and does nothing if it does not.
	Acknowledge(ctx context.Context, channel Channel, id ID) error

	// Forget removes reminders whose time was before lapsed, and channels last watched before unseen.
	Forget(ctx context.Context, lapsed, unseen time.Time) error
}
