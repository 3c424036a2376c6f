package spans

import (
	"github.com/salaatflow/platform/language/detect/model"
)

// Weights are what a feature says for each label.
type Weights [Labels]int8

// Row is a feature and what it says.
type Row struct {
	Feature model.Feature
	Weights Weights
}

// Steps are what is said for a label behind another, in each context.
type Steps [2 * Kinds][Labels + 1][Labels]int8

// Unit is how much a weight of one is.
const Unit = 0.03

// StepUnits is how many of a weight's units one of a step is.
const StepUnits = 2

// Model labels words. It never changes and may be shared.
type Model struct {
	steps   Steps
	starts  []uint32 // of the features with the same first bits
	rests   []uint8
	weights []Weights
}

const (
	featureBits = 24
	firstBits   = 16
	restBits    = featureBits - firstBits
)

// New returns the model of these weights. The rows must be in the order of their features.
func New(steps Steps, rows []Row) *Model {
	m := &Model{steps: steps, starts: make([]uint32, 1<<firstBits+1), rests: make([]uint8, len(rows)), weights: make([]Weights, len(rows))}
	for i, r := range rows {
		m.rests[i], m.weights[i] = uint8(r.Feature&(1<<restBits-1)), r.Weights
		m.starts[r.Feature>>restBits+1]++
	}
	for first := range m.starts[1:] {
		m.starts[first+1] += m.starts[first]
	}
	return m
}

func (m *Model) of(f model.Feature) *Weights {
	first, rest := f>>restBits, uint8(f&(1<<restBits-1))
	for row := m.starts[first]; row < m.starts[first+1]; row++ {
		if m.rests[row] == rest {
			return &m.weights[row]
		}
	}
	return nil
}

const never = -1 << 29

// Label finds the likeliest labels of a sentence.
func (m *Model) Label(s *Sentence) []Label {
	var f featurer
	f.read(s)
	var best [Labels]int32
	back := make([][Labels]Label, len(s.Tokens))
	for t := range s.Tokens {
		says, steps := m.says(f.of(t)), &m.steps[s.context(t)]
		var now [Labels]int32
		for y := range Labels {
			now[y] = never
			if t == 0 && Follows(Start, y, s.May) {
				now[y] = StepUnits * int32(steps[Start][y])
			}
			for x := range Labels {
				if t == 0 || !Follows(x, y, s.May) {
					continue
				}
				if v := best[x] + StepUnits*int32(steps[x][y]); v > now[y] {
					now[y], back[t][y] = v, x
				}
			}
			now[y] += says[y]
		}
		best = now
	}
	y := Label(0)
	for c, v := range best {
		if v > best[y] {
			y = Label(c)
		}
	}
	labels := make([]Label, len(s.Tokens))
	for t := len(labels) - 1; t >= 0; t-- {
		labels[t], y = y, back[t][y]
	}
	return labels
}

// says is what features say for each label.
func (m *Model) says(features []model.Feature) (says [Labels]int32) {
	for _, feature := range features {
		if w := m.of(feature); w != nil {
			for y, v := range w {
				says[y] += int32(v)
			}
		}
	}
	return says
}

// Find finds the names in a sentence.
func (m *Model) Find(s *Sentence) Found { return found(m.Label(s)) }
