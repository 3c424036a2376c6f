package main

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/gate"
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
	return writeRules(w, testdata)
}

// writeRules writes what is understood without each rule of the gate, by the model that runs.
func writeRules(w io.Writer, testdata fs.FS) error {
	d, err := detect.New()
	if err != nil {
		return err
	}
	apart, err := folder(testdata, "apart")
	if err != nil {
		return err
	}
	fmt.Fprintln(w, "\n| without the rule | apart: intents | wrong writes | gate/unmeant.txt |\n|---|---|---|---|")
	for _, rule := range append([]string{""}, gate.Rules()...) {
		less := d.WithoutRule(rule)
		lists, err := evaluation.MeasureLists(less, testdata)
		if err != nil {
			return err
		}
		of := evaluation.Measure(less, apart).All
		fmt.Fprintf(w, "| %s | %d of %d | %d | %d |\n", cmp.Or(rule, "none"), of.Intents.Right, of.Intents.All, of.Writes, len(lists[0].Wrong))
	}
	return nil
}
