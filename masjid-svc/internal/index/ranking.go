package index

import (
	"math"
	"slices"
	"sort"
)

// ranking keeps the best of the entries that it is offered.
type ranking struct {
	index *Index
	query Query
	from  direction
	reach float64 // as a chord
	count int
	best  []ranked // a heap with the worst first, at most Offset+Limit
}

type ranked struct {
	position int32
	fit      int
	chord2   float64
}

func newRanking(x *Index, q Query) *ranking {
	r := &ranking{index: x, query: q, reach: math.Inf(1)}
	if q.Near != nil {
		r.from = directionOf(*q.Near)
		if q.RadiusKM > 0 {
			r.reach = chord2Of(q.RadiusKM)
		}
	}
	return r
}

// offerNear offers the entries in a scope, which fit equally well, to a query with a position.
func (r *ranking) offerNear(within scope, x *Index) {
	switch sorted := within.byNorth(x); {
	case sorted == nil:
		for _, position := range within.entries(x) {
			r.offer(position, 0)
		}
	case math.IsInf(r.reach, 1):
		r.offerOutwards(sorted)
		r.count = len(sorted)
	default:
		// What is within reach is not further north or south than that.
		reach := math.Sqrt(r.reach)
		sorted = sorted[r.northOf(sorted, r.from.z-reach):r.northOf(sorted, r.from.z+reach)]
		r.offerOutwards(sorted)
		if all := within.entries(x); len(all) < manyOfAll*len(sorted) {
			sorted = all
		}
		r.count = r.inReach(sorted)
	}
}

// manyOfAll is how many times as many entries are looked at in the same time when they are side by side in memory, which
// those from south to north are not.
const manyOfAll = 2

// inReach counts the entries within reach, which takes much less time than offering each.
func (r *ranking) inReach(entries positions) (count int) {
	from, reach, at := r.from, r.reach, r.index.at
	for _, position := range entries {
		if from.chord2(at[position]) <= reach {
			count++
		}
	}
	return count
}

// offerOutwards offers entries sorted from south to north, the nearest in this direction first, until all others are
// further away than the best ones.
func (r *ranking) offerOutwards(sorted positions) {
	room := r.query.Offset + r.query.Limit
	north := r.northOf(sorted, r.from.z)
	for south := north - 1; south >= 0 || north < len(sorted); {
		toSouth, toNorth := math.Inf(1), math.Inf(1)
		if south >= 0 {
			toSouth = r.from.z - r.index.at[sorted[south]].z
		}
		if north < len(sorted) {
			toNorth = r.index.at[sorted[north]].z - r.from.z
		}
		if nearest := min(toSouth, toNorth); len(r.best) == room && nearest*nearest > r.best[0].chord2 {
			return
		}
		if toSouth < toNorth {
			r.offer(sorted[south], 0)
			south--
		} else {
			r.offer(sorted[north], 0)
			north++
		}
	}
}

// northOf returns the first of entries, sorted from south to north, that is at least as far north as z.
func (r *ranking) northOf(sorted positions, z float64) int {
	return sort.Search(len(sorted), func(i int) bool { return r.index.at[sorted[i]].z >= z })
}

func (r *ranking) offer(position int32, fit int) {
	candidate := ranked{position: position, fit: fit}
	if r.query.Near != nil {
		candidate.chord2 = r.from.chord2(r.index.at[position])
		if candidate.chord2 > r.reach {
			return
		}
	}
	r.count++
	room := r.query.Offset + r.query.Limit
	switch {
	case len(r.best) < room:
		r.best = append(r.best, candidate)
		r.up(len(r.best) - 1)
	case room > 0 && candidate.before(r.best[0]):
		r.best[0] = candidate
		r.down()
	}
}

// before reports whether a is better than b: nearer, then fitting better, then earlier by name.
func (a ranked) before(b ranked) bool {
	switch {
	case a.chord2 != b.chord2:
		return a.chord2 < b.chord2
	case a.fit != b.fit:
		return a.fit > b.fit
	default:
		return a.position < b.position
	}
}

func (r *ranking) up(i int) {
	for i > 0 {
		parent := (i - 1) / 2
		if !r.best[parent].before(r.best[i]) {
			return
		}
		r.best[parent], r.best[i] = r.best[i], r.best[parent]
		i = parent
	}
}

func (r *ranking) down() {
	for i := 0; ; {
		worst := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(r.best); child++ {
			if r.best[worst].before(r.best[child]) {
				worst = child
			}
		}
		if worst == i {
			return
		}
		r.best[i], r.best[worst] = r.best[worst], r.best[i]
		i = worst
	}
}

// hits returns the best in order, without the first Offset.
func (r *ranking) hits() []Hit {
	slices.SortFunc(r.best, func(a, b ranked) int {
		switch {
		case a.before(b):
			return -1
		case b.before(a):
			return 1
		default:
			return 0
		}
	})
	page := r.best[min(r.query.Offset, len(r.best)):]
	hits := make([]Hit, len(page))
	for i, found := range page {
		hits[i] = Hit{ID: r.index.entries[found.position].id, DistanceKM: -1}
		if r.query.Near != nil {
			hits[i].DistanceKM = kilometres(found.chord2)
		}
	}
	return hits
}
