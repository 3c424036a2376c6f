// Package training finds the weights of a model.Model from labelled sentences: a multinomial logistic regression. It
// gives the same weights for the same sentences, in seconds.
package training

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/salaatflow/platform/language/detect/model"
)

// Example is what a sentence has, and what it asks for.
type Example struct {
	Features []model.Feature
	// Right are the classes that are right, one or more; their order does not matter.
	Right []int
	// Weight is how much the example counts; zero is 1.
	Weight float64
}

// Options say how weights are found.
type Options struct {
	Seed   uint64
	Epochs int
	// Orders is in how many orders of the examples weights are found, and Mean how many of the last rounds of each count; zero is 1.
	Orders, Mean int
	// Rate is the size of the first steps.
	Rate float64
	// Decay is how much weights are pulled to zero at each step.
	Decay float64
	// Least is in how many examples a feature must be.
	Least int
	// Keep is how many features are kept, those that weigh most; zero is all. ByUse weighs each by the root of how many examples have it.
	Keep  int
	ByUse bool
	// Drop is the share of features that LearnSpans leaves out at random at each step.
	Drop float64
}

// Train finds the weights by which the classes of the examples are told apart.
func Train(classes []string, examples []Example, o Options) *Weights {
	w := newWeights(classes, examples, o.Least)
	w.fit(o)
	if o.Keep > 0 {
		w.keep(o.Keep, o.ByUse)
	}
	return w
}

// Weights are what training found.
type Weights struct {
	Classes  []string
	index    map[model.Feature]int
	features []model.Feature // by row
	rows     [][model.Most]float64
	steps    [][model.Most]float64 // sums of squared gradients
	examples []indexed
}

// indexed is an example with its features as rows.
type indexed struct {
	rows   []int32
	right  [model.Most]bool
	weight float64
}

func newWeights(classes []string, examples []Example, least int) *Weights {
	w := &Weights{Classes: classes, index: map[model.Feature]int{}}
	count, last := map[model.Feature]int{}, map[model.Feature]int{}
	for i, e := range examples {
		for _, f := range e.Features {
			if last[f] != i+1 {
				last[f] = i + 1
				count[f]++
			}
		}
	}
	for f, n := range count {
		if n >= least && f != 0 {
			w.features = append(w.features, f)
		}
	}
	slices.Sort(w.features)
	for row, f := range w.features {
		w.index[f] = row
	}
	w.rows = make([][model.Most]float64, len(w.features))
	w.steps = make([][model.Most]float64, len(w.features))
	for _, e := range examples {
		w.examples = append(w.examples, w.indexed(e))
	}
	return w
}

func (w *Weights) indexed(e Example) indexed {
	one := indexed{weight: e.Weight}
	if one.weight == 0 {
		one.weight = 1
	}
	for _, f := range e.Features {
		if row, known := w.index[f]; known {
			one.rows = append(one.rows, int32(row))
		}
	}
	for _, class := range e.Right {
		one.right[class] = true
	}
	return one
}

// fit takes steps against the gradient, one example at a time, each weight the more the less it has moved so far. It does so in several
// orders of the examples and takes the mean of the last rounds of each, since the weights depend on which examples came last.
func (w *Weights) fit(o Options) {
	mean := make([][model.Most]float64, len(w.rows))
	orders := max(1, o.Orders)
	for order := range orders {
		clear(w.rows)
		clear(w.steps)
		random := rand.New(rand.NewPCG(o.Seed, o.Seed+uint64(order)))
		for round := range o.Epochs {
			for _, i := range random.Perm(len(w.examples)) {
				w.step(&w.examples[i], o)
			}
			if round >= o.Epochs-max(1, o.Mean) {
				w.addTo(mean, 1/float64(orders*max(1, o.Mean)))
			}
		}
	}
	w.rows = mean
}

// addTo adds a share of the weights to others.
func (w *Weights) addTo(sum [][model.Most]float64, share float64) {
	for row := range w.rows {
		for class, weight := range w.rows[row] {
			sum[row][class] += float64(weight * share)
		}
	}
}

// step moves the weights of an example's features towards what is right. Products are rounded before they are added, so
// that every machine finds the same.
func (w *Weights) step(e *indexed, o Options) {
	share := model.Share(len(e.rows))
	gradient := w.gradient(e, share)
	for _, row := range e.rows {
		weights, steps := &w.rows[row], &w.steps[row]
		for class := range w.Classes {
			g := gradient[class]
			if g < 1e-6 && g > -1e-6 {
				continue
			}
			steps[class] += float64(g * g)
			weights[class] -= float64(o.Rate * (g + float64(o.Decay*weights[class])) / (math.Sqrt(steps[class]) + 1e-3))
		}
	}
}

// gradient is how far the classes' probabilities are from what is right, times what a feature counts.
func (w *Weights) gradient(e *indexed, share float64) (gradient model.Scores) {
	var scores model.Scores
	for _, row := range e.rows {
		for class, weight := range w.rows[row][:len(w.Classes)] {
			scores[class] += weight
		}
	}
	for class := range scores {
		scores[class] *= share
	}
	p := scores.Probabilities(len(w.Classes))
	right := 1e-12
	for class := range w.Classes {
		if e.right[class] {
			right += p[class]
		}
	}
	for class := range w.Classes {
		gradient[class] = p[class]
		if e.right[class] {
			gradient[class] -= p[class] / right
		}
		gradient[class] *= share * e.weight
	}
	return gradient
}

// heaviest returns the rows that weigh most, the heaviest first, at most so many; those that weigh the same in their order.
func heaviest(rows, most int, weights func(row int) []float64) []int {
	order := make([]int, rows)
	weight := make([]float64, rows)
	for row := range order {
		order[row] = row
		for _, one := range weights(row) {
			weight[row] += float64(one * one)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(weight[b], weight[a]) })
	return order[:min(most, rows)]
}

// keep drops all features but the n that weigh most, each by the root of how many examples have it where that is by use.
func (w *Weights) keep(n int, byUse bool) {
	used := make([]float64, len(w.features))
	for _, e := range w.examples {
		for _, row := range e.rows {
			used[row]++
		}
	}
	order := heaviest(len(w.features), n, func(row int) []float64 {
		weights := w.rows[row]
		for class := range weights {
			if byUse {
				weights[class] *= math.Sqrt(used[row])
			}
		}
		return weights[:]
	})
	slices.Sort(order)
	features, rows := make([]model.Feature, 0, n), make([][model.Most]float64, 0, n)
	for _, row := range order {
		features, rows = append(features, w.features[row]), append(rows, w.rows[row])
	}
	w.features, w.rows = features, rows
}

// Model returns the weights as a model uses them: as small whole numbers.
func (w *Weights) Model() *model.Model {
	rows, scale := w.Rows()
	return model.New(w.Classes, scale, rows)
}

// Rows returns the weights as whole numbers, and what one of them counts.
func (w *Weights) Rows() ([]model.Row, float64) {
	most := 1e-9
	for _, row := range w.rows {
		for _, weight := range row {
			most = max(most, math.Abs(weight))
		}
	}
	scale := most / 49
	rows := make([]model.Row, len(w.rows))
	for i, row := range w.rows {
		rows[i].Feature = w.features[i]
		for class, weight := range row {
			rows[i].Weights[class] = level(weight / scale)
		}
	}
	return rows, scale
}

// level is the square number next to a weight, with its sign: few numbers that are close together where most weights are.
func level(weight float64) int8 {
	root := math.Round(math.Sqrt(math.Abs(weight)))
	if weight < 0 {
		return -int8(root * root)
	}
	return int8(root * root)
}
