// Package importing brings data sets into the library.
package importing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/dataset"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/hadith-svc/internal/searchtext"
	"github.com/salaatflow/platform/services/clock"
)

// shownProblems is how many broken records a report names.
const shownProblems = 20

// Options say what to import.
type Options struct {
	Collection hadith.Collection
	// Files are read in their order.
	Files []string
	// Language is that of texts of no named language; empty guesses it for each file.
	Language searchtext.Language
	// Grade and GradedBy are for records that have no grade.
	Grade, GradedBy string
	// DryRun reads and reports, and changes nothing.
	DryRun bool
	// Progress gets what has been read of a file as it goes; nil for nothing.
	Progress func(file string, read, size int64)
}

// Report says what became of the records.
type Report struct {
	Added, Changed, Unchanged int
	// Empty are records without a text, Broken those that could not be read; both were skipped.
	Empty, Broken int
	// Problems name the first of the broken records, with file and place.
	Problems []string
}

// errDryRun takes everything back.
var errDryRun = errors.New("a dry run")

// Run imports files into a collection in one transaction: either all of them, but for broken records, or nothing.
func Run(ctx context.Context, store hadith.Store, clock clock.Clock, options Options) (Report, error) {
	var report Report
	err := store.Import(ctx, options.Collection, hadith.AfterEverywhere(clock.Now()),
		func(add func(hadith.Hadith) (hadith.Outcome, error)) error {
			report = Report{}
			for _, file := range options.Files {
				if err := options.importFile(ctx, file, &report, add); err != nil {
					return fmt.Errorf("%s: %w", file, err)
				}
			}
			if options.DryRun {
				return errDryRun
			}
			return nil
		})
	if err != nil && !errors.Is(err, errDryRun) {
		return Report{}, err
	}
	return report, nil
}

func (o Options) importFile(
	ctx context.Context, path string, report *Report, add func(hadith.Hadith) (hadith.Outcome, error),
) error {
	language, err := o.language(path)
	if err != nil {
		return err
	}
	return o.eachOf(path, func(place string, r dataset.Record, wrong error) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		var h hadith.Hadith
		if wrong == nil {
			h, wrong = r.Hadith(language)
		}
		if errors.Is(wrong, dataset.ErrEmpty) {
			report.Empty++
			return nil
		}
		if wrong != nil {
			report.broken(path, place, wrong)
			return nil
		}
		if h.Grade == "" {
			h.Grade, h.GradedBy = o.Grade, o.GradedBy
		}
		outcome, err := add(h)
		if err == nil {
			report.count(outcome)
		}
		return err
	})
}

func (r *Report) broken(path, place string, wrong error) {
	r.Broken++
	if len(r.Problems) < shownProblems {
		r.Problems = append(r.Problems, filepath.Base(path)+", "+place+": "+wrong.Error())
	}
}

func (r *Report) count(outcome hadith.Outcome) {
	switch outcome {
	case hadith.Added:
		r.Added++
	case hadith.Changed:
		r.Changed++
	default:
		r.Unchanged++
	}
}

// eachOf reads a file, and tells the progress.
func (o Options) eachOf(path string, do dataset.Each) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	defer file.Close() //nolint:errcheck // it was only read
	info, err := file.Stat()
	if err != nil {
		return fmt.Errorf("open: %w", err)
	}
	var source io.Reader = file
	if o.Progress != nil {
		source = &metered{file, func(read int64) { o.Progress(path, read, info.Size()) }, 0}
	}
	return dataset.Read(source, do)
}

type metered struct {
	source io.Reader
	tell   func(read int64)
	total  int64
}

func (m *metered) Read(to []byte) (int, error) {
	n, err := m.source.Read(to)
	m.total += int64(n)
	m.tell(m.total)
	return n, err
}

// prefixes are what hadith-api begins the names of its editions with.
var prefixes = map[string]searchtext.Language{
	"ara": searchtext.Arabic, "eng": searchtext.English, "urd": searchtext.Urdu,
}

// sample is how many texts the language of a file is guessed from.
const sample = 50

var errSampled = errors.New("enough")

// language is that of a file: the one given, the one its name begins with, or else what most of its first texts are.
func (o Options) language(path string) (searchtext.Language, error) {
	if o.Language != "" {
		return o.Language, nil
	}
	prefix, _, _ := strings.Cut(filepath.Base(path), "-")
	if language, ok := prefixes[prefix]; ok {
		return language, nil
	}
	votes := map[searchtext.Language]int{}
	texts := 0
	err := Options{}.eachOf(path, func(_ string, r dataset.Record, wrong error) error {
		if wrong != nil || r.Text == "" {
			return nil //nolint:nilerr // the import itself reports it
		}
		votes[searchtext.LanguageOf(r.Text)]++
		if texts++; texts == sample {
			return errSampled
		}
		return nil
	})
	if err != nil && !errors.Is(err, errSampled) {
		return "", err
	}
	most := searchtext.English
	for _, language := range hadith.Languages {
		if votes[language] > votes[most] {
			most = language
		}
	}
	return most, nil
}
