// Package layered has a map that never changes, of which a changed copy costs little however large it is.
package layered

import "maps"

// Map is an immutable map: a large one, and above it what has changed since. It is safe for concurrent use. The zero Map is empty.
type Map[K comparable, V any] struct {
	base  map[K]V
	above map[K]layer[V]
}

// layer is what a key has above the base.
type layer[V any] struct {
	value V
	gone  bool
}

// Of returns the Map of a map, which must not be changed afterwards.
func Of[K comparable, V any](base map[K]V) Map[K, V] { return Map[K, V]{base: base} }

// Get returns the value of a key, and whether there is one.
func (m Map[K, V]) Get(key K) (V, bool) {
	if len(m.above) > 0 {
		if l, has := m.above[key]; has {
			return l.value, !l.gone
		}
	}
	value, has := m.base[key]
	return value, has
}

// The base is made anew when above it is more than this part of it: a change costs a copy of that much at most, and a copy of the
// base seldom.
const (
	largestPart = 32
	fewest      = 64
)

// With returns the map without the keys that are gone, and with those that come, of which both may be told.
func (m Map[K, V]) With(gone []K, come map[K]V) Map[K, V] {
	above := make(map[K]layer[V], len(m.above)+len(gone)+len(come))
	maps.Copy(above, m.above)
	for _, key := range gone {
		above[key] = layer[V]{gone: true}
	}
	for key, value := range come {
		above[key] = layer[V]{value: value}
	}
	if len(above) <= max(fewest, len(m.base)/largestPart) {
		return Map[K, V]{base: m.base, above: above}
	}
	base := make(map[K]V, len(m.base)+len(come))
	maps.Copy(base, m.base)
	for key, l := range above {
		if l.gone {
			delete(base, key)
		} else {
			base[key] = l.value
		}
	}
	return Map[K, V]{base: base}
}
