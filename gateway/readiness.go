package gateway

import "github.com/salaatflow/platform/gateway/internal/readiness"

// readiness says how far the gateway is. It can take traffic as soon as it knows a catalogue, the registry's or the last
// one that was kept: what no instance offers then is answered NETWORK_ERROR, which is true.
func (g *Gateway) readiness() readiness.State {
	state := readiness.State{Missing: g.tools.Missing()}
	select {
	case <-g.draining:
		state.Reason = errDraining.Error()
	default:
		if !g.tools.Ready() {
			state.Reason = "the registry has not sent its catalogue yet, and there is none kept from before"
		}
	}
	return state
}
