package matching

import "slices"

// Holds reports whether some words stand among others, in their order and next to each other.
func Holds(all, some []string) bool {
	for i := range len(all) - len(some) + 1 {
		if slices.Equal(all[i:i+len(some)], some) {
			return true
		}
	}
	return false
}
