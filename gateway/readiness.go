package gateway

import "github.com/salaatflow/platform/gateway/internal/readiness"

// readiness returns the gateway's state. It can take traffic as soon as it knows a catalogue, the registry's or the
// saved one: a call of a tool without instances returns NETWORK_ERROR, which is true.
func (g *Gateway) readiness() readiness.State {
	state := readiness.State{Missing: g.tools.Missing()}
	select {
	case <-g.draining:
		state.Reason = errDraining.Error()
	default:
		if !g.tools.Ready() {
			state.Reason = "the registry has not sent its catalogue yet, and none is saved"
		}
	}
	return state
}
