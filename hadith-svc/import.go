package hadithsvc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/importing"
	"github.com/salaatflow/platform/hadith-svc/internal/searchtext"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/fileimport"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
)

// importArguments are what is imported, and as what.
type importArguments struct {
	Files      []string `arg:"" type:"existingfile" help:"Editions of hadith-api, chapters of hadith-json, or JSON lines."`
	Collection string   `required:"" placeholder:"KEY" help:"Key of the collection, such as bukhari."`
	Name       string   `required:"" help:"Name of the collection in English."`
	NameArabic string   `help:"Name of the collection in Arabic."`
	NameUrdu   string   `help:"Name of the collection in Urdu."`
	Licence    string   `required:"" help:"Licence of the texts, which is shown with the collection."`
	Numbering  string   `default:"as in the imported data" help:"What the numbers count."`
	SourceURL  string   `placeholder:"URL" help:"Where the texts come from."`
	Language   string   `enum:"auto,ar,en,ur" default:"auto" help:"Language of texts that name none: auto, ar, en or ur."`
	Grade      string   `help:"Grade of hadiths that have none, such as sahih."`
	GradedBy   string   `help:"Who gave that grade."`
	DryRun     bool     `help:"Read and report, and change nothing."`
}

var collectionKey = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// Import is the command that brings a collection into the library. The progress goes to progress.
func Import(progress io.Writer) kit.Command[Config] {
	arguments := &importArguments{}
	return kit.Command[Config]{
		Name:      "import",
		Help:      "Import a collection from files of open data sets; again changes only what differs.",
		Arguments: arguments,
		Run: func(ctx context.Context, out io.Writer, config Config) error {
			return arguments.run(ctx, out, progress, config)
		},
	}
}

func (a importArguments) run(ctx context.Context, out, progress io.Writer, config Config) (err error) {
	if !collectionKey.MatchString(a.Collection) {
		return fmt.Errorf("--collection: %q must match %s", a.Collection, collectionKey)
	}
	url := config.Database.URL.Reveal()
	db, err := sqlstore.Open(ctx, url, store.SchemaFor(url))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Prepare(ctx); err != nil {
		return err
	}
	kept := store.New(db)
	if err := kept.Reindex(ctx); err != nil {
		return err
	}
	if config.Forty && !a.DryRun {
		if err := putForty(ctx, kept); err != nil {
			return err
		}
	}
	options := a.options()
	options.Progress = fileimport.NewBar(progress).Show
	report, err := importing.Run(ctx, kept, clock.System(), options)
	if err != nil {
		return fmt.Errorf("nothing was imported: %w", err)
	}
	return a.print(out, report)
}

func (a importArguments) options() importing.Options {
	language := searchtext.Language(a.Language)
	if a.Language == "auto" {
		language = ""
	}
	return importing.Options{
		Collection: hadith.Collection{
			Key: a.Collection, Name: a.Name, NameArabic: a.NameArabic, NameUrdu: a.NameUrdu,
			Numbering: a.Numbering, Licence: a.Licence, SourceURL: a.SourceURL,
		},
		Files: a.Files, Language: language, Grade: a.Grade, GradedBy: a.GradedBy, DryRun: a.DryRun,
	}
}

func (a importArguments) print(out io.Writer, r importing.Report) error {
	did := "Imported"
	if a.DryRun {
		did = "A dry run, nothing was changed; it would have imported"
	}
	_, err := fmt.Fprintf(out, "%s %s: %d added, %d changed, %d unchanged, %d without a text, %d broken.\n",
		did, a.Collection, r.Added, r.Changed, r.Unchanged, r.Empty, r.Problems.Count)
	return errors.Join(err, r.Problems.Print(out))
}
