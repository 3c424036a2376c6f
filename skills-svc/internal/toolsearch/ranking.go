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

// best returns the best of the tools that may holds for, in order. Of those that are not as good as what was found so far nobody is asked,
// so that few are asked about unless few may be called.
func (r *ranking) best(x *index, limit int, may func(id uint32) bool) []*catalog.Tool {
	kept := &worstFirst{of: r}
	for _, id := range r.hits {
		full := len(kept.tools) == limit
		if full && r.compare(id, kept.tools[0]) > 0 {
			continue
		}
		if x.tools[id].Tool == nil || !may(id) {
			continue
		}
		if !full {
			heap.Push(kept, id)
			continue
		}
		kept.tools[0] = id
		heap.Fix(kept, 0)
	}
	slices.SortFunc(kept.tools, r.compare)
	found := make([]*catalog.Tool, 0, len(kept.tools))
	for _, id := range kept.tools {
		found = append(found, x.tools[id].Tool)
	}
	return found
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
func (w *worstFirst) Pop() any {
	last := len(w.tools) - 1
	tool := w.tools[last]
	w.tools = w.tools[:last]
	return tool
}
