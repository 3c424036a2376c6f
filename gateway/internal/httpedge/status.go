package httpedge

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/toolresult"
)

func (e *Edge) openAPI(w http.ResponseWriter, r *http.Request) {
	document, err := e.OpenAPI()
	if err != nil {
		e.Logger.ErrorContext(r.Context(), "the OpenAPI document could not be made", "error", err)
		writeInternal(w)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(document) // the client is gone; there is nobody left to tell
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
