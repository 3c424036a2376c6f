// Package readiness answers how far a gateway is, in two meanings: ready to take traffic, and complete.
package readiness

import (
	"encoding/json"
	"net/http"
)

// State is how far a gateway is at one moment.
type State struct {
	// Reason says why the gateway is not ready to take traffic; empty means that it is.
	Reason string
	// Missing are the required tools that no instance offers now. A gateway is complete when it is ready and misses none.
	Missing []string
}

// Ready reports whether the gateway can take traffic: what it knows it can route.
func (s State) Ready() bool { return s.Reason == "" }

// Complete reports whether the gateway is ready and every required tool has a living instance.
func (s State) Complete() bool { return s.Ready() && len(s.Missing) == 0 }

// Handler answers GET /readyz with 200 when the gateway is ready, GET /readyz?complete when it is complete, and else 503,
// with what is missing in either case. current is called for each request, by many goroutines.
func Handler(current func() State) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := current()
		status, is := http.StatusOK, state.Ready()
		if r.URL.Query().Has("complete") {
			is = state.Complete()
		}
		if !is {
			status = http.StatusServiceUnavailable
		}
		body, _ := json.Marshal(answer{ // texts and booleans always encode
			Status: word(state), Complete: state.Complete(), Reason: state.Reason, Missing: append([]string{}, state.Missing...),
		})
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = w.Write(append(body, '\n')) // the client is gone; there is nobody left to tell
	})
}

type answer struct {
	Status   string   `json:"status"`
	Complete bool     `json:"complete"`
	Reason   string   `json:"reason,omitempty"`
	Missing  []string `json:"missing"`
}

func word(s State) string {
	if s.Ready() {
		return "ready"
	}
	return "not ready"
}
