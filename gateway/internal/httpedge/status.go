package httpedge

import (
	"net/http"
	"slices"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

func (e *Edge) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	e.serve(w, r, &e.openAPI, e.OpenAPI)
}

// serve serves a document that is generated once for each routing table.
func (e *Edge) serve(
	w http.ResponseWriter, r *http.Request, cache *document.Cache[*routing.Table], write func(*routing.Table) ([]byte, error),
) {
	table := e.Routes()
	made, err := cache.Get(table, "application/json", func() ([]byte, error) { return write(table) })
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "failed to generate a document", "path", r.URL.Path, "error", err)
		writeInternal(w)
		return
	}
	made.ServeHTTP(w, r)
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
