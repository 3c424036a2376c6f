package world

import (
	"iter"
	"sort"
)

// entry is a key and the places that it may mean: their numbers, doubled, and one more where the name is an alias.
type entry struct {
	key    []byte
	places []uint64
}

// Keys stand in order, in blocks of keysOfBlock, of which each begins with a whole key. Of every other one is written how many bytes it
// has in common with the one before it, and the rest.
const keysOfBlock = 16

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

// from are the entries from the first key that is not less. An entry is good until the next one is asked for.
func (w *World) from(key string) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		var room [64]byte
		var places [8]uint64
		e := entry{room[:0], places[:0]}
		for rest := w.keys[w.blockOf(key):]; rest != ""; {
			if rest = e.next(rest); string(e.key) >= key && !yield(e) {
				return
			}
		}
	}
}

// blockOf is where the block begins in which a key would stand.
func (w *World) blockOf(key string) int {
	after := sort.Search(len(w.blocks)/4, func(i int) bool {
		_, rest := uvarint(w.keys[number(w.blocks, 4*i):]) // 0: a block begins with a whole key
		size, rest := uvarint(rest)
		return rest[:size] > key
	})
	if after == 0 {
		return 0
	}
	return number(w.blocks, 4*(after-1))
}

// next reads an entry that follows on this one, and returns what comes behind.
func (e *entry) next(from string) (rest string) {
	same, rest := uvarint(from)
	size, rest := uvarint(rest)
	e.key = append(e.key[:same], rest[:size]...)
	count, rest := uvarint(rest[size:])
	e.places = e.places[:0]
	for range count {
		var n uint64
		n, rest = uvarint(rest)
		e.places = append(e.places, n)
	}
	return rest
}
