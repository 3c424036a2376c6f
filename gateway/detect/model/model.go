package model

import "math"

// Most is how many classes a model can tell apart.
const Most = 16

// Model knows how much each feature speaks for each class. It never changes and may be shared.
type Model struct {
	classes []string
	scale   float64
	rows    []Row              // in the order of their features
	begins  [buckets + 1]int32 // where the rows begin whose features have the same upper bits
}

// The rows are found by the upper bits of their features, and so few have the same that they are looked through.
const (
	bucketBits = 16
	buckets    = 1 << bucketBits
	lowerBits  = featureBits - bucketBits
)

// Row is what a feature says of each class.
type Row struct {
	Feature Feature
	Weights [Most]int8
}

// New returns the model of these weights, each of which counts scale. Rows are in the order of their features, each of
// which is there once.
func New(classes []string, scale float64, rows []Row) *Model {
	m := &Model{classes: classes, scale: scale, rows: rows}
	row := 0
	for bucket := range buckets {
		m.begins[bucket] = int32(row)
		for row < len(rows) && int(rows[row].Feature>>lowerBits) <= bucket {
			row++
		}
	}
	m.begins[buckets] = int32(row)
	return m
}

// find returns what a feature says; nil for one that the model does not know.
func (m *Model) find(f Feature) *[Most]int8 {
	bucket := f >> lowerBits & (buckets - 1)
	rows := m.rows[m.begins[bucket]:m.begins[bucket+1]]
	for i := range rows {
		if rows[i].Feature == f {
			return &rows[i].Weights
		}
	}
	return nil
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
		weights := m.find(f)
		if weights == nil {
			continue
		}
		known++
		for class, weight := range weights {
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
