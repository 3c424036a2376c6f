package catalog_test

import (
	"slices"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

const pkg = "garden.v1"

func define(t testing.TB, service, version string, tools ...catalogtest.Tool) *catalog.Definition {
	t.Helper()
	definition, err := catalogtest.NewDefinition(service, version,
		[]string{catalogtest.GRPCService(pkg)}, catalogtest.Files(t, pkg, tools...), toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

func instanceOf(definition *catalog.Definition, id string) catalog.Instance {
	return catalog.Instance{ID: id, Service: definition.Service, Address: id + ":1", DefinitionHash: definition.Hash}
}

func TestTheZeroCatalogueIsEmpty(t *testing.T) {
	for name, c := range map[string]*catalog.Catalog{"zero": {}, "of nothing": catalog.New(0, nil, nil)} {
		if _, ok := c.MapIntent("grow"); ok || c.Lookup("sow") != nil || len(c.Tools()) != 0 || len(c.Instances()) != 0 ||
			c.Definition("x") != nil || len(c.InstancesOf("garden-svc")) != 0 {
			t.Errorf("%s: it has something", name)
		}
	}
}

func TestToolsAreFoundByEachOfTheirNamesAndCountTheirInstances(t *testing.T) {
	older := define(t, "garden-svc", "1.9.0", catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}}, catalogtest.Tool{Name: "water"})
	newer := define(t, "garden-svc", "1.10.0", catalogtest.Tool{Name: "sow", Intents: []string{"grow"}})
	c := catalog.New(7, []*catalog.Definition{older, newer}, []catalog.Instance{
		instanceOf(older, "a"), instanceOf(newer, "b"), instanceOf(newer, "c"),
	})
	sow := c.Lookup("sow")
	if sow == nil || sow.Definition != newer || sow.Instances != 3 {
		t.Fatalf("sow is %+v, want it of 1.10.0 with 3 instances", sow)
	}
	if water := c.Lookup("water"); water == nil || water.Definition != older || water.Instances != 1 {
		t.Errorf("water is %+v, want it of 1.9.0 with 1 instance", water)
	}
	if c.Lookup("plant") != sow {
		t.Error("the alias that the older version has does not lead to the tool")
	}
	if name, ok := c.MapIntent("grow"); !ok || name != "sow" {
		t.Errorf("the intent answers %q", name)
	}
	if c.Lookup("Sow") != nil || c.Lookup("") != nil {
		t.Error("a name that nobody has leads somewhere")
	}
	if c.Revision() != 7 || c.Definition(older.Hash) != older || len(c.InstancesOf("garden-svc")) != 3 {
		t.Errorf("it is %+v", c)
	}
}

func TestACanonicalNameGoesBeforeAnAliasOfANewerVersion(t *testing.T) {
	older := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow"})
	renamed := define(t, "garden-svc", "2.0.0", catalogtest.Tool{Name: "plant", Aliases: []string{"sow"}})
	both := catalog.New(1, []*catalog.Definition{older, renamed},
		[]catalog.Instance{instanceOf(older, "a"), instanceOf(renamed, "b")})
	if got := both.Lookup("sow").Name; got != "sow" {
		t.Errorf("while both run, sow means %s", got)
	}
	after := catalog.New(2, []*catalog.Definition{renamed}, []catalog.Instance{instanceOf(renamed, "b")})
	if got := after.Lookup("sow").Name; got != "plant" {
		t.Errorf("afterwards, sow means %s", got)
	}
}

func TestWhatHasNoOtherHalfIsLeftOut(t *testing.T) {
	idle := define(t, "idle-svc", "1", catalogtest.Tool{Name: "rest"})
	unknown := define(t, "unknown-svc", "1", catalogtest.Tool{Name: "hide"})
	c := catalog.New(1, []*catalog.Definition{idle}, []catalog.Instance{instanceOf(unknown, "a")})
	if len(c.Tools()) != 0 || len(c.Instances()) != 0 || len(c.Definitions()) != 0 {
		t.Errorf("got %v, %v, %v", c.Tools(), c.Instances(), c.Definitions())
	}
}

// oursAndTheirs returns the definitions of two services that claim the same names.
func oursAndTheirs(t *testing.T) (ours, theirs *catalog.Definition) {
	t.Helper()
	ours = define(t, "garden-svc", "1", catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}, Intents: []string{"grow"}})
	theirs = define(t, "a-stranger-svc", "9",
		catalogtest.Tool{Name: "sow", Intents: []string{"grow"}},
		catalogtest.Tool{Name: "weed", Aliases: []string{"plant"}, Intents: []string{"tidy"}})
	return ours, theirs
}

// isOurs reserves the names that both services claim for garden-svc.
func isOurs(service, name string, _ *toolspec.Tool) bool {
	return service == "garden-svc" || name != "sow" && name != "plant" && name != "grow"
}

func TestAViewHasTheNamesThatAreAllowed(t *testing.T) {
	ours, theirs := oursAndTheirs(t)
	all := catalog.New(3, []*catalog.Definition{ours, theirs},
		[]catalog.Instance{instanceOf(ours, "a"), instanceOf(ours, "b"), instanceOf(theirs, "c")})
	view := all.View(isOurs, nil)
	for _, name := range []string{"sow", "plant"} {
		if tool := view.Lookup(name); tool == nil || tool.Definition != ours || tool.Instances != 2 {
			t.Errorf("%s is %+v, want that of garden-svc with its 2 instances", name, tool)
		}
	}
	if weed := view.Lookup("weed"); weed == nil || weed.Definition != theirs {
		t.Errorf("what a stranger may offer is %+v", weed)
	}
	if all.Lookup("sow").Definition != theirs || all.Lookup("plant").Definition != theirs {
		t.Error("a view changes what it is of")
	}
	if len(view.Instances()) != 3 || view.Revision() != 3 {
		t.Errorf("a view has %d instances of revision %d", len(view.Instances()), view.Revision())
	}
}

func TestAViewKeepsAToolThatNobodyOffersAnyMore(t *testing.T) {
	ours, theirs := oursAndTheirs(t)
	view := catalog.New(3, []*catalog.Definition{ours, theirs},
		[]catalog.Instance{instanceOf(ours, "a"), instanceOf(theirs, "c")}).View(isOurs, nil)
	gone := catalog.New(4, []*catalog.Definition{theirs}, []catalog.Instance{instanceOf(theirs, "c")})
	kept := gone.View(isOurs, []*catalog.Tool{view.Lookup("sow"), view.Lookup("weed")})
	if sow := kept.Lookup("plant"); sow == nil || sow.Name != "sow" || sow.Instances != 0 {
		t.Errorf("the kept tool that nobody offers is %+v", sow)
	}
	if answers, ok := kept.MapIntent("grow"); !ok || answers != "sow" {
		t.Errorf("its intent answers %q", answers)
	}
	if weed := kept.Lookup("weed"); weed == nil || weed.Instances != 1 || len(kept.Tools()) != 2 {
		t.Errorf("a kept tool that is offered is %+v of %d tools", weed, len(kept.Tools()))
	}
}

func TestTheOrderIsAlwaysTheSame(t *testing.T) {
	var definitions []*catalog.Definition
	var instances []catalog.Instance
	for _, version := range []string{"1.2.0", "v1.10.0", "1.10.0-rc1", "2.0.0", "main", "1.9.9", "latest"} {
		definition := define(t, "garden-svc", version, catalogtest.Tool{Name: "sow"})
		definitions = append(definitions, definition)
		instances = append(instances, instanceOf(definition, version))
	}
	want := []string{"2.0.0", "v1.10.0", "1.10.0-rc1", "1.9.9", "1.2.0", "main", "latest"}
	for range 5 {
		var got []string
		for _, definition := range catalog.New(1, definitions, instances).Definitions() {
			got = append(got, definition.Version)
		}
		if !slices.Equal(got, want) {
			t.Errorf("newest first is %v, want %v", got, want)
		}
		definitions = append(definitions[1:], definitions[0])
		instances = append(instances[2:], instances[0], instances[1])
	}
}

func TestADefinitionIsKnownByItsContent(t *testing.T) {
	first := define(t, "garden-svc", "1", catalogtest.Tool{Name: "sow"})
	again, err := catalogtest.NewDefinition("garden-svc", "1", []string{catalogtest.GRPCService(pkg)},
		proto.CloneOf(catalogtest.Files(t, pkg, catalogtest.Tool{Name: "sow"})), toolspec.DefaultLimits())
	if err != nil || again.Hash != first.Hash || len(first.Hash) != 64 {
		t.Errorf("the same content is %v (%v) and %v", again, err, first.Hash)
	}
	for name, other := range map[string]*catalog.Definition{
		"service": define(t, "other-svc", "1", catalogtest.Tool{Name: "sow"}),
		"version": define(t, "garden-svc", "2", catalogtest.Tool{Name: "sow"}),
		"tool":    define(t, "garden-svc", "1", catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}}),
	} {
		if other.Hash == first.Hash {
			t.Errorf("another %s has the same hash", name)
		}
	}
	sent, err := catalog.ReadDefinition(first.Proto(), toolspec.DefaultLimits())
	if err != nil || sent.Hash != first.Hash || sent.Version != "1" || len(sent.Manifest().Tools) != 1 {
		t.Errorf("as it is sent it is %+v, %v", sent, err)
	}
}

func TestADefinitionOffersItsMethods(t *testing.T) {
	definition := define(t, "garden-svc", "1", catalogtest.Tools("sow", "reap")...)
	sow, reap := catalogtest.Method(pkg, "sow"), catalogtest.Method(pkg, "reap")
	if !definition.Offers(sow) || definition.Offers(catalogtest.Method(pkg, "cook")) {
		t.Error("it offers what it has not, or not what it has")
	}
	if got := definition.Methods(); !slices.Equal(got, []string{reap, sow}) {
		t.Errorf("methods are %v", got)
	}
}

func TestAnInstanceIsTheSameOnTheOtherSide(t *testing.T) {
	want := catalog.Instance{ID: "one", Service: "garden-svc", Address: "127.0.0.1:1", DefinitionHash: "abc"}
	if got := catalog.ReadInstance(want.Proto()); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func BenchmarkLookup(b *testing.B) {
	definition := define(b, "garden-svc", "1", catalogtest.Tool{Name: "sow", Aliases: []string{"plant"}})
	c := catalog.New(1, []*catalog.Definition{definition}, []catalog.Instance{instanceOf(definition, "a")})
	b.ReportAllocs()
	for b.Loop() {
		if c.Lookup("plant") == nil {
			b.Fatal("not found")
		}
	}
}
