// Command detect-report measures how well the chat understands labelled sentences. It prints figures and misses, or writes
// them into a page of the documentation.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/training"
)

type options struct {
	testdata, only, write string
	misses, known         bool
	ablation              bool
}

func main() {
	var o options
	flag.StringVar(&o.testdata, "testdata", "language/detect/testdata", "folder of labelled sentences and lists")
	flag.StringVar(&o.only, "only", "", "with -misses or -known, only those whose line holds this")
	flag.StringVar(&o.write, "write", "", "the page to write the table into, between its markers")
	flag.BoolVar(&o.misses, "misses", false, "list what is misunderstood of the fifth of the corpora that is held out, and of the lists")
	flag.BoolVar(&o.known, "known", false, "list what is misunderstood of the sentences that the model learned from")
	flag.BoolVar(&o.ablation, "ablation", false, "what is understood without each part of what the model decides by, learned anew")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "detect-report:", err)
		os.Exit(1)
	}
}

func run(o options) error {
	testdata := os.DirFS(o.testdata)
	if o.ablation {
		return writeAblation(os.Stdout, testdata)
	}
	d, err := detect.New()
	if err != nil {
		return err
	}
	if o.known {
		sentences, err := training.Sentences(testdata)
		if err != nil {
			return err
		}
		printMisses(os.Stdout, evaluation.Measure(d, sentences), o.only)
		return nil
	}
	sets, err := measure(d, testdata)
	if err != nil {
		return err
	}
	lists, err := evaluation.MeasureLists(d, testdata)
	if err != nil {
		return err
	}
	if o.misses {
		printMisses(os.Stdout, sets[len(sets)-1].Report, o.only)
		printWrong(os.Stdout, lists)
		return nil
	}
	var table bytes.Buffer
	evaluation.WriteTable(&table, sets, lists)
	if err := errors.Join(writeActs(&table, d, testdata), writeContinued(&table, d, testdata), writeTalk(&table, d, testdata)); err != nil {
		return err
	}
	if o.write == "" {
		_, err = table.WriteTo(os.Stdout)
		return err
	}
	return writePage(o.write, table.Bytes())
}

// writeActs writes how the messages of several requests are understood that nobody learned from.
func writeActs(w io.Writer, d *detect.Detector, testdata fs.FS) error {
	messages, err := evaluation.ReadMessages(testdata, "acts")
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	evaluation.WriteActs(w, d, messages)
	return nil
}

// writeContinued writes what messages are taken for behind what the chat said that nobody learned from.
func writeContinued(w io.Writer, d *detect.Detector, testdata fs.FS) error {
	acts, err := evaluation.ReadContinued(testdata, "dialogueacts-apart")
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	evaluation.WriteContinued(w, d, acts)
	return nil
}

// writeTalk writes what messages are taken for beside orders that nobody learned from.
func writeTalk(w io.Writer, d *detect.Detector, testdata fs.FS) error {
	said, err := evaluation.ReadSaid(testdata, "talk-apart")
	if err != nil {
		return err
	}
	fmt.Fprintln(w)
	evaluation.WriteTalk(w, d, said)
	return nil
}

// measure runs a detector over the sentences that it has not learned from: those that nobody tuned on, and of the corpora the fifth
// that is held out.
func measure(d *detect.Detector, testdata fs.FS) (sets []evaluation.Set, err error) {
	for _, set := range [...]struct{ name, folder string }{{"apart", "apart"}, {"unseen", "unseen"}, {"held out", "corpus"}} {
		sentences, err := folder(testdata, set.folder)
		if err != nil {
			return nil, err
		}
		if set.folder == "corpus" {
			sentences = part(sentences, true)
		}
		report := evaluation.Measure(d, sentences)
		report.Time(d, sentences, time.Now)
		sets = append(sets, evaluation.Set{Name: set.name, Report: report})
	}
	return sets, nil
}

func folder(testdata fs.FS, name string) ([]evaluation.Sentence, error) {
	of, err := fs.Sub(testdata, name)
	if err != nil {
		return nil, err
	}
	return evaluation.Read(of)
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

func printWrong(w io.Writer, lists []evaluation.List) {
	for _, list := range lists {
		for _, typed := range list.Wrong {
			fmt.Fprintf(w, "%s: %q\n", list.Name, typed)
		}
	}
}

func writePage(name string, table []byte) error {
	page, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	page, err = evaluation.Replace(page, "measured", table)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, page, 0o644)
}
