package toolsearch

import (
	"context"
	"slices"
	"sync"

	"github.com/salaatflow/platform/language/thesaurus"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
)

// Registry supplies the tools.
type Registry interface {
	Current() *catalog.Catalog
	Subscribe() (changed <-chan struct{}, cancel func())
}

// Finder finds tools in the current catalogue, as it is when somebody looks for them. It is safe for concurrent use.
type Finder struct {
	registry Registry
	words    *thesaurus.Thesaurus

	mu      sync.RWMutex
	of      *catalog.Catalog // that the index is of; nil before the first search
	index   *index
	callers *callers  // of the index
	scores  sync.Pool // of *ranking
}

// Caller is who looks for tools.
type Caller struct {
	// May reports whether the caller may call a tool.
	May func(*access.Method) bool
	// Alike is comparable, and the same for callers for whom May says the same, whenever it is asked; nil when it may say something else
	// the next time.
	Alike any
}

// New returns a finder of the registry's tools.
func New(registry Registry) (*Finder, error) {
	words, err := thesaurus.Load()
	if err != nil {
		return nil, err
	}
	return &Finder{
		registry: registry, words: words, index: newIndex(words.Reader().Terms), callers: newCallers(),
		scores: sync.Pool{New: func() any { return &ranking{} }},
	}, nil
}

// Find returns at most limit tools that fit the text, the best first, of those that the caller may call: before all others the one whose
// name the text is. It asks about no more of them than it has to, and of callers who are alike once.
func (f *Finder) Find(text string, limit int, caller Caller) []*catalog.Tool {
	f.refresh()
	terms := f.words.Wanted(text)
	slices.Sort(terms)
	f.mu.RLock()
	defer f.mu.RUnlock()
	r := f.scores.Get().(*ranking)
	defer f.scores.Put(r)
	r.Rank(f.index.texts, terms)
	defer r.Clear()
	may := f.callers.asked(caller, f.index)
	found := r.best(f.index, limit, may)
	if named := f.of.Lookup(text); named != nil {
		if id, known := f.index.byID[named.Tool]; known && may(id) {
			return first(named, found, limit)
		}
	}
	return found
}

// first puts a tool before the others, of which there are at most limit in all.
func first(tool *catalog.Tool, found []*catalog.Tool, limit int) []*catalog.Tool {
	others := slices.DeleteFunc(found, func(other *catalog.Tool) bool { return other.Tool == tool.Tool })
	return append([]*catalog.Tool{tool}, others[:min(len(others), limit-1)]...)
}

// Run keeps the index that of the current catalogue until ctx ends, so that nobody who searches waits for tools to be read.
func (f *Finder) Run(ctx context.Context) {
	changed, end := f.registry.Subscribe()
	defer end()
	for {
		f.refresh()
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
	}
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
		f.callers = newCallers()
		f.index.update(now.Tools())
	}
	f.of = now
}

func (f *Finder) isOf(now *catalog.Catalog) bool {
	return f.of == now || f.of != nil && slices.Equal(f.of.Definitions(), now.Definitions())
}
