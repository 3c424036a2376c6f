package discovery

import (
	"sync/atomic"

	"github.com/salaatflow/platform/services/catalog"
)

// readOnly knows which methods of a service are read-only, by the current catalogue.
type readOnly struct {
	watcher *Watcher
	service string
	known   atomic.Pointer[readOnlyMethods]
}

type readOnlyMethods struct {
	catalog *catalog.Catalog
	methods map[string]bool
}

// has reports whether a method, "/package.Service/Method", is read-only.
func (r *readOnly) has(method string) bool {
	current, known := r.watcher.Current(), r.known.Load()
	if known == nil || known.catalog != current {
		known = &readOnlyMethods{current, agreed(current, r.service, isReadOnly)}
		r.known.Store(known)
	}
	return known.methods[method]
}
