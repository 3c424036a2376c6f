package httpedge

import (
	"errors"
	"net/http"
	"slices"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

// described is what an OpenAPI document is about: a table's tools, or those of one of its services where that is not empty.
type described struct {
	table   *routing.Table
	service string
}

func (e *Edge) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	of, cache := described{e.Routes(), r.URL.Query().Get("service")}, &e.openAPI
	if of.service != "" {
		cache = &e.openAPIOfService
	}
	serve(e, w, r, cache, of, func() ([]byte, error) { return e.OpenAPI(r.Context(), of.table, of.service) })
}

// serve serves a document that is generated once for each key.
func serve[K comparable](e *Edge, w http.ResponseWriter, r *http.Request, cache *document.Cache[K], key K, write func() ([]byte, error)) {
	made, err := cache.Get(key, "application/json", write)
	refused, public := errors.AsType[*apperr.Error](err)
	switch {
	case err == nil:
		made.ServeHTTP(w, r)
	case r.Context().Err() != nil: // nobody waits for it
	case public:
		problem.Write(w, refused)
	default:
		e.Logger.ErrorContext(r.Context(), "failed to generate a document", "path", r.URL.Path, "error", err)
		writeInternal(w)
	}
}

// getTool serves one tool of the list, by name or alias.
func (e *Edge) getTool(w http.ResponseWriter, r *http.Request) {
	table, name := e.Routes(), r.PathValue("name")
	route := table.Lookup(name)
	if route == nil || !slices.Contains(e.Visible(r.Context()), route) {
		problem.Write(w, toolresult.NotFoundError(name))
		return
	}
	e.writeJSON(w, r, newListedTool(route))
}
