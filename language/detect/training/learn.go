package training

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
)

// Default are the options with which the committed weights are found; cross-validation chose them, but for how
// many features are kept: no more than fit into what the program may carry.
func Default() Options {
	return Options{Seed: 1, Epochs: 15, Orders: 3, Mean: 8, Rate: 0.15, Decay: 3e-4, Least: 3, Keep: 149000}
}

// Sentences reads what the committed weights are learned from, in the folders of testdata: of corpus four fifths, the rest being held out
// to measure by; and all of learned, by which no rule is tuned.
func Sentences(testdata fs.FS) ([]evaluation.Sentence, error) {
	corpus, err := folder(testdata, "corpus")
	if err != nil {
		return nil, err
	}
	learned, err := folder(testdata, "learned")
	if err != nil {
		return nil, err
	}
	return append(slices.DeleteFunc(corpus, evaluation.HeldOut), learned...), nil
}

// turns is the corpus of the turns of dialogues.
const turns = "turns"

// How much is learned from a turn of a dialogue, many of which are much alike, and from what asks for nothing, though it may look like an
// order; else 1.
const (
	turnWeight    = 0.3
	unmeantWeight = 2
)

// Asking reads what only intents are learned from, besides Sentences, in a folder of testdata: the corpora of intents, and the list of what
// must change no task.
func Asking(testdata fs.FS) ([]evaluation.Sentence, error) {
	sentences, err := folder(testdata, "intents")
	if err != nil {
		return nil, err
	}
	for i := range sentences {
		switch s := &sentences[i]; {
		case s.Writer == turns:
			s.Weight = turnWeight
		case slices.Contains(s.Intents, detect.Unknown):
			s.Weight = unmeantWeight
		}
	}
	unmeant, err := fs.ReadFile(testdata, "gate/unmeant.txt")
	if err != nil {
		return nil, fmt.Errorf("read what is not meant: %w", err)
	}
	for line := range strings.Lines(string(unmeant)) {
		sentences = append(sentences, evaluation.Sentence{
			Text: strings.TrimSpace(line), Intents: []detect.Intent{detect.Unknown}, Weight: unmeantWeight,
		})
	}
	return sentences, nil
}

func folder(testdata fs.FS, name string) ([]evaluation.Sentence, error) {
	of, err := fs.Sub(testdata, name)
	if err != nil {
		return nil, err
	}
	return evaluation.Read(of)
}

// Learn finds the weights from labelled sentences, as a detector reads them.
func Learn(d *detect.Detector, sentences []evaluation.Sentence, o Options) *Weights {
	classes := classesOf(sentences)
	examples := make([]Example, 0, len(sentences))
	for _, s := range sentences {
		examples = append(examples, example(d, classes, s))
	}
	return Train(classes, examples, o)
}

// classesOf are the intents of the sentences, in order.
func classesOf(sentences []evaluation.Sentence) (classes []string) {
	for _, s := range sentences {
		for _, intent := range s.Intents {
			if class := classOf(intent); !slices.Contains(classes, class) {
				classes = append(classes, class)
			}
		}
	}
	slices.Sort(classes)
	return classes
}

// classOf is what the model takes a sentence for that has an intent. What only the kinds of question mean asks for nothing that it
// knows: they are compared after it.
func classOf(intent detect.Intent) string {
	if intent == detect.GetIslamicDate {
		return string(detect.Unknown)
	}
	return string(intent)
}

func example(d *detect.Detector, classes []string, s evaluation.Sentence) Example {
	e := Example{Features: d.Features(s.Input()), Weight: s.Weight}
	for _, intent := range s.Intents {
		e.Right = append(e.Right, slices.Index(classes, classOf(intent)))
	}
	return e
}

// Guess is what a Detector takes a sentence for that its model did not learn from.
type Guess struct {
	Sentence evaluation.Sentence
	Result   detect.Result
	// Why is what decided.
	Why string
}

// Right says whether the intent is labelled.
func (g Guess) Right() bool { return slices.Contains(g.Sentence.Intents, g.Result.Intent) }

// WritesWrongly says whether a task would be changed where no label means it.
func (g Guess) WritesWrongly() bool {
	return g.Result.Intent.Writes() && !slices.ContainsFunc(g.Sentence.Intents, detect.Intent.Writes)
}

// CrossValidate learns from all parts but one and guesses those of that one, for each of the parts. The rules know all
// of them.
func CrossValidate(d *detect.Detector, sentences []evaluation.Sentence, parts int, o Options) (guesses []Guess) {
	for part := range parts {
		var known, unseen []evaluation.Sentence
		for i, s := range sentences {
			if i%parts == part {
				unseen = append(unseen, s)
			} else {
				known = append(known, s)
			}
		}
		taught := d.Taught(Learn(d, known, o).Model())
		for _, s := range unseen {
			g := Guess{Sentence: s}
			g.Result, g.Why = taught.Explain(s.Input())
			guesses = append(guesses, g)
		}
	}
	return guesses
}
