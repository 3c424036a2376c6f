package gateway

import (
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/salaatflow/platform/gateway/internal/readiness"
	"github.com/salaatflow/platform/services/telemetry"
)

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

// requiredServices returns the services of which there must be an instance: those of the required tools or, where the platform's
// own are, all of the platform's.
func (g *Gateway) requiredServices() []string {
	if len(g.Config.RequiredTools) == 0 {
		return g.owners.Services()
	}
	var services []string
	table := g.tools.Table()
	for _, name := range g.Config.RequiredTools {
		if route := table.Lookup(name); route != nil && !slices.Contains(services, route.Service) {
			services = append(services, route.Service)
		}
	}
	return services
}

// program returns the state of the whole program that the gateway is a part of.
func (g *Gateway) program() readiness.State {
	state := g.readiness()
	if state.Reason != "" || g.Config.Beside == nil {
		return state
	}
	if err := g.Config.Beside(); err != nil {
		state.Reason = strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return state
}

// reportReadiness registers the metrics of the gateway's state.
func (g *Gateway) reportReadiness() error {
	g.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "salaatflow_required_tools_missing", Help: "Required tools that no instance offers now.",
	}, func() float64 { return float64(len(g.tools.Missing())) }))
	return telemetry.ReportReady(g.Metrics, func() bool { return g.readiness().Ready() })
}
