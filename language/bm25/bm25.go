// Package bm25 ranks documents by the terms that they share with what is looked for: rare ones tell more, and further occurrences of
// one less and less. What a term is, and how much it counts where it stands, is the caller's to say.
package bm25

import (
	"cmp"
	"math"
)

// How soon further occurrences of a term add nothing, how much longer documents count less, and the length of an ordinary one. That is
// not counted, so that a document's weights stay as they are when others come and go.
const (
	saturation = 1.5
	byLength   = 0.4
	ordinary   = 60
)

// Document is what is said of one. The zero Document says nothing.
type Document struct {
	weights map[string]float64
	length  float64
}

// Say adds the terms of a text, each of which counts so much.
func (d *Document) Say(terms []string, weight float64) {
	if d.weights == nil {
		d.weights = map[string]float64{}
	}
	for _, term := range terms {
		d.weights[term] += weight
		d.length += weight
	}
}

// Index knows in which documents each term stands. They are numbered from 0, as they are added. It may be read by many at once while
// nobody adds to it.
type Index struct {
	lists map[string][]hit
	count int
}

// hit is a document in which a term stands, and from 1 to 255 how much the document is about it.
type hit uint32

const (
	weightBits = 8
	mostWeight = 1<<weightBits - 1
)

// Most is how many documents an index can hold.
const Most = 1 << (32 - weightBits)

// New returns an index of nothing.
func New() *Index { return &Index{lists: map[string][]hit{}} }

// Add adds a document. There must be fewer than Most.
func (x *Index) Add(document Document) {
	number := uint32(x.count) //nolint:gosec // below Most
	x.count++
	for term, weight := range document.weights {
		about := weight / (weight + saturation*(1-byLength+byLength*document.length/ordinary))
		x.lists[term] = append(x.lists[term], hit(number<<weightBits|uint32(max(1, math.Round(about*mostWeight)))))
	}
}

// rarity is how much a term tells that stands in so many of the documents.
func (x *Index) rarity(of int) float32 {
	n := float64(x.count)
	return float32(math.Log1p((n - float64(of) + 0.5) / (float64(of) + 0.5)))
}

func (h hit) document() uint32 { return uint32(h) >> weightBits }
func (h hit) weight() float32  { return float32(h&mostWeight) / mostWeight }

// Ranking is the work of one search. The zero Ranking is ready; its memory is used again after Clear.
type Ranking struct {
	scores []float32 // by document; 0 for those that were not hit
	hits   []uint32
}

// again is how much a term counts that was there before.
const again = 0.3

// Rank scores the documents in which the terms stand, which are sorted.
func (r *Ranking) Rank(x *Index, terms []string) {
	if missing := x.count - len(r.scores); missing > 0 {
		r.scores = append(r.scores, make([]float32, missing)...)
	}
	for first := 0; first < len(terms); {
		term, times := terms[first], 1
		for first+times < len(terms) && terms[first+times] == term {
			times++
		}
		first += times
		list := x.lists[term]
		rarity := x.rarity(len(list)) * (1 + again*float32(times-1))
		for _, h := range list {
			document := h.document()
			if r.scores[document] == 0 {
				r.hits = append(r.hits, document)
			}
			r.scores[document] += rarity * h.weight()
		}
	}
}

// Hits returns the documents in which a term stands, in no order, until Clear.
func (r *Ranking) Hits() []uint32 { return r.hits }

// Compare puts the better document first, and of equals the one that was added first.
func (r *Ranking) Compare(a, b uint32) int {
	return cmp.Or(cmp.Compare(r.scores[b], r.scores[a]), cmp.Compare(a, b))
}

// Clear forgets the search.
func (r *Ranking) Clear() {
	for _, document := range r.hits {
		r.scores[document] = 0
	}
	r.hits = r.hits[:0]
}
