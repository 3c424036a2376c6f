package masjidsvc

import (
	"context"
	"fmt"
	"io"

	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/services/kit"
)

// exportTimetableArguments describe an export of timetables.
type exportTimetableArguments struct {
	Output string `short:"o" placeholder:"FILE" help:"File to write; standard output unless given."`
	Masjid int32  `placeholder:"ID" help:"Export only this masjid's timetable; all timetables unless given."`
}

// ExportTimetable returns the command that writes masjids' own timetables to a file. It writes remarks to notes.
func ExportTimetable(notes io.Writer) kit.Command[Config] {
	arguments := &exportTimetableArguments{}
	return kit.Command[Config]{
		Name:      "export-timetable",
		Help:      "Export masjids' own timetables to a CSV file that import-timetable reads back unchanged.",
		Arguments: arguments,
		Run: func(ctx context.Context, out io.Writer, config Config) error {
			return arguments.run(ctx, out, notes, config)
		},
	}
}

func (a exportTimetableArguments) run(ctx context.Context, out, notes io.Writer, config Config) error {
	if a.Masjid < 0 {
		return fmt.Errorf("--masjid: %d is not a masjid id", a.Masjid)
	}
	return withStore(ctx, config, func(kept *store.Store) error {
		count := 0
		err := writeTo(a.Output, out, func(w io.Writer) error {
			writer, err := exchange.NewTimetableWriter(w)
			if err != nil {
				return err
			}
			count, err = importing.ExportTimetable(ctx, kept, a.Masjid, writer)
			return err
		})
		if err != nil {
			return fmt.Errorf("export: %w", err)
		}
		_, err = fmt.Fprintf(notes, "Exported %d days of timetables.\n", count)
		return err
	})
}
