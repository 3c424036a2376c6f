// Package importing imports data sets into the library.
package importing

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/salaatflow/platform/hadith-svc/internal/dataset"
	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
	"github.com/salaatflow/platform/language/searchtext"
	"github.com/salaatflow/platform/services/clock"
	"github.com/salaatflow/platform/services/fileimport"
)

// Options describe an import.
type Options struct {
	Collection hadith.Collection
	// Files are read in their order.
	Files []string
	// Language is the language of texts that do not name theirs. If empty, it is guessed for each file.
	Language searchtext.Language
	// Grade and GradedBy are for records without a grade.
	Grade, GradedBy string
	// DryRun reads and reports, but changes nothing.
	DryRun bool
	// Progress is told how much of a file has been read; nil means nobody is.
	Progress fileimport.Progress
}

// Report is the result of an import.
type Report struct {
	Added, Changed, Unchanged int
	// Empty is the number of records without a text, which were skipped.
	Empty int
	// Problems are the records that could not be read and were skipped.
	Problems fileimport.Problems
}

// errDryRun rolls the transaction back.
var errDryRun = errors.New("a dry run")

// Run imports files into a collection in one transaction: either all of them, except for broken records, or nothing.
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
	places := map[string]string{}
	var first error
	err = o.eachOf(path, func(place string, r dataset.Record, wrong error) error {
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
		if before := places[h.Number]; wrong == nil && before != "" {
			wrong = fmt.Errorf("hadith %s was already imported from %s", h.Number, before)
		}
		if wrong != nil {
			if first == nil {
				first = fmt.Errorf("%s: %w", place, wrong)
			}
			report.Problems.Add(filepath.Base(path), place, wrong)
			return nil
		}
		if h.Grade == "" {
			h.Grade, h.GradedBy = o.Grade, o.GradedBy
		}
		places[h.Number] = place
		outcome, err := add(h)
		if err == nil {
			report.count(outcome)
		}
		return err
	})
	if err == nil && len(places) == 0 && first != nil {
		return fmt.Errorf("no record could be read: %w", first)
	}
	return err
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

// eachOf reads a file, and reports the progress.
func (o Options) eachOf(path string, do dataset.Each) error {
	file, err := fileimport.Open(path, o.Progress)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // it was only read
	return dataset.Read(file, do)
}

// prefixes map the first part of the names of hadith-api's editions to languages; empty for languages that the library
// lacks.
var prefixes = map[string]searchtext.Language{
	"ara": searchtext.Arabic, "eng": searchtext.English, "urd": searchtext.Urdu,
	"ben": "", "fra": "", "ind": "", "rus": "", "tam": "", "tur": "",
}

// sample is the number of texts from which the language of a file is guessed.
const sample = 50

var errSampled = errors.New("enough")

// language returns the language of a file: the one given, else the one in its name, else the language of most of its
// first texts.
func (o Options) language(path string) (searchtext.Language, error) {
	if o.Language != "" {
		return o.Language, nil
	}
	prefix, _, named := strings.Cut(filepath.Base(path), "-")
	if language, ok := prefixes[prefix]; ok && named {
		if language == "" {
			return "", fmt.Errorf("the library has no texts in the language %q; if the texts are in another one, set --language", prefix)
		}
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
