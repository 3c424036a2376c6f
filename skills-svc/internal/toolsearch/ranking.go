package toolsearch

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
)

// ranking is the work of one search. Its memory is used again.
type ranking struct {
	scores []float32 // by tool; 0 for those that were not hit
	hits   []uint32  // the tools that were
}

// again is how much a term counts that was there before.
const again = 0.3

// rank scores the tools in which the terms stand, which are sorted.
func (r *ranking) rank(x *index, terms []string) {
	if missing := len(x.tools) - len(r.scores); missing > 0 {
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
			tool := h.tool()
			if r.scores[tool] == 0 {
				r.hits = append(r.hits, tool)
			}
			r.scores[tool] += rarity * h.weight()
		}
	}
}

// clear forgets the search.
func (r *ranking) clear() {
	for _, tool := range r.hits {
		r.scores[tool] = 0
	}
	r.hits = r.hits[:0]
}

// The first tools that are put in order, and by how much more next time if the caller may not call enough of them.
const (
	firstOrdered = 64
	moreOrdered  = 8
)

// best returns the best of the tools that may holds for.
func (r *ranking) best(x *index, limit int, may func(*access.Method) bool) []*catalog.Tool {
	var found []*catalog.Tool
	asked := 0
	for most := firstOrdered; ; most *= moreOrdered {
		ordered := r.top(most)
		for _, id := range ordered[asked:] {
			if tool := x.tools[id]; tool.Tool != nil && may(tool.access()) {
				if found = append(found, tool.Tool); len(found) == limit {
					return found
				}
			}
		}
		if asked = len(ordered); asked == len(r.hits) {
			return found
		}
	}
}

// access returns what decides who may call the tool.
func (e entry) access() *access.Method {
	method := e.method.Load()
	if method == nil {
		method = access.OfTool(e.Tool.Tool)
		e.method.Store(method)
	}
	return method
}

// top returns the best of the tools that were hit, in order: the same order whatever their number.
func (r *ranking) top(most int) []uint32 {
	if len(r.hits) <= most {
		ordered := slices.Clone(r.hits)
		slices.SortFunc(ordered, r.compare)
		return ordered
	}
	kept := &worstFirst{r, slices.Clone(r.hits[:most])}
	heap.Init(kept)
	for _, tool := range r.hits[most:] {
		if r.compare(tool, kept.tools[0]) < 0 {
			kept.tools[0] = tool
			heap.Fix(kept, 0)
		}
	}
	slices.SortFunc(kept.tools, r.compare)
	return kept.tools
}

// compare puts the better tool first, and of equals the one that was there first.
func (r *ranking) compare(a, b uint32) int {
	return cmp.Or(cmp.Compare(r.scores[b], r.scores[a]), cmp.Compare(a, b))
}

// worstFirst is a heap of the best tools so far.
type worstFirst struct {
	of    *ranking
	tools []uint32
}

func (w *worstFirst) Len() int           { return len(w.tools) }
func (w *worstFirst) Less(i, j int) bool { return w.of.compare(w.tools[i], w.tools[j]) > 0 }
func (w *worstFirst) Swap(i, j int)      { w.tools[i], w.tools[j] = w.tools[j], w.tools[i] }
func (w *worstFirst) Push(tool any)      { w.tools = append(w.tools, tool.(uint32)) }
func (w *worstFirst) Pop() any           { panic("toolsearch: the heap only replaces") }
