package training_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/spans"
	"github.com/salaatflow/platform/language/detect/training"
)

// largestOfSpans is how many bytes of weights of names the program may carry.
const largestOfSpans = 1 << 20

// TestTheCommittedWeightsOfSpans promises that spans/weights.bin is what the corpora, the lexicon and the grammar of times give.
func TestTheCommittedWeightsOfSpans(t *testing.T) {
	t.Parallel()
	d, sentences := corpora(t)
	named, err := training.Named(os.DirFS("../testdata"))
	if err != nil {
		t.Fatal(err)
	}
	sentences = append(sentences, named...)
	steps, rows, unaligned := training.LearnSpans(d, sentences, training.Spans())
	var file bytes.Buffer
	if err := spans.Write(&file, &steps, rows); err != nil {
		t.Fatal(err)
	}
	isCommitted(t, "../spans/weights.bin", file.Bytes(), largestOfSpans)
	if most := len(sentences) / 200; len(unaligned) > most {
		t.Errorf("%d labels do not stand in their sentences, more than %d", len(unaligned), most)
	}
}

// Of sentences that all name a task by what stands behind a word, that is learned; a name in two pieces is told as one.
func TestWhatNamesATaskIsLearned(t *testing.T) {
	d, err := detect.Untrained()
	if err != nil {
		t.Fatal(err)
	}
	var sentences []evaluation.Sentence
	for _, thing := range []string{"tea", "roof", "shoes", "lamp", "kettle", "garden", "bicycle", "curtains"} {
		sentences = append(sentences, evaluation.Sentence{
			Text: "my uncle rang and so the " + thing + " is done", Lang: detect.English, Intents: []detect.Intent{detect.CompleteTask},
			Slots: map[string]any{"task_ref": thing},
		}, evaluation.Sentence{
			Text: thing + " kal lana yaad dilana", Lang: detect.RomanUrdu, Intents: []detect.Intent{detect.CreateTask},
			Slots: map[string]any{"title": thing + " lana"},
		})
	}
	steps, rows, unaligned := training.LearnSpans(d, slices.Repeat(sentences, 5), training.Spans())
	if len(unaligned) > 0 {
		t.Errorf("%d names are not found in their sentences", len(unaligned))
	}
	m := spans.New(steps, rows)
	for _, c := range []struct {
		text   string
		intent detect.Intent
		name   spans.Name
		want   string
	}{
		{"my uncle rang and so the ladder is done", detect.CompleteTask, spans.Ref, "ladder"},
		{"pencil kal lana yaad dilana", detect.CreateTask, spans.Title, "pencil lana"},
	} {
		s, ok := d.Spans(detect.Input{Text: c.text, Now: evaluation.Now()}, c.intent)
		if got := m.Find(&s); !ok || s.Text(got[c.name]) != c.want {
			t.Errorf("%q names %q, want %q", c.text, s.Text(got[c.name]), c.want)
		}
	}
}
