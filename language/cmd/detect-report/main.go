// Command detect-report measures how well the chat understands labelled sentences. It prints figures and misses, or writes
// them into a page of the documentation.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

type options struct {
	corpus, unseen, file, only, write string
	held, all, rulesOnly, quiet       bool
	summary, ablation                 bool
}

func main() {
	var o options
	flag.StringVar(&o.corpus, "corpus", "language/detect/testdata/corpus", "folder of corpora, *.jsonl")
	flag.StringVar(&o.unseen, "unseen", "language/detect/testdata/unseen", "folder of corpora that nobody tunes on, for -write")
	flag.StringVar(&o.file, "file", "", "one corpus of the folder, by name; all of them if empty")
	flag.StringVar(&o.only, "only", "", "list only misses whose line holds this")
	flag.StringVar(&o.write, "write", "", "the page to write the figures into, between its markers")
	flag.BoolVar(&o.held, "held", false, "measure the fifth that is held out of tuning and training; without it, the other four")
	flag.BoolVar(&o.all, "all", false, "measure both")
	flag.BoolVar(&o.rulesOnly, "rules", false, "let the rules decide without the model")
	flag.BoolVar(&o.quiet, "quiet", false, "figures, and no misses")
	flag.BoolVar(&o.summary, "summary", false,
		"figures of each writer, and of the rules without the model; the corpora count by the fifth held out")
	flag.BoolVar(&o.ablation, "ablation", false, "what is understood without each part of what the model decides by, learned anew")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "detect-report:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	load := detect.New
	if o.rulesOnly {
		load = detect.Untrained
	}
	d, err := load()
	if err != nil {
		return err
	}
	sentences, err := read(o.corpus, o.file)
	if err != nil {
		return err
	}
	if o.summary {
		return o.writeSummary(os.Stdout, d, sentences)
	}
	if o.ablation {
		return o.writeAblation(os.Stdout, sentences)
	}
	if o.write != "" {
		return o.writePage(d, sentences)
	}
	if !o.all {
		sentences = part(sentences, o.held)
	}
	report := evaluation.Measure(d, sentences)
	if !o.quiet {
		printMisses(os.Stdout, report, o.only)
	}
	evaluation.WriteFigures(os.Stdout, []evaluation.Set{{Name: "these", Report: report}})
	return nil
}

// part is the fifth that is held out, or the other four.
func part(sentences []evaluation.Sentence, held bool) []evaluation.Sentence {
	return slices.DeleteFunc(slices.Clone(sentences), func(s evaluation.Sentence) bool { return evaluation.HeldOut(s) != held })
}

func printMisses(w io.Writer, report *evaluation.Report, only string) {
	for _, miss := range report.Misses {
		line := fmt.Sprintf("%-7s %v -> %s %.2f [%s] %q %s", miss.Sentence.Lang, miss.Sentence.Intents, miss.Got.Intent,
			miss.Got.Confidence, miss.Rule, miss.Sentence.Text, strings.Join(miss.Slots, "; "))
		if strings.Contains(line, only) {
			fmt.Fprintln(w, line)
		}
	}
}

func (o options) writePage(d *detect.Detector, sentences []evaluation.Sentence) error {
	page, err := os.ReadFile(o.write)
	if err != nil {
		return err
	}
	held := evaluation.Measure(d, part(sentences, true))
	sets := []evaluation.Set{{Name: "held out", Report: held}, {Name: "tuned on", Report: evaluation.Measure(d, part(sentences, false))}}
	if unseen, err := evaluation.Read(os.DirFS(o.unseen)); err == nil && len(unseen) > 0 {
		sets = append([]evaluation.Set{{Name: "never seen", Report: evaluation.Measure(d, unseen)}}, sets...)
	}
	var figures bytes.Buffer
	evaluation.WriteFigures(&figures, sets)
	fmt.Fprintf(&figures, "\nWhat was detected for what, %s:\n\n", sets[0].Name)
	sets[0].Report.WriteConfusion(&figures)
	fmt.Fprintf(&figures, "\nEvery miss, %s:\n\n", sets[0].Name)
	sets[0].Report.WriteMisses(&figures)
	page, err = evaluation.Replace(page, "measured", figures.Bytes())
	if err != nil {
		return fmt.Errorf("%s: %w", o.write, err)
	}
	return os.WriteFile(o.write, page, 0o644)
}

func read(corpus, file string) ([]evaluation.Sentence, error) {
	if file != "" {
		return evaluation.ReadFile(os.DirFS(corpus), file)
	}
	return evaluation.Read(os.DirFS(corpus))
}
