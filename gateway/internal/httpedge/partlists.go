package httpedge

import (
	"net/http"
	"slices"
	"sync"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/services/toolclient/routing"
)

// partLists are the lists of callers who may not call everything. Those who may call the same tools share one. The zero value
// is empty.
type partLists struct {
	mu   sync.Mutex
	made []partList // the last made first
}

type partList struct {
	routes   []*routing.Route
	document *document.Document
}

// maxPartLists is how many different lists are kept.
const maxPartLists = 32

// servePart serves a list of some of the tools.
func (e *Edge) servePart(w http.ResponseWriter, r *http.Request, routes []*routing.Route) {
	made, err := e.partLists.of(routes)
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "failed to generate a document", "path", r.URL.Path, "error", err)
		writeInternal(w)
		return
	}
	made.ServeHTTP(w, r)
}

func (p *partLists) of(routes []*routing.Route) (*document.Document, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, list := range p.made {
		if slices.Equal(list.routes, routes) {
			return list.document, nil
		}
	}
	body, err := writeToolList(routes)
	if err != nil {
		return nil, err
	}
	made := document.NewPrivate("application/json", body)
	p.made = slices.Insert(p.made, 0, partList{routes, made})
	p.made = p.made[:min(len(p.made), maxPartLists)]
	return made, nil
}
