package main

import (
	"fmt"
	"io"
	"io/fs"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/training"
)

// ablations are what is left out, one after the other.
var ablations = []struct {
	name  string
	parts detect.Part
}{
	{"nothing", 0},
	{"spellings", detect.Spellings},
	{"concepts", detect.Concepts},
	{"acts", detect.Acts},
	{"marks", detect.Marks},
	{"domains", detect.Domains},
	{"what was spoken of", detect.ByTopic},
	{"spellings and concepts", detect.Spellings | detect.Concepts},
	{"the gate", detect.Gate},
}

// writeAblation writes what is understood without each part, by a model that is found anew without it.
func writeAblation(w io.Writer, testdata fs.FS) error {
	unseen, err := folder(testdata, "unseen")
	if err != nil {
		return err
	}
	sentences, err := folder(testdata, "corpus")
	if err != nil {
		return err
	}
	untrained, err := detect.Untrained()
	if err != nil {
		return err
	}
	held, known := part(sentences, true), part(sentences, false)
	fmt.Fprintln(w, "| without | held out: en | ur-Latn | ur | all | wrong writes | never seen: all | wrong writes |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	for _, left := range ablations {
		less := untrained.Without(left.parts)
		less = less.Taught(training.Learn(less, known, training.Default()).Model())
		apart, never := evaluation.Measure(less, held), evaluation.Measure(less, unseen)
		fmt.Fprintf(w, "| %s |", left.name)
		for _, script := range []detect.Language{detect.English, detect.RomanUrdu, detect.Urdu} {
			fmt.Fprintf(w, " %.1f %% |", 100*apart.ByLanguage[script].Intents.Of())
		}
		fmt.Fprintf(w, " %.1f %% | %d | %.1f %% | %d |\n", 100*apart.All.Intents.Of(), apart.All.Writes,
			100*never.All.Intents.Of(), never.All.Writes)
	}
	return nil
}
