package store

import (
	"sync"

	"github.com/salaatflow/platform/hadith-svc/internal/hadith"
)

// result is what a search finds, on all its pages.
type result struct {
	// best are the ranked ones, in order. others follow by their ids.
	best   []int32
	others idset
	// count is the number of both.
	count int
}

// page returns at most limit ids, after skipping offset.
func (r result) page(offset, limit int) []int32 {
	first := len(r.best)
	found := r.best[min(offset, first):min(offset+limit, first):min(offset+limit, first)]
	if missing := limit - len(found); missing > 0 {
		found = append(found, r.others.from(max(0, offset-first), missing)...)
	}
	return found
}

// results remembers the results of searches that find very many hadiths, until the library changes. It is safe for
// concurrent use.
type results struct {
	mu       sync.Mutex
	revision int64 // of the library
	found    map[string]result
}

// remembered is the largest number of searches that are remembered.
const remembered = 1000

// of returns what a search found at this revision of the library, if that is remembered.
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
	if found.count <= hadith.MaxRanked || revision < r.revision { // quick to find again, or found before an import
		return
	}
	if revision > r.revision || len(r.found) >= remembered {
		r.revision, r.found = revision, map[string]result{}
	}
	r.found[search] = found
}
