package masjids

import (
	"context"

	"github.com/salaatflow/platform/masjid-svc/prayertime"
)

// Store stores masjids and their timetables. It is safe for concurrent use.
type Store interface {
	// Revision returns a number that grows with each import that changes anything. It is 0 before the first.
	Revision(ctx context.Context) (int64, error)
	// Each calls do with every masjid, ordered by id, until do returns an error, which Each returns.
	Each(ctx context.Context, do func(Masjid) error) error
	// Get returns the masjids with these ids in their order. It leaves out unknown ids.
	Get(ctx context.Context, ids []int32) ([]Masjid, error)
	// Import stores what read adds: all of it or, if read returns an error, nothing; then it returns that error as it
	// is. A record of a known masjid, identified by id or by Source and SourceRef, changes the fields that it gives. Any
	// other record becomes a masjid with the next id or, if it MayRepeat, a part of a masjid of the same source that is
	// Alike. A masjid of several records has what any of them gives: records of its own source take precedence over
	// others, then the order is by SourceRef.
	Import(ctx context.Context, read func(Intake) error) error
	// EachDay calls do with every day of the timetable of a masjid, or of all masjids if id is 0, ordered by masjid and
	// date, with the masjid's Source and SourceRef. If do returns an error, EachDay stops and returns it.
	EachDay(ctx context.Context, id int32, do func(TimetableDay) error) error
	// Timetable returns the days of the timetables of these masjids between two dates, both included, in no order.
	Timetable(ctx context.Context, ids []int32, from, until prayertime.Date) ([]TimetableDay, error)
	// ImportTimetable stores the days that read adds, as Import stores masjids. A day replaces the one of its masjid and
	// date, and a day without times removes it. add returns a *RefusedError for a day of an unknown masjid.
	ImportTimetable(ctx context.Context, read func(add func(TimetableDay) (Outcome, error)) error) error
}

// Intake accepts the records of an import. It is not safe for concurrent use.
type Intake interface {
	// Add stores a record. It returns a *RefusedError for a record with an unknown id, and for an Incomplete record of
	// an unknown masjid. Other records may follow.
	Add(r Record) (Outcome, error)
	// Settle looks at the masjids added since the import began, or was last settled, that MayBeOf another source. One
	// that MayBe a single masjid of that source becomes a part of it and is no longer a masjid of its own, unless other
	// masjids may be it too. Settle returns those.
	Settle() ([]Joined, error)
}

// Joined is a masjid that was added and turned out to be another one.
type Joined struct {
	// Source and SourceRef identify the record.
	Source, SourceRef string
	// To is the masjid of which it is now a part.
	To Masjid
}

// Outcome is the result of importing a record.
type Outcome int

// The outcomes.
const (
	Unchanged Outcome = iota
	Added
	Changed
	// Merged is a record that was found to be of a masjid which another record had created.
	Merged
	// Removed is a day of a timetable that was removed.
	Removed
)

// RefusedError is why a record was not stored.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }
