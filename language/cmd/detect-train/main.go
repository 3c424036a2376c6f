// Command detect-train finds the weights of the chat's model from the labelled sentences that are not held out, and
// writes them where the detector embeds them; with -parts it measures how well sentences that were not learned from are
// understood, and writes nothing.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/training"
)

func main() {
	testdata := flag.String("testdata", "language/detect/testdata", "folder of what is learned from: corpus/*.jsonl and learned/*.jsonl")
	out := flag.String("out", "language/detect/understand/weights.bin", "file to write the weights to")
	parts := flag.Int("parts", 0, "cross-validate with so many parts, and write nothing")
	flag.Parse()
	if err := run(*testdata, *out, *parts); err != nil {
		fmt.Fprintln(os.Stderr, "detect-train:", err)
		os.Exit(1)
	}
}

func run(testdata, out string, parts int) error {
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
	return write(out, training.Learn(d, sentences, training.Default()))
}

func write(out string, w *training.Weights) error {
	rows, scale := w.Rows()
	var file bytes.Buffer
	if err := model.Write(&file, w.Classes, scale, rows); err != nil {
		return err
	}
	if err := os.WriteFile(out, file.Bytes(), 0o644); err != nil {
		return fmt.Errorf("write the weights: %w", err)
	}
	fmt.Printf("%s: %d features, %d KB\n", out, len(rows), file.Len()/1024)
	return nil
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
