package library_test

import (
	"log/slog"
	"testing"
	"testing/fstest"

	"github.com/jonboulle/clockwork"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/salaatflow/platform/skills-svc/internal/library"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// Every series exists from the start, so that an alarm on broken skills has something to look at before there is one.
func TestEveryRootAndStateIsCounted(t *testing.T) {
	reader := metric.NewManualReader()
	l, err := library.New(library.Options{
		Roots: []library.Root{{Location: skills.LocationProject, Files: fstest.MapFS{
			"a/SKILL.md": {Data: []byte(text("a", "b"))}, "b/SKILL.md": {Data: []byte("broken")},
		}}},
		Clock: clockwork.NewRealClock(), Logger: slog.New(slog.DiscardHandler),
		Meters: metric.NewMeterProvider(metric.WithReader(reader)),
	})
	must(t, err)
	l.Load(t.Context())
	var read metricdata.ResourceMetrics
	must(t, reader.Collect(t.Context(), &read))
	gauge := read.ScopeMetrics[0].Metrics[0].Data.(metricdata.Gauge[int64])
	counts := map[[2]string]int64{}
	for _, point := range gauge.DataPoints {
		location, _ := point.Attributes.Value("location")
		state, _ := point.Attributes.Value("state")
		counts[[2]string{location.AsString(), state.AsString()}] = point.Value
	}
	for _, location := range skills.Locations() {
		for _, state := range skills.States() {
			at := [2]string{string(location), string(state)}
			wanted := int64(0)
			if location == skills.LocationProject && state != skills.StateStale {
				wanted = 1
			}
			if got, there := counts[at]; !there || got != wanted {
				t.Errorf("%s: %d (%t), want %d", at, got, there, wanted)
			}
		}
	}
}
