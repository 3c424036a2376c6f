// Package tasks defines tasks and their rules. It knows nothing of gRPC or SQL: a Store stores the tasks, Profiles
// looks up users' preferences, and a clock tells the time.
package tasks

import "time"

// Task is something that a user means to do. Values can be compared with ==. Times are in UTC, in whole milliseconds,
// and the zero time means none.
type Task struct {
	// UserID is the task's owner. ID is its number, from 1 for each user, which is never used again.
	UserID, ID int32
	// Title has 1 to 200 characters, without white space around it.
	Title string
	// Description has at most 2,000 characters and may be empty.
	Description string
	Priority    Priority
	// LinkedPrayer is Fajr, Dhuhr, Asr, Maghrib or Isha, or empty.
	LinkedPrayer string
	// PrayerOffset is how many minutes after that prayer begins the task is to be done, from -720 to 720: negative before it, and 0 when it
	// begins, and where there is no prayer or the task is due at a time of its own.
	PrayerOffset int32
	// Due is when the task is due, in whole seconds, or zero.
	Due time.Time
	// Recurrence is the rhythm of a recurring task, and otherwise Once.
	Recurrence Recurrence
	// Anchor is the first due time of a recurring task's series, or one period before it if the clocks skip that time on that day, or zero
	// if it has none yet. Later occurrences take
	// their day of the month and their time of day from it, so that a short month or a clock change does not shift those
	// after it.
	Anchor time.Time
	// Category may be empty.
	Category string
	// MasjidID is the task's masjid, or 0.
	MasjidID int32
	// CompletedAt is when the task was completed. It is zero while the task is pending.
	CompletedAt time.Time
	// NextID is the number of the occurrence that was created when this task was completed, or 0. Reopening the task
	// keeps it, so that completing it again creates no second one. Show Successor to users, not this.
	NextID int32
	// SeriesID and SeriesAt are the number of the first task of a recurring task's series, and when that was created. They are zero for
	// that one itself; First tells both alike.
	SeriesID int32
	SeriesAt time.Time
	// RemindAt is when the task reminds its user. It is zero once it has, and when it does not.
	RemindAt time.Time
	// PlanAt is when to find out when the task reminds, because that follows from its prayer's time; zero if there is nothing to find
	// out. RemindAt is what was found out last.
	PlanAt time.Time
	// CreatedAt and UpdatedAt are when the task was created and last changed.
	CreatedAt, UpdatedAt time.Time
}

// Completed reports whether the task is completed.
func (t Task) Completed() bool { return !t.CompletedAt.IsZero() }

// Successor returns the number of the next occurrence of a completed recurring task, and 0 for any other task.
func (t Task) Successor() int32 {
	if !t.Completed() || t.Recurrence == Once {
		return 0
	}
	return t.NextID
}

// First returns the number of the first task of a recurring task's series, and when that was created.
func (t Task) First() (id int32, created time.Time) {
	if t.SeriesID == 0 {
		return t.ID, t.CreatedAt
	}
	return t.SeriesID, t.SeriesAt
}

// Owner is the user whose tasks a call is about.
type Owner struct {
	// UserID is the user's number, from 1.
	UserID int32
	// Zone is the user's time zone, or the default zone if the user's is unknown. It is never nil.
	Zone *time.Location
	// EdgeKnewZone says that Zone is the user's as the caller's edge last knew it. It is used when Profiles cannot be asked.
	EdgeKnewZone bool
	// unlocated is why the zone is unknown, or nil if it is known. Locate sets it.
	unlocated error
	// PreferredMasjid is the user's preferred masjid as the caller's edge last knew it: 0 for none, nil if the edge did
	// not know. It is used when Profiles cannot be asked.
	PreferredMasjid *int32
}

// milliseconds returns t at the precision of tasks.
func milliseconds(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }
