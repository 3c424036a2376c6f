package model

import (
	"math"
	"math/bits"
)

// Most is how many classes a model can tell apart.
const Most = 16

// Model knows how much each feature speaks for each class. It never changes and may be shared.
type Model struct {
	classes []string
	scale   float64
	slots   []slot // open addressing, a power of two; the zero feature marks a free one
	rows    []row
}

// row is what a feature says of each class, in units of Model.scale.
type row [Most]int8

type slot struct {
	feature Feature
	row     uint32
}

// Row is what a feature says of each class.
type Row struct {
	Feature Feature
	Weights [Most]int8
}

// New returns the model of these weights, each of which counts scale.
func New(classes []string, scale float64, rows []Row) *Model {
	size := 1 << bits.Len(uint(len(rows)*2))
	m := &Model{classes: classes, scale: scale, slots: make([]slot, size), rows: make([]row, 0, len(rows))}
	for _, r := range rows {
		at := m.find(r.Feature)
		m.slots[at] = slot{r.Feature, uint32(len(m.rows))}
		m.rows = append(m.rows, r.Weights)
	}
	return m
}

// find returns where a feature is, or the free place where it would be.
func (m *Model) find(f Feature) uint32 {
	mask := uint32(len(m.slots) - 1)
	at := uint32(f) & mask
	for m.slots[at].feature != 0 && m.slots[at].feature != f {
		at = (at + 1) & mask
	}
	return at
}

// Classes are the names of the classes, in the order of Scores.
func (m *Model) Classes() []string { return m.classes }

// Scores is how much is said for each class: the logarithms of their probabilities, but for a constant.
type Scores [Most]float64

// Score sums what the features say. Features that the model does not know say nothing.
func (m *Model) Score(features []Feature) (scores Scores) {
	var sums [Most]int32
	known := 0
	for _, f := range features {
		s := m.slots[m.find(f)]
		if s.feature == 0 {
			continue
		}
		known++
		for class, weight := range m.rows[s.row] {
			sums[class] += int32(weight)
		}
	}
	unit := m.scale * Share(known)
	for class, sum := range sums {
		scores[class] = float64(sum) * unit
	}
	return scores
}

// Share is what each of the known features of a sentence counts: less where there are many.
func Share(known int) float64 { return 1 / math.Sqrt(float64(known+1)) }

// Probabilities are those of the first n classes.
func (s Scores) Probabilities(n int) (p Scores) {
	most := s[0]
	for _, score := range s[:n] {
		most = max(most, score)
	}
	sum := 0.0
	for class, score := range s[:n] {
		p[class] = math.Exp(score - most)
		sum += p[class]
	}
	for class := range p[:n] {
		p[class] /= sum
	}
	return p
}
