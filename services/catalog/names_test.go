package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// some returns definitions of many services, some in two versions and some that claim what another has.
func some(t *testing.T) (all []*catalog.Definition) {
	for service := range 24 {
		own := fmt.Sprintf("s%02d_", service)
		tools := []catalogtest.Tool{
			{Name: own + "sow", Aliases: []string{own + "plant"}, Intents: []string{own + "grow"}},
			{Name: own + "reap"},
		}
		if service%8 == 7 { // contested
			tools = append(tools, catalogtest.Tool{Name: "everybodys", Aliases: []string{"s00_reap"}, Intents: []string{"s01_grow"}})
		}
		all = append(all, define(t, own+"svc", "1.0.0", tools...))
		if service%3 == 0 {
			tools[1].Aliases = []string{own + "harvest"}
			all = append(all, define(t, own+"svc", "1.1.0", append(tools, catalogtest.Tool{Name: own + "water"})...))
		}
	}
	return all
}

// Whatever comes and goes, a view that is made of the one before has the names of one that is made anew.
func TestAViewAfterAnotherHasTheNamesOfANewOne(t *testing.T) {
	all := some(t)
	allows := func(service, name string, _ *toolspec.Tool) bool { return name != "s02_plant" || service != "s02_svc" }
	random := rand.New(rand.NewPCG(3, 4))
	for _, contested := range []bool{false, true} {
		there := map[int]bool{}
		view := &catalog.Catalog{}
		for round := range 150 {
			for range 1 + random.IntN(2) {
				at := random.IntN(len(all))
				there[at] = !there[at]
			}
			if round%50 == 0 {
				for at := range all {
					there[at] = true
				}
			}
			var offered []*catalog.Definition
			var instances []catalog.Instance
			for at, definition := range all {
				isContested := len(definition.ToolNames) > 0 && definition.ToolNames[0] == "everybodys"
				if there[at] && (contested || !isContested) {
					offered = append(offered, definition)
					instances = append(instances, instanceOf(definition, fmt.Sprint("i", at)))
				}
			}
			now := catalog.New(int64(round), offered, instances)
			var keep []*catalog.Tool
			if kept := view.Lookup("s05_sow"); kept != nil {
				keep = append(keep, kept)
			}
			view = now.ViewAfter(view, allows, keep)
			sameNames(t, view, now.View(allows, keep))
			if t.Failed() {
				t.Fatalf("after change %d (contested: %v)", round, contested)
			}
		}
	}
}

func sameNames(t *testing.T, got, want *catalog.Catalog) {
	t.Helper()
	if len(got.Tools()) != len(want.Tools()) {
		t.Errorf("%d tools, want %d", len(got.Tools()), len(want.Tools()))
		return
	}
	for i, tool := range want.Tools() {
		if got := got.Tools()[i]; got.Tool != tool.Tool || got.Definition != tool.Definition {
			t.Errorf("the tool %s %s, want %s %s", got.Name, got.Definition.Version, tool.Name, tool.Definition.Version)
		}
	}
	for service := range 24 {
		for _, word := range []string{"sow", "plant", "grow", "reap", "harvest", "water"} {
			name := fmt.Sprintf("s%02d_%s", service, word)
			is, should := got.Lookup(name), want.Lookup(name)
			if (is == nil) != (should == nil) || is != nil && is.Tool != should.Tool {
				t.Errorf("%s is %v, want %v", name, is, should)
			}
			isMapped, _ := got.MapIntent(name)
			shouldBe, _ := want.MapIntent(name)
			if isMapped != shouldBe {
				t.Errorf("%s is mapped to %q, want %q", name, isMapped, shouldBe)
			}
		}
	}
}
