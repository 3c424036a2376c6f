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
	// masjid of several records has what any of them knows: its own source's go before others', then by SourceRef.
	Import(ctx context.Context, read func(Intake) error) error
	// EachDay calls do with every day of the timetable of a masjid, or of all masjids when id is 0, by masjid and date, with
	// the masjid's Source and SourceRef, until do returns an error, which it returns.
	EachDay(ctx context.Context, id int32, do func(TimetableDay) error) error
	// Timetable returns the days of the timetables of these masjids from a date until another, both included, in no order.
	Timetable(ctx context.Context, ids []int32, from, until prayertime.Date) ([]TimetableDay, error)
	// ImportTimetable keeps the days that read adds as Import keeps masjids. A day takes the place of the one of its masjid
	// and date; one without times removes that. add returns a *RefusedError for a day of no masjid.
	ImportTimetable(ctx context.Context, read func(add func(TimetableDay) (Outcome, error)) error) error
}

// Intake takes in the records of an import. It is not safe for concurrent use.
type Intake interface {
	// Add keeps a record. It returns a *RefusedError for one that names a number of no masjid, or of no masjid and Incomplete;
	// others may follow it.
	Add(r Record) (Outcome, error)
	// Settle looks at the masjids that were added since the import began, or was settled, and MayBeOf another source. One that
	// MayBe a single masjid of that source becomes a part of it, unless others may be it too, and is no longer a masjid of its
	// own. It returns those.
	Settle() ([]Joined, error)
}

// Joined is a masjid that was added and turned out to be another.
type Joined struct {
	// Source and SourceRef name the record.
	Source, SourceRef string
	// To is the masjid of which it is a part now.
	To Masjid
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
