// Package importing imports files of masjids and timetables into the store, and exports them.
package importing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/services/fileimport"
)

// Options are the options of an import.
type Options struct {
	// DryRun reads and reports, but changes nothing.
	DryRun bool
	// Progress is told how much of a file has been read; nil means nobody is.
	Progress fileimport.Progress
}

// Report is the result of an import.
type Report struct {
	// Outcomes counts the records that were imported.
	Outcomes map[masjids.Outcome]int
	// Problems are the records that were skipped.
	Problems fileimport.Problems
	// Joined are the records that turned out to be of masjids of another source. They count as Merged.
	Joined []masjids.Joined
	// Files describes each file.
	Files []exchange.Found
}

// errDryRun rolls the transaction back.
var errDryRun = errors.New("a dry run")

// Masjids imports files in one transaction: either all of them, except for records that are skipped, or nothing.
func Masjids(
	ctx context.Context, store masjids.Store, reader exchange.Reader, files []string, options Options,
) (report Report, err error) {
	err = store.Import(ctx, func(intake masjids.Intake) error {
		report = newReport()
		for _, path := range files {
			found, err := options.importFile(ctx, path, reader, &report, intake.Add)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			report.Files = append(report.Files, found)
		}
		if err := report.settle(intake); err != nil {
			return err
		}
		return options.verdict()
	})
	return report.unless(err)
}

func (o Options) importFile(
	ctx context.Context, path string, reader exchange.Reader, report *Report,
	add func(masjids.Record) (masjids.Outcome, error),
) (exchange.Found, error) {
	file, err := fileimport.Open(path, o.Progress)
	if err != nil {
		return exchange.Found{}, err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return reader.Read(file, func(place string, record masjids.Record, wrong error) error {
		return report.keep(ctx, path, place, wrong, func() (masjids.Outcome, error) { return add(record) })
	})
}

// Timetable imports timetables from files in one transaction, as Masjids does. They are of the masjid with an id or, if
// that is 0, of the masjids that the files name.
func Timetable(
	ctx context.Context, store masjids.Store, id int32, files []string, options Options,
) (report Report, err error) {
	err = store.ImportTimetable(ctx, func(add func(masjids.TimetableDay) (masjids.Outcome, error)) error {
		report = newReport()
		for _, path := range files {
			if err := options.importTimetable(ctx, path, id, &report, add); err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
		}
		return options.verdict()
	})
	return report.unless(err)
}

func (o Options) importTimetable(
	ctx context.Context, path string, id int32, report *Report,
	add func(masjids.TimetableDay) (masjids.Outcome, error),
) error {
	file, err := fileimport.Open(path, o.Progress)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return exchange.ReadTimetable(file, id, func(place string, day masjids.TimetableDay, wrong error) error {
		return report.keep(ctx, path, place, wrong, func() (masjids.Outcome, error) { return add(day) })
	})
}

func newReport() Report { return Report{Outcomes: map[masjids.Outcome]int{}} }

func (o Options) verdict() error {
	if o.DryRun {
		return errDryRun
	}
	return nil
}

// unless returns the report, or an error that rolled everything back.
func (r Report) unless(err error) (Report, error) {
	if err != nil && !errors.Is(err, errDryRun) {
		return Report{}, err
	}
	return r, nil
}

// keep imports a usable record, or notes why it was skipped.
func (r *Report) keep(
	ctx context.Context, path, place string, wrong error, add func() (masjids.Outcome, error),
) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if wrong == nil {
		outcome, err := add()
		if refused := (*masjids.RefusedError)(nil); !errors.As(err, &refused) {
			if err == nil {
				r.Outcomes[outcome]++
			}
			return err
		}
		wrong = err
	}
	r.Problems.Add(filepath.Base(path), place, wrong)
	return nil
}

// ExportTimetable writes every day of the timetable of the masjid with an id, or of all masjids if that is 0, and
// returns the number of days.
func ExportTimetable(ctx context.Context, store masjids.Store, id int32, to exchange.TimetableWriter) (count int, err error) {
	err = store.EachDay(ctx, id, func(day masjids.TimetableDay) error {
		count++
		return to.Write(day)
	})
	if err != nil {
		return count, err
	}
	return count, to.Close()
}

// settle notes which of the added masjids are others'.
func (r *Report) settle(intake masjids.Intake) (err error) {
	if r.Joined, err = intake.Settle(); err != nil || len(r.Joined) == 0 {
		return err
	}
	r.Outcomes[masjids.Merged] += len(r.Joined)
	if r.Outcomes[masjids.Added] -= len(r.Joined); r.Outcomes[masjids.Added] == 0 {
		delete(r.Outcomes, masjids.Added)
	}
	return nil
}

// Export writes every masjid for which wanted is true, ordered by id, and returns their number.
func Export(
	ctx context.Context, store masjids.Store, to exchange.Writer, wanted func(masjids.Masjid) bool,
) (count int, err error) {
	err = store.Each(ctx, func(m masjids.Masjid) error {
		if !wanted(m) {
			return nil
		}
		count++
		return to.Write(m)
	})
	if err != nil {
		return count, err
	}
	return count, to.Close()
}
