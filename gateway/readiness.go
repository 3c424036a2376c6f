package gateway

import (
	"encoding/json"
	"net/http"
)

// readiness is what /readyz answers.
type readiness struct {
	Status  string   `json:"status"`
	Missing []string `json:"missing"`
}

// readyz answers 200 when every required tool can be called, and otherwise 503 with what is missing.
func (g *Gateway) readyz(w http.ResponseWriter, _ *http.Request) {
	answer, status := readiness{Status: "ready", Missing: []string{}}, http.StatusOK
	if missing := g.missing(); len(missing) > 0 {
		answer, status = readiness{Status: "not ready", Missing: missing}, http.StatusServiceUnavailable
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(answer) // the client is gone; there is nobody left to tell
}
