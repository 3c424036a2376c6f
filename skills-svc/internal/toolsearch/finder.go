package toolsearch

import (
	"slices"
	"sync"

	"github.com/salaatflow/platform/language/thesaurus"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
)

// Registry supplies the tools.
type Registry interface {
	Current() *catalog.Catalog
}

// Finder finds tools in the current catalogue. It reads a tool's texts when somebody first looks for tools after it was registered. It
// is safe for concurrent use.
type Finder struct {
	registry Registry
	words    *thesaurus.Thesaurus

	mu     sync.RWMutex
	of     *catalog.Catalog // that the index is of; nil before the first search
	index  *index
	scores sync.Pool // of *ranking
}

// New returns a finder of the registry's tools.
func New(registry Registry) (*Finder, error) {
	words, err := thesaurus.Load()
	if err != nil {
		return nil, err
	}
	return &Finder{
		registry: registry, words: words, index: newIndex(words.Reader().Terms), scores: sync.Pool{New: func() any { return &ranking{} }},
	}, nil
}

// Find returns at most limit tools that fit the text, the best first, of those that may holds for. It asks about no more of them than
// it has to.
func (f *Finder) Find(text string, limit int, may func(*access.Method) bool) []*catalog.Tool {
	f.refresh()
	terms := f.words.Wanted(text)
	slices.Sort(terms)
	f.mu.RLock()
	defer f.mu.RUnlock()
	r := f.scores.Get().(*ranking)
	defer f.scores.Put(r)
	r.rank(f.index, terms)
	defer r.clear()
	return r.best(f.index, limit, may)
}

// refresh makes the index that of the current catalogue. Where only instances have come or gone, it is that already.
func (f *Finder) refresh() {
	now := f.registry.Current()
	f.mu.RLock()
	same := f.isOf(now)
	f.mu.RUnlock()
	if same {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.isOf(now) {
		return
	}
	if !f.index.update(now.Tools()) {
		f.index = newIndex(f.words.Reader().Terms)
		f.index.update(now.Tools())
	}
	f.of = now
}

func (f *Finder) isOf(now *catalog.Catalog) bool {
	return f.of == now || f.of != nil && slices.Equal(f.of.Definitions(), now.Definitions())
}
