package masjidsvc

import (
	"context"
	"fmt"
	"io"

	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/services/fileimport"
	"github.com/salaatflow/platform/services/kit"
)

// timetableArguments describe an import of timetables.
type timetableArguments struct {
	Files  []string `arg:"" type:"existingfile" help:"CSV with a line for each date."`
	Masjid int32    `placeholder:"ID" help:"The masjid whose timetable it is, where the files have no column masjid_id."`
	DryRun bool     `help:"Read and report, but change nothing."`
}

// ImportTimetable returns the command that imports masjids' own timetables into the directory. It writes its progress
// to progress.
func ImportTimetable(progress io.Writer) kit.Command[Config] {
	arguments := &timetableArguments{}
	return kit.Command[Config]{
		Name:      "import-timetable",
		Help:      "Import a masjid's own timetable, which takes precedence over computed times.",
		Arguments: arguments,
		Run: func(ctx context.Context, out io.Writer, config Config) error {
			return arguments.run(ctx, out, progress, config)
		},
	}
}

func (a timetableArguments) run(ctx context.Context, out, progress io.Writer, config Config) error {
	if a.Masjid < 0 {
		return fmt.Errorf("--masjid: %d is not a masjid id", a.Masjid)
	}
	return withStore(ctx, config, func(kept *store.Store) error {
		report, err := importing.Timetable(ctx, kept, a.Masjid, a.Files, importing.Options{
			DryRun: a.DryRun, Progress: fileimport.NewBar(progress).Show,
		})
		if err != nil {
			return fmt.Errorf("nothing was imported: %w", err)
		}
		return printReport(out, "days", a.DryRun, report)
	})
}
