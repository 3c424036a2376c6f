package training

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/salaatflow/platform/language/detect"
	"github.com/salaatflow/platform/language/detect/evaluation"
	"github.com/salaatflow/platform/language/detect/model"
	"github.com/salaatflow/platform/language/detect/reading"
	"github.com/salaatflow/platform/language/detect/spans"
)

// chainScale is what a weight counts.
const chainScale = 0.2

// chains finds the weights of a spans.Model.
type chains struct {
	Options
	index            map[model.Feature]int32
	features         []model.Feature
	rows, moved      []labelled
	transitions      [2 * spans.Kinds][width + 1]labelled
	transitionsMoved [2 * spans.Kinds][width + 1]labelled
	examples         []chain
	lattice          lattice
	random           *rand.Rand
	kept             [][]int32
}

// chain is a sentence with its labels.
type chain struct {
	sentence spans.Sentence
	features [][]model.Feature
	rows     [][]int32
	contexts []int
	follows  [width + 1][width]bool
	labels   []spans.Label
	names    [spans.Names][][]reading.Span // all that are right
}

// slotOf are the slots that names are told in.
var slotOf = [spans.Names]string{"title", "task_ref", "masjid_name"}

// Spans are the options with which the committed weights are found.
func Spans() Options {
	return Options{Seed: 1, Epochs: 8, Rate: 0.2, Decay: 1e-5, Least: 2, Keep: 100000, Drop: 0.3}
}

// Unaligned is a label that does not stand in its sentence.
type Unaligned struct {
	Sentence evaluation.Sentence
	Slot     string
}

// LearnSpans finds the weights by which names are found.
func LearnSpans(d *detect.Detector, sentences []evaluation.Sentence, o Options) (spans.Steps, []spans.Row, []Unaligned) {
	c := chains{Options: o}
	var not []Unaligned
	var source []evaluation.Sentence
	for _, s := range sentences {
		e, slot, ok := chained(d, s)
		if slot != "" {
			not = append(not, Unaligned{s, slot})
		}
		if !ok || slot != "" {
			continue
		}
		c.examples = append(c.examples, e)
		source = append(source, s)
	}
	c.swap(d, source)
	c.know(c.frequent())
	c.fit(max(2, o.Epochs/3))
	steps, rows := c.weights()
	m := spans.New(steps, rows)
	for i := range c.examples {
		e := &c.examples[i]
		e.label(m.Find(&e.sentence))
	}
	c.fit(o.Epochs)
	c.know(c.heaviest())
	c.fit(o.Epochs)
	steps, rows = c.weights()
	return steps, rows, not
}

// swapEach is of how many sentences one is learned from with another name, too.
const swapEach = 3

// swap adds sentences with names of others of their language, so that what stands around a name is learned rather than the name.
func (c *chains) swap(d *detect.Detector, source []evaluation.Sentence) {
	random := rand.New(rand.NewPCG(c.Seed, swapEach))
	names := map[detect.Language]*[spans.Names][]string{}
	for i := range c.examples {
		if n, at := c.examples[i].oneName(); !at.Empty() {
			if names[source[i].Lang] == nil {
				names[source[i].Lang] = &[spans.Names][]string{}
			}
			names[source[i].Lang][n] = append(names[source[i].Lang][n], c.examples[i].sentence.Text([]reading.Span{at}))
		}
	}
	for i, s := range source {
		n, at := c.examples[i].oneName()
		if at.Empty() || random.IntN(swapEach) > 0 {
			continue
		}
		of := names[s.Lang][n]
		other, tokens := of[random.IntN(len(of))], c.examples[i].sentence.Tokens
		text := c.examples[i].sentence.Original
		text = text[:tokens[at.From].Start] + other + text[tokens[at.To-1].End:]
		swapped := evaluation.Sentence{Text: text, Lang: s.Lang, Intents: s.Intents[:1], Slots: map[string]any{slotOf[n]: other}}
		if e, slot, ok := chained(d, swapped); ok && slot == "" && len(e.names[n]) == 1 {
			c.examples = append(c.examples, e)
		}
	}
}

// oneName is the name in a sentence that has one, in one piece.
func (e *chain) oneName() (name spans.Name, at reading.Span) {
	for n := range spans.Names {
		if names := e.names[n]; len(names) > 0 {
			if !at.Empty() || len(names[0]) > 1 || e.isNumber(names[0][0]) {
				return 0, reading.Span{}
			}
			name, at = n, names[0][0]
		}
	}
	return name, at
}

func (e *chain) isNumber(at reading.Span) bool {
	_, to, ok := e.sentence.Num(at.From)
	return ok && to == at.To
}

// label labels words by the names that were found where these are right, else by the first that are.
func (e *chain) label(got spans.Found) {
	e.labels = make([]spans.Label, len(e.sentence.Tokens))
	for n := range spans.Names {
		if len(e.names[n]) == 0 {
			continue
		}
		pick := e.names[n][0]
		for _, one := range e.names[n] {
			if slices.Equal(one, got[n]) {
				pick = one
			}
		}
		for i, at := range pick {
			for t := at.From; t < at.To; t++ {
				if e.labels[t] == 0 {
					e.labels[t] = n.Within()
				}
			}
			if i == 0 && e.labels[at.From] == n.Within() {
				e.labels[at.From] = n.First()
			}
		}
	}
	been := false
	for t, y := range e.labels {
		if been = been || y != 0; been && y == 0 {
			e.labels[t] = spans.Behind
		}
	}
}

func (c *chains) keptOf(e *chain) [][]int32 {
	c.kept = c.kept[:0]
	for _, rows := range e.rows {
		kept := make([]int32, 0, len(rows))
		for _, row := range rows {
			if c.random.Float64() >= c.Drop {
				kept = append(kept, row)
			}
		}
		c.kept = append(c.kept, kept)
	}
	return c.kept
}

func (c *chains) frequent() (all []model.Feature) {
	count, last := map[model.Feature]int{}, map[model.Feature]int{}
	for i, e := range c.examples {
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
		if times >= c.Least {
			all = append(all, f)
		}
	}
	return all
}

func (c *chains) heaviest() (all []model.Feature) {
	for _, row := range heaviest(len(c.rows), c.Keep, func(row int) []float64 {
		of := make([]float64, width)
		for y, w := range c.rows[row] {
			of[y] = float64(w)
		}
		return of
	}) {
		all = append(all, c.features[row])
	}
	return all
}

// know takes these features for those that count.
func (c *chains) know(features []model.Feature) {
	slices.Sort(features)
	c.features, c.index = features, make(map[model.Feature]int32, len(features))
	for row, f := range features {
		c.index[f] = int32(row)
	}
	for i := range c.examples {
		e := &c.examples[i]
		e.rows = make([][]int32, len(e.features))
		for t, features := range e.features {
			for _, f := range features {
				if row, known := c.index[f]; known {
					e.rows[t] = append(e.rows[t], row)
				}
			}
		}
	}
}

// fit begins anew, and takes steps against the gradient, one sentence at a time.
func (c *chains) fit(epochs int) {
	c.rows, c.moved = make([]labelled, len(c.features)), make([]labelled, len(c.features))
	clear(c.transitions[:])
	clear(c.transitionsMoved[:])
	c.random = rand.New(rand.NewPCG(c.Seed, c.Seed))
	from := epochs / 2
	sum, steps := make([]labelled, len(c.rows)), c.transitions
	for epoch := range epochs {
		for _, i := range c.random.Perm(len(c.examples)) {
			c.step(&c.examples[i])
		}
		if epoch < from {
			continue
		}
		share := 1 / float32(epochs-from)
		for row := range sum {
			for y, w := range c.rows[row] {
				sum[row][y] += float32(w * share)
			}
		}
		for i := range steps {
			for x := range steps[i] {
				for y, w := range c.transitions[i][x] {
					steps[i][x][y] += float32(w * share)
				}
			}
		}
	}
	c.rows, c.transitions = sum, steps
}

// weights are what was found, as whole numbers of spans.Unit.
func (c *chains) weights() (steps spans.Steps, rows []spans.Row) {
	for context, of := range c.transitions {
		for x := range of {
			for y, w := range of[x] {
				steps[context][x][y] = units(float64(w), spans.Unit*spans.StepUnits)
			}
		}
	}
	for i, f := range c.features {
		row := spans.Row{Feature: f}
		for y, w := range c.rows[i] {
			row.Weights[y] = units(float64(w*chainScale), spans.Unit)
		}
		if row.Weights != (spans.Weights{}) {
			rows = append(rows, row)
		}
	}
	return steps, rows
}

func units(weight, unit float64) int8 {
	return int8(max(-math.MaxInt8, min(math.MaxInt8, math.Round(weight/unit))))
}
