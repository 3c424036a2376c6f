package masjidsvc

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/salaatflow/platform/language/gazetteer"
	"github.com/salaatflow/platform/masjid-svc/internal/directory"
	"github.com/salaatflow/platform/masjid-svc/internal/exchange"
	"github.com/salaatflow/platform/masjid-svc/internal/importing"
	"github.com/salaatflow/platform/masjid-svc/internal/masjids"
	"github.com/salaatflow/platform/masjid-svc/internal/store"
	"github.com/salaatflow/platform/masjid-svc/internal/zones"
	"github.com/salaatflow/platform/services/fileimport"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

// importArguments describe an import, with defaults for records that lack something.
type importArguments struct {
	Files       []string `arg:"" type:"existingfile" help:"Overpass JSON of OpenStreetMap, GeoJSON or CSV, detected by its content."`
	Source      string   `help:"Source of records that do not name theirs."`
	Licence     string   `help:"Licence of records that do not name theirs, which is shown with them."`
	Attribution string   `help:"How the source wants to be named, where records do not say it."`
	City        string   `help:"City of masjids that name none and are not near a known one."`
	DryRun      bool     `help:"Read and report, but change nothing."`
}

// Import returns the command that imports masjids into the directory. It writes its progress to progress.
func Import(progress io.Writer) kit.Command[Config] {
	arguments := &importArguments{}
	return kit.Command[Config]{
		Name:      "import",
		Help:      "Import masjids from files. Importing again changes only what differs.",
		Arguments: arguments,
		Run: func(ctx context.Context, out io.Writer, config Config) error {
			return arguments.run(ctx, out, progress, config)
		},
	}
}

func (a importArguments) run(ctx context.Context, out, progress io.Writer, config Config) error {
	places, err := gazetteer.New()
	if err != nil {
		return err
	}
	reader := exchange.Reader{
		Places: places, Zone: zones.At, Source: a.Source, Licence: a.Licence, Attribution: a.Attribution, City: a.City,
	}
	if city := places.City(a.City); city != nil {
		reader.City = city.Name
	}
	return withStore(ctx, config, func(kept *store.Store) error {
		if err := putDefaults(ctx, kept, places, config, a.DryRun); err != nil {
			return err
		}
		report, err := importing.Masjids(ctx, kept, reader, a.Files, importing.Options{
			DryRun: a.DryRun, Progress: fileimport.NewBar(progress).Show,
		})
		if err != nil {
			return fmt.Errorf("nothing was imported: %w", err)
		}
		return errors.Join(
			printReport(out, "masjids", a.DryRun, report), printJoined(out, report), printIgnored(out, a.Files, report))
	})
}

// putDefaults adds the well-known masjids to an empty store, as the service does when it starts.
func putDefaults(ctx context.Context, kept *store.Store, places *gazetteer.Gazetteer, config Config, dryRun bool) error {
	revision, err := kept.Revision(ctx)
	if err != nil || revision > 0 || dryRun || config.WithoutDefaults {
		return err
	}
	defaults, err := exchange.Karachi(places)
	if err != nil {
		return err
	}
	return directory.PutAll(ctx, kept, defaults)
}

// withStore opens the database, and closes it after do.
func withStore(ctx context.Context, config Config, do func(*store.Store) error) (err error) {
	db, err := sqlstore.Open(ctx, config.Database.URL.Reveal(), store.Schema())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Prepare(ctx); err != nil {
		return err
	}
	return do(store.New(db))
}

// printReport prints the result of an import.
func printReport(out io.Writer, what string, dryRun bool, r importing.Report) error {
	did := "Imported"
	if dryRun {
		did = "This was a dry run, and nothing was changed. It would have imported"
	}
	became := []string{
		fmt.Sprintf("%d added", r.Outcomes[masjids.Added]),
		fmt.Sprintf("%d changed", r.Outcomes[masjids.Changed]),
		fmt.Sprintf("%d unchanged", r.Outcomes[masjids.Unchanged]),
	}
	if n := r.Outcomes[masjids.Merged]; n > 0 {
		became = append(became, fmt.Sprintf("%d merged with another", n))
	}
	if n := r.Outcomes[masjids.Removed]; n > 0 {
		became = append(became, fmt.Sprintf("%d removed", n))
	}
	_, err := fmt.Fprintf(out, "%s %s: %s, %d skipped.\n", did, what, strings.Join(became, ", "), r.Problems.Count)
	return errors.Join(err, r.Problems.Print(out))
}

func printJoined(out io.Writer, r importing.Report) (err error) {
	for _, joined := range r.Joined {
		_, wrong := fmt.Fprintf(out, "  merged: %s %s is masjid %d, %s (%s)\n",
			joined.Source, joined.SourceRef, joined.To.ID, joined.To.Name, cmp.Or(joined.To.Area, joined.To.City))
		err = errors.Join(err, wrong)
	}
	return err
}

func printIgnored(out io.Writer, files []string, r importing.Report) (err error) {
	for i, found := range r.Files {
		_, wrong := fmt.Fprintf(out, "  %s is %s", files[i], cmp.Or(string(found.Format), "without masjids"))
		if len(found.Ignored) > 0 {
			_, ignored := fmt.Fprint(out, "; properties ignored: ", strings.Join(found.Ignored, ", "))
			wrong = errors.Join(wrong, ignored)
		}
		_, ended := fmt.Fprintln(out)
		err = errors.Join(err, wrong, ended)
	}
	return err
}
