package world

import "iter"

// Keys are the keys of all names, in order.
func (w *World) Keys() iter.Seq[string] {
	return func(yield func(string) bool) {
		for e := range w.from("") {
			if !yield(string(e.key)) {
				return
			}
		}
	}
}
