package model

import (
	"math"
	"slices"
)

// Most is how many classes a model can tell apart.
const Most = 14

// Model knows how much each feature speaks for each class. It never changes and may be shared.
type Model struct {
	classes []string
	scale   float64
	// The weights of features with the same first bits stand together, from starts on of these bits. rests are the other bits of each.
	starts  [1<<firstBits + 1]uint32
	rests   []uint8
	weights []lanes
}

// firstBits are so many that hardly two features share them, and the tables fit into a processor's cache.
const firstBits = featureBits - 8

// Weights are what a feature says of each class.
type Weights [Most]int8

// lanes are weights as they are added up: four in a number, 16 bits each. Raised by midst none is negative, and none borrows from the
// next.
type lanes [(Most + 3) / 4]uint64

const (
	laneBits = 16
	midst    = 128
	// together is how many features can be added up before a lane is full.
	together = 1<<laneBits/(2*midst) - 1
)

func laid(weights Weights) (row lanes) {
	for class, weight := range weights {
		row[class/4] |= uint64(int(weight)+midst) << (class % 4 * laneBits)
	}
	return row
}

// Row is a feature and what it says.
type Row struct {
	Feature Feature
	Weights Weights
}

// New returns the model of these weights, each of which counts scale. The rows must be in the order of their features, which are in one row
// at most.
func New(classes []string, scale float64, rows []Row) *Model {
	m := &Model{classes: classes, scale: scale, rests: make([]uint8, len(rows)), weights: make([]lanes, len(rows))}
	for i, r := range rows {
		m.rests[i], m.weights[i] = uint8(r.Feature), laid(r.Weights)
		m.starts[r.Feature>>(featureBits-firstBits)+1]++
	}
	for first := range m.starts[1:] {
		m.starts[first+1] += m.starts[first]
	}
	return m
}

// of finds the weights of a feature; nil for none, as most features of a sentence have.
func (m *Model) of(f Feature) *lanes {
	first, rest := f>>(featureBits-firstBits), uint8(f)
	for row := m.starts[first]; row < m.starts[first+1]; row++ {
		if m.rests[row] == rest {
			return &m.weights[row]
		}
	}
	return nil
}

// Classes are the names of the classes, in the order of Scores.
func (m *Model) Classes() []string { return m.classes }

// Scores is how much is said for each class: the logarithms of their probabilities, but for a constant.
type Scores [Most]float64

// add adds up the weights of those of few features that the model knows, and counts them.
func (m *Model) add(features []Feature) (sum lanes, known int) {
	for _, f := range features {
		weights := m.of(f)
		if weights == nil {
			continue
		}
		known++
		for i, four := range weights {
			sum[i] += four
		}
	}
	return sum, known
}

// Knows reports whether the model knows enough of these features to tell anything: more than that there are words.
func (m *Model) Knows(features []Feature) bool {
	_, known := m.add(features[:min(len(features), together)])
	return known >= leastKnown
}

// leastKnown is how many features of a message a model must know.
const leastKnown = 8

// Score sums what the features say. Features that the model does not know say nothing.
func (m *Model) Score(features []Feature) (scores Scores) {
	var sums [Most]int
	known := 0
	for part := range slices.Chunk(features, together) {
		sum, n := m.add(part)
		for class := range sums {
			sums[class] += int(sum[class/4]>>(class%4*laneBits)&(1<<laneBits-1)) - n*midst
		}
		known += n
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
