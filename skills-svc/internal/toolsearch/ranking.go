package toolsearch

import (
	"container/heap"
	"slices"

	"github.com/salaatflow/platform/language/bm25"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
)

// ranking is the work of one search. Its memory is used again.
type ranking struct{ bm25.Ranking }

// best returns the best of the tools that may holds for, in order. Of those that are not as good as what was found so far nobody is asked,
// so that few are asked about unless few may be called.
func (r *ranking) best(x *index, limit int, may func(id uint32) bool) []*catalog.Tool {
	kept := &worstFirst{of: r}
	for _, id := range r.Hits() {
		full := len(kept.tools) == limit
		if full && r.Compare(id, kept.tools[0]) > 0 {
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
	slices.SortFunc(kept.tools, r.Compare)
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

// worstFirst is a heap of the best tools so far.
type worstFirst struct {
	of    *ranking
	tools []uint32
}

func (w *worstFirst) Len() int           { return len(w.tools) }
func (w *worstFirst) Less(i, j int) bool { return w.of.Compare(w.tools[i], w.tools[j]) > 0 }
func (w *worstFirst) Swap(i, j int)      { w.tools[i], w.tools[j] = w.tools[j], w.tools[i] }
func (w *worstFirst) Push(tool any)      { w.tools = append(w.tools, tool.(uint32)) }
func (w *worstFirst) Pop() any {
	last := len(w.tools) - 1
	tool := w.tools[last]
	w.tools = w.tools[:last]
	return tool
}
