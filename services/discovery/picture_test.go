package discovery

import (
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// Whatever the registry tells, in whatever order, the catalogue is the one that is put together anew.
func TestTheCatalogueAfterAChangeIsAsOneThatIsMadeAnew(t *testing.T) {
	var definitions []*registryv1.Definition
	for i := range 6 {
		pkg := fmt.Sprintf("garden%d.v1", i/2)
		definition, err := catalogtest.NewDefinition(fmt.Sprintf("garden-%d-svc", i/2), fmt.Sprintf("1.%d.0", i%2),
			[]string{catalogtest.GRPCService(pkg)}, catalogtest.Files(t, pkg, catalogtest.Tool{Name: fmt.Sprintf("sow_%d", i/2)}),
			toolspec.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		definitions = append(definitions, definition.Proto())
	}
	random := rand.New(rand.NewPCG(5, 6))
	p := newPicture(toolspec.DefaultLimits(), slog.New(slog.DiscardHandler))
	for round := range 2000 {
		for range 1 + random.IntN(3) {
			definition := definitions[random.IntN(len(definitions))]
			instance := &registryv1.Instance{
				Id: fmt.Sprint(random.IntN(8)), Service: definition.GetService(), Address: fmt.Sprintf("10.0.0.%d:1", random.IntN(3)),
				DefinitionHash: definition.GetHash(),
			}
			message := &registryv1.WatchResponse{Revision: p.revision + 1}
			switch random.IntN(10) {
			case 0:
				message.Event = &registryv1.WatchResponse_DefinitionAdded{DefinitionAdded: definition}
			case 1:
				message.Event = &registryv1.WatchResponse_DefinitionRemoved{DefinitionRemoved: definition.GetHash()}
			case 2, 3, 4, 5:
				message.Event = &registryv1.WatchResponse_InstanceRemoved{InstanceRemoved: instance}
			default:
				message.Event = &registryv1.WatchResponse_InstanceAdded{InstanceAdded: instance}
			}
			if err := p.apply(message, false); err != nil {
				t.Fatal(err)
			}
		}
		got, want := p.catalog(),
			catalog.New(p.revision, slices.Collect(maps.Values(p.definitions)), slices.Collect(maps.Values(p.instances)))
		if !slices.Equal(got.Definitions(), want.Definitions()) || !slices.Equal(got.Instances(), want.Instances()) {
			t.Fatalf("after change %d: %v, want %v", round, got.Instances(), want.Instances())
		}
		for i := range 3 {
			service := fmt.Sprintf("garden-%d-svc", i)
			if !slices.Equal(got.InstancesOf(service), want.InstancesOf(service)) {
				t.Fatalf("after change %d, of %s: %v, want %v", round, service, got.InstancesOf(service), want.InstancesOf(service))
			}
		}
	}
}
