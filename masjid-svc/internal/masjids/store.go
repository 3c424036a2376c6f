package masjids

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Store keeps masjids and their timetables. It is safe for concurrent use.
type Store interface {
	// Revision is a number that grows with each import that changes anything; 0 before the first.
	Revision(ctx context.Context) (int64, error)
	// Each calls do with every masjid, by number, until do returns an error, which it returns.
	Each(ctx context.Context, do func(Masjid) error) error
	// Get returns the masjids of these numbers in their order. Numbers of no masjid are left out.
	Get(ctx context.Context, ids []int32) ([]Masjid, error)
	// Import keeps what read adds, all of it or, when read returns an error, nothing; then it returns that error as it is.
	// A record of a masjid that is known, by its number or by Source and SourceRef, changes what it says of it. Another
	// becomes a masjid with the next number; or, if it MayRepeat, a part of a masjid of the same source that is Alike: a
	// masjid of several records has what any of them knows, by SourceRef where they differ. add returns a *RefusedError for
	// a record that names a number of no masjid, or of no masjid and Incomplete; others may follow it.
	Import(ctx context.Context, read func(add func(Record) (Outcome, error)) error) error
	// Timetable returns the days of the timetables of these masjids from a date until another, both included, in no order.
	Timetable(ctx context.Context, ids []int32, from, until prayertime.Date) ([]TimetableDay, error)
	// ImportTimetable keeps the days that read adds as Import keeps masjids. A day takes the place of the one of its masjid
	// and date; one without times removes that. add returns a *RefusedError for a day of no masjid.
	ImportTimetable(ctx context.Context, read func(add func(TimetableDay) (Outcome, error)) error) error
}

// Outcome is what became of a record.
type Outcome int

// The outcomes there are.
const (
	Unchanged Outcome = iota
	Added
	Changed
	// Merged is a record that was found to be of a masjid which another record had made.
	Merged
	// Removed is a day of a timetable that is no more.
	Removed
)

// RefusedError is why a record was not kept.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }
