// Package reminders brings the reminders of tasks to the channels that ask for them. It knows nothing of gRPC or SQL: a Store stores
// what is due, and a clock tells the time.
package reminders

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Lapse is how long after its time a reminder is given up.
const Lapse = 24 * time.Hour

// ChannelTTL is how long a channel that nobody watches is given reminders.
const ChannelTTL = 30 * 24 * time.Hour

// MaxChannels is the largest number of channels for the reminders of one user, and for those of everybody.
const MaxChannels = 20

var (
	// ErrTooManyChannels means that there are MaxChannels channels already.
	ErrTooManyChannels = errors.New("too many channels")
	// ErrID means that a text is not the ID of a reminder.
	ErrID = errors.New("not the id of a reminder")
)

// Channel is who is given reminders.
type Channel struct {
	// UserID is the user whose reminders it is given, 0 for everybody's.
	UserID int32
	// Name tells the channels for the same user's reminders apart.
	Name string
}

// ID identifies a reminder, on all channels alike.
type ID struct {
	// UserID is the user to remind, and TaskID the task.
	UserID, TaskID int32
	// At is the reminder's time, in UTC and whole milliseconds.
	At time.Time
}

// String returns the ID as callers see it.
func (id ID) String() string { return fmt.Sprintf("%d-%d-%d", id.UserID, id.TaskID, id.At.UnixMilli()) }

// ParseID returns the ID that a text is of, or ErrID.
func ParseID(text string) (ID, error) {
	parts := strings.Split(text, "-")
	if len(parts) != 3 {
		return ID{}, ErrID
	}
	user, userErr := strconv.ParseInt(parts[0], 10, 32)
	task, taskErr := strconv.ParseInt(parts[1], 10, 32)
	at, atErr := strconv.ParseInt(parts[2], 10, 64)
	if errors.Join(userErr, taskErr, atErr) != nil {
		return ID{}, ErrID
	}
	return ID{UserID: int32(user), TaskID: int32(task), At: time.UnixMilli(at).UTC()}, nil
}

// Reminder is a reminder as one channel is given it.
type Reminder struct {
	ID
	// Title and LinkedPrayer are the task's.
	Title, LinkedPrayer string
	// PrayerOffset is how many minutes after that prayer the task is, negative before it.
	PrayerOffset int32
	// Attempt is how often the channel has been given it, from 1.
	Attempt int32
}
