// Package readiness reports the state of a gateway in two senses: ready for traffic, and complete.
package readiness

import (
	"context"
	"encoding/json"
	"net/http"
)

// State is the state of a gateway at one moment.
type State struct {
	// Reason is why the gateway is not ready for traffic, or empty if it is.
	Reason string
	// Missing lists the required tools that no instance offers. A gateway is complete if it is ready and none is
	// missing.
	Missing []string
	// Down lists the programs that are down; nil where nobody looked. Lame is set if calls need one of them.
	Down []string
	Lame bool
}

// Ready reports whether the gateway can take traffic: it can route what it knows.
func (s State) Ready() bool { return s.Reason == "" }

// Complete reports whether the gateway is ready, every required tool has a living instance, and no program that calls need is
// known to be down. Whoever joined and died is named, and yet no reason to stop a roll-out.
func (s State) Complete() bool { return s.Ready() && len(s.Missing) == 0 && !s.Lame }

// Handler answers GET /readyz with 200 if the gateway is ready, and GET /readyz?complete if it is complete. Otherwise
// it answers 503. Both list what is missing. Whoever asks whether it is complete waits for down, which finds out who is down;
// load balancers do not. Both functions are called for each request and must be safe for concurrent use.
func Handler(current func() State, down func(context.Context) (names []string, required bool)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		state := current()
		status, is := http.StatusOK, state.Ready()
		if r.URL.Query().Has("complete") {
			names, required := down(r.Context())
			state.Down, state.Lame = append([]string{}, names...), required
			is = state.Complete()
		}
		if !is {
			status = http.StatusServiceUnavailable
		}
		body, _ := json.Marshal(answer{ // texts and booleans always encode
			Status: word(state), Complete: state.Complete(), Reason: state.Reason, Missing: append([]string{}, state.Missing...),
			Down: state.Down,
		})
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_, _ = w.Write(append(body, '\n')) // an error means that the client has gone
	})
}

type answer struct {
	Status   string   `json:"status"`
	Complete bool     `json:"complete"`
	Reason   string   `json:"reason,omitempty"`
	Missing  []string `json:"missing"`
	Down     []string `json:"down,omitzero"`
}

func word(s State) string {
	if s.Ready() {
		return "ready"
	}
	return "not ready"
}
