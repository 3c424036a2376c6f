package hadithsvc

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/importing"
	"github.com/salaatflow/platform/hadith-svc/internal/store"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/fileimport"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/webaddress"
)

// importArguments describe an import.
type importArguments struct {
	Files      []string `arg:"" type:"existingfile" help:"Editions of hadith-api, chapters of hadith-json, or JSON lines."`
	Collection string   `required:"" placeholder:"KEY" help:"Key of the collection, such as bukhari."`
	Name       string   `required:"" help:"Name of the collection in English."`
	NameArabic string   `help:"Name of the collection in Arabic."`
	NameUrdu   string   `help:"Name of the collection in Urdu."`
	Licence    string   `required:"" help:"Licence of the texts, which is shown with the collection."`
	Numbering  string   `default:"as in the imported data" help:"The edition whose numbers these are."`
	SourceURL  string   `placeholder:"URL" help:"Where the texts come from."`
	Language   string   `enum:"auto,ar,en,ur" default:"auto" help:"Language of texts that do not name theirs: auto, ar, en or ur."`
	Grade      string   `help:"Grade of hadiths that have none, such as sahih."`
	GradedBy   string   `help:"Who gave that grade."`
	DryRun     bool     `help:"Read and report, but change nothing."`
}

var collectionKey = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

// Import returns the command that imports a collection into the library. It writes its progress to progress.
func Import(progress io.Writer) kit.Command[Config] {
	arguments := &importArguments{}
	return kit.Command[Config]{
		Name:      "import",
		Help:      "Import a collection from files of open data sets. Importing again changes only what differs.",
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
	for flag, text := range map[string]string{"--name": a.Name, "--licence": a.Licence, "--numbering": a.Numbering} {
		if strings.TrimSpace(text) == "" {
			return fmt.Errorf("%s: must not be empty", flag)
		}
	}
	if a.SourceURL != "" {
		if err := webaddress.Check(strings.TrimSpace(a.SourceURL)); err != nil {
			return fmt.Errorf("--source-url: %w", err)
		}
	}
	url, remove, err := a.database(config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	db, err := sqlstore.Open(ctx, url, store.SchemaFor(url))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	kept := store.New(db)
	if err := a.prepare(ctx, db, kept, config); err != nil {
		return err
	}
	options := a.options()
	options.Progress = fileimport.NewBar(progress).Show
	report, err := importing.Run(ctx, kept, clock.System(), options)
	if err != nil {
		return fmt.Errorf("nothing was imported: %w", err)
	}
	return a.print(out, report)
}

// database returns the URL of the database to import into. For a dry run without a database, it is a new one, which
// remove removes.
func (a importArguments) database(config Config) (url string, remove func() error, err error) {
	url, remove = config.Database.URL.Reveal(), func() error { return nil }
	path, ok := strings.CutPrefix(url, "sqlite:")
	if !ok || !a.DryRun {
		return url, remove, nil
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return url, remove, nil // opening it reports what is wrong with it
	}
	folder, err := os.MkdirTemp("", "hadith-dry-run-")
	if err != nil {
		return "", remove, fmt.Errorf("create a library for the dry run: %w", err)
	}
	return "sqlite:" + filepath.Join(folder, "hadith.db"), func() error { return os.RemoveAll(folder) }, nil
}

// prepare brings the library up to date and adds the Forty if it is empty. A dry run changes no existing library.
func (a importArguments) prepare(ctx context.Context, db *sqlstore.DB, kept *store.Store, config Config) error {
	if a.DryRun && db.Check(ctx) == nil {
		return nil
	}
	if err := db.Prepare(ctx); err != nil {
		return err
	}
	if err := kept.Reindex(ctx); err != nil || !config.Forty || a.DryRun {
		return err
	}
	return putForty(ctx, kept)
}

func (a importArguments) options() importing.Options {
	text := func(s string) string { return norm.NFC.String(strings.TrimSpace(s)) }
	language := searchtext.Language(a.Language)
	if a.Language == "auto" {
		language = ""
	}
	return importing.Options{
		Collection: hadith.Collection{
			Key: a.Collection, Name: text(a.Name), NameArabic: text(a.NameArabic), NameUrdu: text(a.NameUrdu),
			Numbering: text(a.Numbering), Licence: text(a.Licence), SourceURL: text(a.SourceURL),
		},
		Files: a.Files, Language: language, Grade: text(a.Grade), GradedBy: text(a.GradedBy), DryRun: a.DryRun,
	}
}

func (a importArguments) print(out io.Writer, r importing.Report) error {
	did := "Imported"
	if a.DryRun {
		did = "This was a dry run, and nothing was changed. It would have imported"
	}
	_, err := fmt.Fprintf(out, "%s %s: %d added, %d changed, %d unchanged, %d without a text, %d broken. Licence: %s.\n",
		did, a.Collection, r.Added, r.Changed, r.Unchanged, r.Empty, r.Problems.Count, strings.TrimRight(a.Licence, ". "))
	return errors.Join(err, r.Problems.Print(out))
}
