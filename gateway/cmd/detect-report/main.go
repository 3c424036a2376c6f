// Command detect-report measures how well the chat understands labelled sentences, and writes the figures.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/salaatflow/platform/gateway/detect"
	"github.com/salaatflow/platform/gateway/detect/evaluation"
)

func main() {
	corpus := flag.String("corpus", "gateway/detect/testdata/corpus", "folder of corpora, *.jsonl")
	file := flag.String("file", "", "one corpus of the folder, by name; all of them if empty")
	only := flag.String("only", "", "list only misses with this intent, labelled or detected")
	held := flag.Bool("held", false, "measure the fifth that is held out of tuning; without it, the other four")
	all := flag.Bool("all", false, "measure both")
	rulesOnly := flag.Bool("rules", false, "let the rules decide without the model")
	quiet := flag.Bool("quiet", false, "figures, and no misses")
	flag.Parse()
	if err := run(*corpus, *file, *only, *quiet, *held, *all, *rulesOnly); err != nil {
		fmt.Fprintln(os.Stderr, "detect-report:", err)
		os.Exit(1)
	}
}

func run(corpus, file, only string, quiet, held, all, rulesOnly bool) error {
	load := detect.New
	if rulesOnly {
		load = detect.Untrained
	}
	d, err := load()
	if err != nil {
		return err
	}
	sentences, err := read(corpus, file)
	if err != nil {
		return err
	}
	if !all {
		sentences = slices.DeleteFunc(sentences, func(s evaluation.Sentence) bool { return evaluation.HeldOut(s) != held })
	}
	report := evaluation.Measure(d, sentences)
	if !quiet {
		for _, miss := range report.Misses {
			line := fmt.Sprintf("%-7s %v -> %s %.2f [%s] %q %s", miss.Sentence.Lang, miss.Sentence.Intents, miss.Got.Intent, miss.Got.Confidence,
				miss.Rule, miss.Sentence.Text, strings.Join(miss.Slots, "; "))
			if strings.Contains(line, only) {
				fmt.Println(line)
			}
		}
	}
	for _, language := range []detect.Language{detect.English, detect.RomanUrdu, detect.Urdu} {
		if s := report.ByLanguage[language]; s != nil {
			fmt.Printf("%-8s intents %d/%d %.1f%%  slots %d/%d %.1f%%  writes on unknown %d\n", language, s.Right, s.Sentences, 100*s.Intents(),
				s.SlotsRight, s.Slots, 100*s.Stated(), s.Writes)
		}
	}
	return nil
}

func read(corpus, file string) ([]evaluation.Sentence, error) {
	if file != "" {
		return evaluation.ReadFile(os.DirFS(corpus), file)
	}
	return evaluation.Read(os.DirFS(corpus))
}
