package toolsearch_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// garden returns a service of so many tools that sow, each for users alone.
func garden(tools int) []described {
	all := make([]described, tools)
	for i := range all {
		all[i] = described{Name: fmt.Sprintf("sow_%d", i), Title: "Sow", Description: "Sows seeds.", Auth: "AUTH_REQUIRED"}
	}
	return all
}

// Callers who are alike are asked about once; others, and tools that came since, are asked about anew.
func TestWhatOneCallerMayCallIsNotFoundByAnother(t *testing.T) {
	const tools = 100
	finder, known := finderOf(t, serviceOf(t, "garden", garden(tools)))
	asked := 0
	find := func(scope string) int {
		caller := identity.Caller{UserID: 7, Scopes: identity.LimitTo(scope)}
		asker, lasts := (*access.Decider)(nil).Asker(caller)
		if !lasts {
			t.Fatal("without a policy file, what a caller may call changes")
		}
		return len(finder.Find("sow seeds", tools+1, toolsearch.Caller{Alike: asker, May: func(method *access.Method) bool {
			asked++
			return (*access.Decider)(nil).Lists(t.Context(), caller, method)
		}}))
	}
	for range 2 {
		if all, none := find("garden:write"), find("tasks:write"); all != tools || none != 0 {
			t.Fatalf("one finds %d, the other %d", all, none)
		}
	}
	if asked != 2*tools {
		t.Errorf("asked %d times about %d tools for two callers", asked, tools)
	}
	known.now = catalogueOf(serviceOf(t, "garden", garden(tools)), serviceOf(t, "field", garden(tools)[:1]))
	if all, none := find("garden:write"), find("tasks:write"); all == 0 || none != 0 {
		t.Errorf("then one finds %d, the other %d", all, none)
	}
}

// A policy that is read anew, or looks at the time, is asked anew.
func TestAPolicyIsAskedAgainWhenItsAnswerMayBeAnother(t *testing.T) {
	caller := identity.Caller{UserID: 7}
	one, _ := decides(t, oneService).Asker(caller)
	again, lasts := decides(t, oneService).Asker(caller)
	if !lasts || one == again {
		t.Errorf("lasts %v; two files of rules are taken for one: %v", lasts, one == again)
	}
	byTime := "rules:\n  - name: day\n    allow: \"time.hour > 6\"\n    reason: at night nothing is done\n"
	if _, lasts := decides(t, byTime).Asker(caller); lasts {
		t.Error("what is allowed by the hour lasts")
	}
}

// Tools are read when they are registered, so that the first who searches does not wait for it.
func TestToolsAreReadBeforeAnybodySearches(t *testing.T) {
	definitions := platform(t)
	synctest.Test(t, func(t *testing.T) {
		finder, known := finderOf(t, definitions...)
		known.changed = make(chan struct{})
		var running sync.WaitGroup
		running.Go(func() { finder.Run(t.Context()) })
		synctest.Wait()
		if read := finder.Read(); read == 0 || read != len(known.now.Tools()) {
			t.Errorf("%d of %d tools are read", read, len(known.now.Tools()))
		}
		known.now = catalogueOf(append(slices.Clone(definitions), serviceOf(t, "garden", garden(3)))...)
		known.changed <- struct{}{}
		synctest.Wait()
		if read := finder.Read(); read != len(known.now.Tools()) {
			t.Errorf("%d of %d tools are read after a change", read, len(known.now.Tools()))
		}
		t.Cleanup(running.Wait)
	})
}
