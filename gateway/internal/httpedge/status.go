package httpedge

import (
	"net/http"

	"github.com/salaatflow/platform/gateway/internal/problem"
	"github.com/salaatflow/platform/gateway/toolresult"
)

// healthz answers as long as the process serves at all.
func (e *Edge) healthz(w http.ResponseWriter, r *http.Request) {
	e.writeJSON(w, r, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz answers 200 when every required tool can be called, and otherwise 503 with what is missing.
func (e *Edge) readyz(w http.ResponseWriter, r *http.Request) {
	missing := e.Missing()
	if len(missing) > 0 {
		e.writeJSON(w, r, http.StatusServiceUnavailable, map[string]any{"status": "not ready", "missing": missing})
		return
	}
	e.writeJSON(w, r, http.StatusOK, map[string]any{"status": "ready", "missing": []string{}})
}

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
	e.writeJSON(w, r, http.StatusOK, newListedTool(route))
}
