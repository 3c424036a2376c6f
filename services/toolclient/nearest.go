package toolclient

import (
	"cmp"
	"slices"
)

// maxAvailable is how many names an answer for an unknown name lists.
const maxAvailable = 64

// nearest returns the names, sorted, or those maxAvailable that share the most with a name that nobody has: runs of three
// letters, as a name with a letter wrong or its words in another order still has most of.
func nearest(name string, names []string) []string {
	if len(names) <= maxAvailable {
		return names
	}
	type run [3]byte
	asked := map[run]bool{}
	for i := range len(name) - 2 {
		asked[run{name[i], name[i+1], name[i+2]}] = true
	}
	type candidate struct {
		name   string
		shared int
	}
	candidates := make([]candidate, 0, len(names))
	for _, known := range names {
		shared := 0
		for i := range len(known) - 2 {
			if asked[run{known[i], known[i+1], known[i+2]}] {
				shared++
			}
		}
		candidates = append(candidates, candidate{known, shared})
	}
	slices.SortStableFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.shared, a.shared), cmp.Compare(len(a.name), len(b.name)))
	})
	found := make([]string, 0, maxAvailable)
	for _, candidate := range candidates[:maxAvailable] {
		found = append(found, candidate.name)
	}
	slices.Sort(found)
	return found
}
