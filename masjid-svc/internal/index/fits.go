package index

import "sync"

// fits is how well entries fit a query: 0 does not. It is as long as there are entries, and used again and again, for a map of
// as many as fit would cost most of a search.
type fits struct {
	of    []int32
	found positions // those that fit, in no order
}

// set keeps how well an entry fits, unless it fits better already.
func (f *fits) set(position int32, fit int) {
	if int32(fit) <= f.of[position] {
		return
	}
	if f.of[position] == 0 {
		f.found = append(f.found, position)
	}
	f.of[position] = int32(fit)
}

// setAll keeps that entries fit wholly.
func (f *fits) setAll(entries positions) {
	for _, position := range entries {
		f.set(position, fitsWhole)
	}
}

// fitsPool lends fits that know nothing.
type fitsPool struct{ pool sync.Pool }

func (p *fitsPool) get(entries int) *fits {
	if f, ok := p.pool.Get().(*fits); ok {
		return f
	}
	return &fits{of: make([]int32, entries)}
}

func (p *fitsPool) put(f *fits) {
	for _, position := range f.found {
		f.of[position] = 0
	}
	f.found = f.found[:0]
	p.pool.Put(f)
}
