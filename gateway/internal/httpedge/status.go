package httpedge

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/document"
	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolresult"
)

func (e *Edge) serveOpenAPI(w http.ResponseWriter, r *http.Request) {
	e.serve(w, r, &e.openAPI, e.OpenAPI)
}

// serve serves the document that is written of the present table, once for each table.
func (e *Edge) serve(
	w http.ResponseWriter, r *http.Request, kept *document.Kept[*routing.Table], write func(*routing.Table) ([]byte, error),
) {
	table := e.Routes()
	made, err := kept.Of(table, "application/json", func() ([]byte, error) { return write(table) })
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "a document could not be made", "path", r.URL.Path, "error", err)
		writeInternal(w)
		return
	}
	made.ServeHTTP(w, r)
}

// getTool answers one tool of the list, by name or alias.
func (e *Edge) getTool(w http.ResponseWriter, r *http.Request) {
	table, name := e.Routes(), r.PathValue("name")
	route := table.Lookup(name)
	if route == nil {
		problem.Write(w, toolresult.NotFoundError(name))
		return
	}
	e.writeJSON(w, r, newListedTool(route))
}
