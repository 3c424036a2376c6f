package model

import "math"

// Most is how many classes a model can tell apart.
const Most = 14

// Model knows how much each feature speaks for each class. It never changes and may be shared.
//
// What is asked of it hundreds of times for a sentence is kept small, so that it stays in the cache nearest but one: with
// weights of a byte each, in rows of 20 bytes, to wait for memory was a quarter of the time that a sentence takes.
type Model struct {
	classes []string
	scale   float64
	rows    []packed           // in the order of their features
	begins  [buckets + 1]int32 // where the rows begin whose features have the same upper bits
	// maybe has a bit for each feature that has a row, which few others share: most features of a sentence have none.
	maybe [1 << maybeBits / 64]uint64
}

// The rows are found by the upper bits of their features, and so few have the same that they are looked through.
const (
	bucketBits = 16
	buckets    = 1 << bucketBits
	lowerBits  = featureBits - bucketBits
	maybeBits  = 20
)

// packed is a row: the lower bits of its feature, and below them, four bits for each class, the roots of its weights.
type packed uint64

const (
	rootBits  = 4
	rootsBits = Most * rootBits
)

func pack(r Row) packed {
	p := packed(r.Feature&(1<<lowerBits-1)) << rootsBits
	for class, weight := range r.Weights {
		p |= packed(root(weight)) << (rootBits * class)
	}
	return p
}

// pairs are the weights of two roots, each above its least, in 16 bits each: what two classes next to each other get.
var pairs = func() (all [1 << (2 * rootBits)]uint32) {
	for i := range all {
		all[i] = above(i&(1<<rootBits-1)) | above(i>>rootBits)<<laneBits
	}
	return all
}()

const (
	laneBits = 16
	least    = -roots * roots
)

// above is how much the weight of a root is above the least one.
func above(root int) uint32 {
	r := root - zero
	return uint32(r*max(r, -r) - least)
}

// isMaybe is 1 for a feature that may have a row, and 0 for one that has none.
func (m *Model) isMaybe(f Feature) int {
	bit := f >> (featureBits - maybeBits)
	return int(m.maybe[bit/64&(1<<maybeBits/64-1)] >> (bit % 64) & 1)
}

// Row is what a feature says of each class.
type Row struct {
	Feature Feature
	Weights [Most]int8
}

// New returns the model of these weights, each of which counts scale. Rows are in the order of their features, each of
// which is there once; their weights are as Write takes them.
func New(classes []string, scale float64, rows []Row) *Model {
	m := &Model{classes: classes, scale: scale, rows: make([]packed, len(rows)+1)}
	row := 0
	for bucket := range buckets {
		m.begins[bucket] = int32(row)
		for row < len(rows) && int(rows[row].Feature>>lowerBits) <= bucket {
			row++
		}
	}
	m.begins[buckets] = int32(row)
	for i, r := range rows {
		m.rows[i] = pack(r)
		bit := r.Feature >> (featureBits - maybeBits)
		m.maybe[bit/64] |= 1 << (bit % 64)
	}
	return m
}

// Classes are the names of the classes, in the order of Scores.
func (m *Model) Classes() []string { return m.classes }

// Scores is how much is said for each class: the logarithms of their probabilities, but for a constant.
type Scores [Most]float64

// Score sums what the features say. Features that the model does not know say nothing.
func (m *Model) Score(features []Feature) (scores Scores) {
	var sums [Most]int32
	known := 0
	for len(features) > 0 {
		n := min(len(features), together)
		known += m.add(&sums, features[:n])
		features = features[n:]
	}
	unit := m.scale * Share(known)
	for class, sum := range sums {
		scores[class] = float64(sum) * unit
	}
	return scores
}

// together is how many features are looked up at once: one step for all of them, then the next, so that the memory is
// waited for once and not for each.
const together = 64

func (m *Model) add(sums *[Most]int32, features []Feature) (known int) {
	var found [together]Feature
	var first, end [together]int32
	n := 0
	for _, f := range features {
		found[n%together] = f
		n += m.isMaybe(f)
	}
	for i, f := range found[:n] {
		bucket := f >> lowerBits & (buckets - 1)
		first[i], end[i] = m.begins[bucket], m.begins[bucket+1]
	}
	var touched packed
	for _, row := range first[:n] {
		touched |= m.rows[row]
	}
	var lanes [Most / 2]uint32
	for i, f := range found[:n] {
		lower := packed(f & (1<<lowerBits - 1))
		for _, row := range m.rows[first[i]:end[i]] {
			if row>>rootsBits == lower {
				known++
				lanes[0] += pairs[byte(row)]
				lanes[1] += pairs[byte(row>>8)]
				lanes[2] += pairs[byte(row>>16)]
				lanes[3] += pairs[byte(row>>24)]
				lanes[4] += pairs[byte(row>>32)]
				lanes[5] += pairs[byte(row>>40)]
				lanes[6] += pairs[byte(row>>48)]
				break
			}
		}
	}
	for pair, lane := range lanes {
		sums[2*pair] += int32(lane&(1<<laneBits-1)) + int32(known*least)
		sums[2*pair+1] += int32(lane>>laneBits) + int32(known*least)
	}
	if touched == 0 {
		return 0
	}
	return known
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
