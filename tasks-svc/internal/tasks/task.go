// Package tasks holds what a task is and the rules that tasks keep. It knows nothing of gRPC or SQL: a Store keeps the
// tasks, a Profiles knows what users prefer, a clock tells the time.
package tasks

import "time"

// Task is something that a user means to do. It is a plain value: two equal tasks are ==. Times are UTC in whole
// milliseconds, and the zero time stands for none.
type Task struct {
	// UserID is whose task it is; ID is its number, from 1 for each user, never used again.
	UserID, ID int32
	// Title is 1 to 200 characters, without white space around it.
	Title string
	// Description is at most 2,000 characters; empty when there is none.
	Description string
	Priority    Priority
	// LinkedPrayer is Fajr, Dhuhr, Asr, Maghrib or Isha; empty when it belongs to none.
	LinkedPrayer string
	// Due is when it is due, in whole seconds; zero when at no time.
	Due time.Time
	// Recurrence is its rhythm; Once when there is none.
	Recurrence Recurrence
	// Anchor is the first due time of the series that a recurring task belongs to; zero when it has none yet. The day
	// of the month and the time of day of later occurrences are taken from it, so that a short month or a clock change
	// does not shift those after it.
	Anchor time.Time
	// Category is its kind; empty when none was given.
	Category string
	// MasjidID is the masjid it belongs to; 0 when to none.
	MasjidID int32
	// CompletedAt is when it was completed; zero while it is pending.
	CompletedAt time.Time
	// NextID is the number of the occurrence that completing this one made; 0 when none was made. Reopening keeps it,
	// so that no second one is made. Show Successor, not this.
	NextID int32
	// CreatedAt and UpdatedAt are when it was made and last changed.
	CreatedAt, UpdatedAt time.Time
}

// Completed says whether the task is done.
func (t Task) Completed() bool { return !t.CompletedAt.IsZero() }

// Successor is the number of the next occurrence of a completed recurring task; 0 for any other.
func (t Task) Successor() int32 {
	if !t.Completed() || t.Recurrence == Once {
		return 0
	}
	return t.NextID
}

// Owner is the user whose tasks are dealt with.
type Owner struct {
	// UserID is the user's number, from 1.
	UserID int32
	// Zone is the time zone in which the user says and hears times, the default where it is not known; never nil.
	Zone *time.Location
	// unlocated is why the zone is not known; nil when it is. Locate sets it.
	unlocated error
	// PreferredMasjid is what the caller's edge last knew of the user's preferred masjid, 0 for none; nil when it knew
	// nothing. It counts where Profiles cannot be asked.
	PreferredMasjid *int32
}

// milliseconds is t as tasks keep times.
func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }
