package index

import "sync"

// fits holds how well each entry fits a query; 0 means not at all. It has an element for every entry and is reused,
// because a map of the entries that fit would take most of the time of a search.
type fits struct {
	of    []int32
	found positions // those that fit, in no order
}

// set records how well an entry fits, unless it already fits better.
func (f *fits) set(position int32, fit int) {
	if int32(fit) <= f.of[position] {
		return
	}
	if f.of[position] == 0 {
		f.found = append(f.found, position)
	}
	f.of[position] = int32(fit)
}

// setAll records that entries fit perfectly.
func (f *fits) setAll(entries positions) {
	for _, position := range entries {
		f.set(position, fitsWhole)
	}
}

// fitsPool lends empty fits.
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
