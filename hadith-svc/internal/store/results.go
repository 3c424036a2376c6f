package store

import (
	"sync"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// result is what a search finds, on all its pages.
type result struct {
	// count is how many hadiths there are.
	count int
	// first are the first of them, in order, and the first best of these are ranked.
	first  []int32
	ranked int
	// found finds all of them, best those that are ranked.
	found, best string
}

// results remembers what searches find that find very many, until the library changes: to count and to rank those is
// nearly all of the work. It is safe for concurrent use.
type results struct {
	mu       sync.Mutex
	revision int64 // of the library
	found    map[string]result
}

// remembered is how many searches are remembered at the most.
const remembered = 1000

// of is what a search found at this revision of the library, if that is remembered.
func (r *results) of(revision int64, search string) (result, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if revision != r.revision {
		return result{}, false
	}
	found, ok := r.found[search]
	return found, ok
}

func (r *results) set(revision int64, search string, found result) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if found.count <= hadith.MaxRanked || revision < r.revision { // quickly found again, or found before an import
		return
	}
	if revision > r.revision || len(r.found) >= remembered {
		r.revision, r.found = revision, map[string]result{}
	}
	r.found[search] = found
}
