package training

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/naming"
	"github.com/salaatflow/platform/language/detect/reading"
)

// namer finds the weights of a naming.Model: a maximum entropy model of all runs of words in a sentence, of which those are right that are
// labelled.
type namer struct {
	Options
	index    map[model.Feature]int32
	features []model.Feature // by row
	rows     []placed
	steps    []placed // sums of squared gradients
	lengths  [naming.Kinds][naming.LongestName + 1]float64
	moved    [naming.Kinds][naming.LongestName + 1]float64
	examples []named
}

// placed is a number for each place where a word may stand to a name.
type placed [naming.Places]float64

// named is a sentence that names a task.
type named struct {
	sentence naming.Sentence
	features [][]model.Feature // of each token
	rows     [][]int32         // those that count
	right    map[reading.Span]bool
}

// Names are the options with which the committed weights are found; cross-validation by writer chose them.
func Names() Options {
	return Options{Seed: 1, Epochs: 12, Rate: 0.1, Decay: 1e-3, Least: 3, Keep: 12000}
}

// LearnNames finds the weights by which the words are found that name a task, from labelled sentences as a detector reads them.
func LearnNames(d *detect.Detector, sentences []evaluation.Sentence, o Options) (naming.Lengths, []naming.Row) {
	n := namer{Options: o}
	for _, s := range sentences {
		if e, ok := namedIn(d, s); ok {
			n.examples = append(n.examples, e)
		}
	}
	n.know(n.frequent())
	n.fit()
	n.know(n.heaviest())
	n.fit()
	return n.weights()
}

// namedIn is a sentence with the runs of words in it that name the task as it is labelled.
func namedIn(d *detect.Detector, s evaluation.Sentence) (named, bool) {
	slot := "task_ref"
	if s.Intents[0] == detect.CreateTask {
		slot = "title"
	}
	want, asks := values(s.Slots[slot]), s.Intents[0] == detect.ListTasks
	if !asks && (!s.Intents[0].Writes() || len(want) == 0) {
		return named{}, false
	}
	e := named{sentence: d.Names(detect.Input{Text: s.Text, Now: evaluation.Now()}, s.Intents[0]), right: map[reading.Span]bool{}}
	if !e.sentence.Judged() {
		return named{}, false
	}
	for from := range e.sentence.Read.Tokens {
		for to := from + 1; to <= min(len(e.sentence.Read.Tokens), from+naming.LongestName); to++ {
			span := reading.Span{From: from, To: to}
			name := e.sentence.Text(span)
			if slices.ContainsFunc(want, func(one string) bool { return evaluation.SameTitle(one, name) }) {
				e.right[span] = true
			}
		}
	}
	if asks && len(want) == 0 {
		e.right[reading.Span{}] = true
	}
	e.features = e.sentence.Features()
	return e, len(e.right) > 0
}

// values are those of a label, of which any is right.
func values(label any) (all []string) {
	switch label := label.(type) {
	case string:
		return []string{label}
	case []any:
		for _, one := range label {
			all = append(all, fmt.Sprint(one))
		}
	}
	return all
}

// frequent are the features that enough sentences have.
func (n *namer) frequent() (all []model.Feature) {
	count, last := map[model.Feature]int{}, map[model.Feature]int{}
	for i, e := range n.examples {
		for _, features := range e.features {
			for _, f := range features {
				if last[f] != i+1 {
					last[f] = i + 1
					count[f]++
				}
			}
		}
	}
	for f, times := range count {
		if times >= n.Least {
			all = append(all, f)
		}
	}
	return all
}

// heaviest are the features that weigh most.
func (n *namer) heaviest() []model.Feature {
	var all []model.Feature
	for _, row := range heaviest(len(n.rows), n.Keep, func(row int) []float64 { return n.rows[row][:] }) {
		all = append(all, n.features[row])
	}
	return all
}

// know begins anew with these features.
func (n *namer) know(features []model.Feature) {
	slices.Sort(features)
	n.features, n.index = features, make(map[model.Feature]int32, len(features))
	for row, f := range features {
		n.index[f] = int32(row)
	}
	n.rows, n.steps = make([]placed, len(features)), make([]placed, len(features))
	clear(n.lengths[:])
	clear(n.moved[:])
	for i := range n.examples {
		e := &n.examples[i]
		e.rows = make([][]int32, len(e.features))
		for t, features := range e.features {
			for _, f := range features {
				if row, known := n.index[f]; known {
					e.rows[t] = append(e.rows[t], row)
				}
			}
		}
	}
}

// fit takes steps against the gradient, one sentence at a time, each weight the less the more it has moved.
func (n *namer) fit() {
	random := rand.New(rand.NewPCG(n.Seed, n.Seed))
	for range n.Epochs {
		for _, i := range random.Perm(len(n.examples)) {
			n.step(&n.examples[i])
		}
	}
}

// weights are what was found, as whole numbers of naming.Unit.
func (n *namer) weights() (lengths naming.Lengths, rows []naming.Row) {
	for kind := range lengths {
		for length := range lengths[kind] {
			lengths[kind][length] = whole(n.lengths[kind][length])
		}
	}
	for i, f := range n.features {
		row := naming.Row{Feature: f}
		for place, weight := range n.rows[i] {
			row.Weights[place] = whole(weight)
		}
		if row.Weights != (naming.Weights{}) {
			rows = append(rows, row)
		}
	}
	return lengths, rows
}

func whole(weight float64) int8 {
	return int8(max(-math.MaxInt8, min(math.MaxInt8, math.Round(weight/naming.Unit))))
}
