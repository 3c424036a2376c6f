// Command detect-train finds the weights of the chat's models, of what is asked for, of which words name a task, of what messages do
// where they stand, of what a message is beside an order and of where one request of a message ends and the next begins, from
// the labelled sentences that are not held out, the dialogues and the messages that ask for nothing, and writes them where they are
// embedded; with -parts it measures how well sentences that were not learned from are understood, and writes nothing.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
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
	detected := flag.String("out", "language/detect", "folder of understand, spans, talk, dialogueact and parting, whose weights are written")
	unasked := flag.String("unasked", "e2e/testdata/unasked", "folder of messages that ask for nothing, *.jsonl")
	unaligned := flag.Bool("unaligned", false, "list the labels that do not stand in their sentences")
	only := flag.String("only", "", "understand, names, talk, acts or parting: one model; empty for all but the last two, learned after them")
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
	l := learner{Detector: d, testdata: os.DirFS(testdata), unasked: os.DirFS(unasked), out: out, unaligned: unaligned}
	if l.sentences, err = training.Sentences(l.testdata); err != nil {
		return err
	}
	if parts > 0 {
		return l.crossValidate(parts)
	}
	learned := false
	for _, one := range []struct {
		name  string
		learn func() error
	}{{"understand", l.understand}, {"names", l.names}, {"talk", l.talk}, {"acts", l.acts}, {"parting", l.parting}} {
		later := one.name == "acts" || one.name == "parting"
		if only == "" && !later || only == one.name {
			if err := one.learn(); err != nil {
				return err
			}
			learned = true
		}
	}
	if !learned {
		return fmt.Errorf("-only %s: there is no such model", only)
	}
	return nil
}

// learner learns the models from what is in folders, and writes their weights.
type learner struct {
	*detect.Detector
	testdata, unasked fs.FS
	out               string
	sentences         []evaluation.Sentence
	unaligned         bool
}

func (l *learner) crossValidate(parts int) error {
	continued, err := training.Conversations(l.testdata, l.unasked, l.sentences)
	if err != nil {
		return err
	}
	report(training.CrossValidate(l.Detector, l.sentences, parts, training.Default()))
	d, err := detect.New()
	if err != nil {
		return err
	}
	reportActs(training.CrossValidateActs(d, continued, parts, training.Acting()))
	return nil
}

// asking are the sentences that intents are learned from.
func (l *learner) asking() ([]evaluation.Sentence, error) {
	asking, err := training.Asking(l.testdata)
	return append(slices.Clone(l.sentences), asking...), err
}

func (l *learner) understand() error {
	asking, err := l.asking()
	if err != nil {
		return err
	}
	return l.write("understand/weights.bin", training.Learn(l.Detector, asking, training.Default()))
}

func (l *learner) acts() error {
	continued, err := training.Conversations(l.testdata, l.unasked, l.sentences)
	if err != nil {
		return err
	}
	d, err := detect.New() // what a message does is learned by what it is read as
	if err != nil {
		return err
	}
	return l.write("dialogueact/weights.bin", training.LearnActs(d, continued, training.Acting()))
}

func (l *learner) names() error {
	named, err := training.Named(l.testdata)
	if err != nil {
		return err
	}
	steps, rows, unaligned := training.LearnSpans(l.Detector, append(slices.Clone(l.sentences), named...), training.Spans())
	fmt.Printf("%d labels do not stand in their sentences; -unaligned lists them\n", len(unaligned))
	for _, one := range unaligned {
		if l.unaligned {
			fmt.Printf("- %s: %v in %q\n", one.Slot, one.Sentence.Slots[one.Slot], one.Sentence.Text)
		}
	}
	var file bytes.Buffer
	if err := spans.Write(&file, &steps, rows); err != nil {
		return err
	}
	return l.save("spans/weights.bin", file.Bytes(), len(rows))
}

func (l *learner) talk() error {
	said, err := evaluation.ReadSaid(l.testdata, "talk")
	if err != nil {
		return err
	}
	shown, err := training.Shown(l.testdata)
	if err != nil {
		return err
	}
	asking, err := l.asking()
	if err != nil {
		return err
	}
	for name, weights := range training.LearnTalk(l.Detector, said, asking, shown, training.Talking()) {
		if err := l.write("talk/"+string(name)+".bin", weights); err != nil {
			return err
		}
	}
	return nil
}

func (l *learner) parting() error {
	several, err := training.Several(l.testdata)
	if err != nil {
		return err
	}
	d, err := detect.New() // splits are learned by what their parts are read as
	if err != nil {
		return err
	}
	words, err := training.LearnParting(d, several, l.sentences, training.Parting())
	if err != nil {
		return err
	}
	if err := l.write("parting/words.bin", words); err != nil {
		return err
	}
	splits, err := training.LearnSplits(d, words.Model(), several, l.sentences, training.Splitting())
	if err != nil {
		return err
	}
	return l.write("parting/splits.bin", splits)
}

func (l *learner) write(name string, w *training.Weights) error {
	rows, scale := w.Rows()
	var file bytes.Buffer
	if err := model.Write(&file, w.Classes, scale, rows); err != nil {
		return err
	}
	return l.save(name, file.Bytes(), len(rows))
}

func (l *learner) save(name string, content []byte, features int) error {
	if err := os.WriteFile(filepath.Join(l.out, filepath.FromSlash(name)), content, 0o644); err != nil {
		return fmt.Errorf("write the weights: %w", err)
	}
	fmt.Printf("%s: %d features, %d KB\n", name, features, len(content)/1024)
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

// reportActs prints how many of the messages that order or answer something, and of those that do neither, are so likely to, and how often
// the likeliest kind is right.
func reportActs(verdicts []training.Verdict) {
	for _, least := range []float64{0.2, 0.3, 0.5, 0.7, 0.9} {
		var orders, tells [2]int // all of them, and those that are so likely
		for _, v := range verdicts {
			of := &tells
			if v.Continued.Orders() {
				of = &orders
			}
			of[0]++
			if v.Told.Orders() >= least {
				of[1]++
			}
		}
		fmt.Printf("orders at %.1f or more: %d of %d that order, %d of %d that do not\n", least, orders[1], orders[0], tells[1], tells[0])
	}
	right, all := 0, 0
	for _, v := range verdicts {
		if len(v.Kinds) <= 2 { // it is labelled
			all++
			if slices.Contains(v.Kinds, v.Kind()) {
				right++
			}
		}
	}
	fmt.Printf("%d of %d are of the likeliest kind\n", right, all)
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
