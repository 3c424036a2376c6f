package discovery

import (
	"slices"
	"testing"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

const garden = `
edition = "2023";
package garden.v1;
import "salaatflow/tools/v1/tool.proto";
// A garden.
service Garden {
  // Looks.
  rpc Look(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "look" read_only: true}; }
  // Waters.
  rpc Water(Request) returns (Response) { option (salaatflow.tools.v1.tool) = {name: "water" idempotent: true}; }
  // Sows: a tool's option counts, and not the level.
  rpc Sow(Request) returns (Response) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.tool) = {name: "sow"};
  }
  // Counts.
  rpc Count(Request) returns (Response) { option idempotency_level = NO_SIDE_EFFECTS; }
  // Sets.
  rpc Set(Request) returns (Response) { option idempotency_level = IDEMPOTENT; }
  // Burns.
  rpc Burn(Request) returns (Response);
  // Listens.
  rpc Listen(Request) returns (stream Response) { option idempotency_level = NO_SIDE_EFFECTS; }
}
// A request.
message Request {}
// A response.
message Response {}
`

func TestOnlyWhatChangesNothingIsReadOnlyAndAsTheCatalogueHasItNow(t *testing.T) {
	definition, err := catalogtest.NewDefinition("garden-svc", "1", []string{"garden.v1.Garden"},
		catalogtest.Compile(t, garden), toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	w := New(Options{})
	known := &readOnly{watcher: w, service: "garden-svc"}
	readOnlyOnes := func() []string {
		var names []string
		for _, name := range []string{"Look", "Water", "Sow", "Count", "Set", "Burn", "Listen", "Nothing"} {
			if known.has("/garden.v1.Garden/" + name) {
				names = append(names, name)
			}
		}
		return names
	}
	if got := readOnlyOnes(); len(got) != 0 {
		t.Errorf("before anything is known: %v", got)
	}
	w.current.Store(catalog.New(1, []*catalog.Definition{definition}, []catalog.Instance{
		{ID: "a", Service: "garden-svc", DefinitionHash: definition.Hash},
	}))
	if got, want := readOnlyOnes(), []string{"Look", "Count"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	w.current.Store(catalog.New(2, nil, nil))
	if got := readOnlyOnes(); len(got) != 0 {
		t.Errorf("when it is gone: %v", got)
	}
}
