package training_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/training"
)

// largestOfNames is how many bytes of weights of names the program may carry.
const largestOfNames = 64 << 10

// TestTheCommittedWeightsOfNames promises that naming/weights.bin is what the corpora, the lexicon and the rules give.
func TestTheCommittedWeightsOfNames(t *testing.T) {
	d, err := detect.Untrained()
	if err != nil {
		t.Fatal(err)
	}
	sentences, err := training.Sentences(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	lengths, rows := training.LearnNames(d, sentences, training.Names())
	var file bytes.Buffer
	if err := naming.Write(&file, lengths, rows); err != nil {
		t.Fatal(err)
	}
	isCommitted(t, "../naming/weights.bin", file.Bytes(), largestOfNames)
}

// Of sentences that all name a task by what stands behind a word, that is learned.
func TestWhatNamesATaskIsLearned(t *testing.T) {
	d, err := detect.Untrained()
	if err != nil {
		t.Fatal(err)
	}
	var sentences []evaluation.Sentence
	for _, thing := range []string{"tea", "roof", "shoes", "lamp", "kettle", "garden", "bicycle", "curtains"} {
		sentences = append(sentences, evaluation.Sentence{
			Text: "my uncle rang and so the " + thing + " is done", Lang: detect.English, Intents: []detect.Intent{detect.CompleteTask},
			Slots: map[string]any{"task_ref": []any{thing, "the " + thing}},
		})
	}
	o := training.Names()
	o.Epochs = 200
	lengths, rows := training.LearnNames(d, slices.Repeat(sentences, 5), o)
	s := d.Names(detect.Input{Text: "my uncle rang and so the ladder is done", Now: evaluation.Now()}, detect.CompleteTask)
	if got := naming.New(lengths, rows).Better(&s, "uncle"); got != "ladder" && got != "the ladder" {
		t.Errorf("the name is %q", got)
	}
}
