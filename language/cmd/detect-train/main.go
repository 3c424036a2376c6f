// Command detect-train finds the weights of the chat's models, of what is asked for, of which words name a task, of which messages order
// something where they stand and of where one request of a message ends and the next begins, from the labelled sentences that are not held
// out, the dialogues and the messages that ask for nothing, and writes them where they are embedded; with -parts it measures how well
// sentences that were not learned from are understood, and writes nothing.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/training"
)

func main() {
	testdata := flag.String("testdata", "language/detect/testdata", "folder of what is learned from: corpus, learned and others")
	detected := flag.String("out", "language/detect", "folder of the packages whose weights are written: understand, spans, judge and parting")
	unasked := flag.String("unasked", "e2e/testdata/unasked", "folder of messages that ask for nothing, *.jsonl")
	unaligned := flag.Bool("unaligned", false, "list the labels that do not stand in their sentences")
	only := flag.String("only", "", "understand or parting: one model; empty for all but parting, which is learned after them")
	parts := flag.Int("parts", 0, "cross-validate with so many parts, and write nothing")
	flag.Parse()
	if err := run(*testdata, *unasked, *detected, *only, *parts, *unaligned); err != nil {
		fmt.Fprintln(os.Stderr, "detect-train:", err)
		os.Exit(1)
	}
}

func run(testdata, unasked, out, only string, parts int, unaligned bool) error {
	d, err := detect.Untrained()
	if err != nil {
		return err
	}
	sentences, err := training.Sentences(os.DirFS(testdata))
	if err != nil {
		return err
	}
	if only == "parting" && parts == 0 {
		return writeParting(filepath.Join(out, "parting"), testdata, sentences)
	}
	continued, err := training.Conversations(os.DirFS(testdata), os.DirFS(unasked), sentences)
	if err != nil {
		return err
	}
	if parts > 0 {
		report(training.CrossValidate(d, sentences, parts, training.Default()))
		reportJudged(training.CrossValidateJudge(d, continued, parts, training.Judging()))
		return nil
	}
	asking, err := training.Asking(os.DirFS(testdata))
	if err != nil {
		return err
	}
	asking = append(slices.Clone(sentences), asking...)
	if err := write(weightsOf(out, "understand"), training.Learn(d, asking, training.Default())); err != nil || only == "understand" {
		return err
	}
	if err := write(weightsOf(out, "judge"), training.LearnJudge(d, continued, training.Judging())); err != nil {
		return err
	}
	named, err := training.Named(os.DirFS(testdata))
	if err != nil {
		return err
	}
	return writeNames(weightsOf(out, "spans"), d, append(sentences, named...), unaligned)
}

func weightsOf(folder, part string) string { return filepath.Join(folder, part, "weights.bin") }

func writeNames(out string, d *detect.Detector, sentences []evaluation.Sentence, list bool) error {
	steps, rows, unaligned := training.LearnSpans(d, sentences, training.Spans())
	fmt.Printf("%d labels do not stand in their sentences; -unaligned lists them\n", len(unaligned))
	for _, one := range unaligned {
		if list {
			fmt.Printf("- %s: %v in %q\n", one.Slot, one.Sentence.Slots[one.Slot], one.Sentence.Text)
		}
	}
	return writeChain(out, &steps, rows)
}

func writeParting(out, testdata string, sentences []evaluation.Sentence) error {
	several, err := training.Several(os.DirFS(testdata))
	if err != nil {
		return err
	}
	d, err := detect.New() // splits are learned by what their parts are read as
	if err != nil {
		return err
	}
	words, err := training.LearnParting(d, several, sentences, training.Parting())
	if err != nil {
		return err
	}
	if err := write(filepath.Join(out, "words.bin"), words); err != nil {
		return err
	}
	splits, err := training.LearnSplits(d, words.Model(), several, sentences, training.Splitting())
	if err != nil {
		return err
	}
	return write(filepath.Join(out, "splits.bin"), splits)
}

func writeChain(out string, steps *spans.Steps, rows []spans.Row) error {
	var file bytes.Buffer
	if err := spans.Write(&file, steps, rows); err != nil {
		return err
	}
	return save(out, file.Bytes(), len(rows))
}

func save(out string, content []byte, features int) error {
	if err := os.WriteFile(out, content, 0o644); err != nil {
		return fmt.Errorf("write the weights: %w", err)
	}
	fmt.Printf("%s: %d features, %d KB\n", out, features, len(content)/1024)
	return nil
}

func write(out string, w *training.Weights) error {
	rows, scale := w.Rows()
	var file bytes.Buffer
	if err := model.Write(&file, w.Classes, scale, rows); err != nil {
		return err
	}
	return save(out, file.Bytes(), len(rows))
}

// report prints how many guesses are right, and how right those of some confidence are.
func report(guesses []training.Guess) {
	for _, language := range []detect.Language{detect.English, detect.RomanUrdu, detect.Urdu} {
		var t tally
		for _, g := range guesses {
			if g.Sentence.Lang == language {
				t.add(g)
			}
		}
		fmt.Printf("%-8s %s, %d writes where none is meant\n", language, t, t.writes)
	}
	for tenth := range 10 {
		var t tally
		for _, g := range guesses {
			if min(int(g.Result.Confidence*10), 9) == tenth {
				t.add(g)
			}
		}
		fmt.Printf("confidence %.1f to %.1f: %s\n", float64(tenth)/10, float64(tenth+1)/10, t)
	}
}

// reportJudged prints how many of the messages that order or answer something, and of those that do neither, the judge is so sure of.
func reportJudged(verdicts []training.Verdict) {
	for _, least := range []float64{0.2, 0.3, 0.5, 0.7, 0.9} {
		var orders, tells [2]int // all of them, and those it is so sure of
		for _, v := range verdicts {
			of := &tells
			if v.Orders {
				of = &orders
			}
			of[0]++
			if v.Sure >= least {
				of[1]++
			}
		}
		fmt.Printf("judged %.1f or more: %d of %d that order, %d of %d that do not\n", least, orders[1], orders[0], tells[1], tells[0])
	}
}

type tally struct{ all, right, writes int }

func (t *tally) add(g training.Guess) {
	t.all++
	if g.Right() {
		t.right++
	}
	if g.WritesWrongly() {
		t.writes++
	}
}

func (t tally) String() string {
	return fmt.Sprintf("%4d of %4d right, %5.1f %%", t.right, t.all, 100*float64(t.right)/float64(max(t.all, 1)))
}
