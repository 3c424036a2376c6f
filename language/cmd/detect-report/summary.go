package main

import (
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// writeSummary writes what is understood of each writer in each script, all together, and what the rules understand without the model.
func (o options) writeSummary(w io.Writer, d *detect.Detector, sentences []evaluation.Sentence) error {
	unseen, err := evaluation.Read(os.DirFS(o.unseen))
	if err != nil {
		return err
	}
	rules, err := detect.Untrained()
	if err != nil {
		return err
	}
	held := part(sentences, true)
	var writers []evaluation.Set
	for writer, own := range evaluation.ByWriter(slices.Concat(unseen, held)) {
		writers = append(writers, evaluation.Set{Name: writer, Report: evaluation.Measure(d, own)})
	}
	fmt.Fprintln(w, "By writer:")
	fmt.Fprintln(w)
	evaluation.WriteFigures(w, writers)
	fmt.Fprintln(w)
	fmt.Fprintln(w, "By what decides:")
	fmt.Fprintln(w)
	evaluation.WriteFigures(w, []evaluation.Set{
		{Name: "never seen", Report: evaluation.Measure(d, unseen)},
		{Name: "held out", Report: evaluation.Measure(d, held)},
		{Name: "never seen, rules alone", Report: evaluation.Measure(rules, unseen)},
		{Name: "held out, rules alone", Report: evaluation.Measure(rules, held)},
	})
	return nil
}
