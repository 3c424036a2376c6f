// Command detect-train finds the weights of the chat's models, of what is asked for and of which words name a task, from the labelled
// sentences that are not held out, and writes them where they are embedded; with -parts it measures how well sentences that were not
// learned from are understood, and writes nothing.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/training"
)

func main() {
	testdata := flag.String("testdata", "language/detect/testdata", "folder of what is learned from: corpus/*.jsonl and learned/*.jsonl")
	out := flag.String("out", "language/detect/understand/weights.bin", "file to write the weights to")
	names := flag.String("names", "language/detect/naming/weights.bin", "file to write the weights of names to")
	parts := flag.Int("parts", 0, "cross-validate with so many parts, and write nothing")
	flag.Parse()
	if err := run(*testdata, *out, *names, *parts); err != nil {
		fmt.Fprintln(os.Stderr, "detect-train:", err)
		os.Exit(1)
	}
}

func run(testdata, out, names string, parts int) error {
	d, err := detect.Untrained()
	if err != nil {
		return err
	}
	sentences, err := training.Sentences(os.DirFS(testdata))
	if err != nil {
		return err
	}
	if parts > 0 {
		report(training.CrossValidate(d, sentences, parts, training.Default()))
		return nil
	}
	if err := write(out, training.Learn(d, sentences, training.Default())); err != nil {
		return err
	}
	return writeNames(names, d, sentences)
}

func writeNames(out string, d *detect.Detector, sentences []evaluation.Sentence) error {
	lengths, rows := training.LearnNames(d, sentences, training.Names())
	var file bytes.Buffer
	if err := naming.Write(&file, lengths, rows); err != nil {
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
