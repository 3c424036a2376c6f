package toolsearch_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// many returns services of 50 tools each beside the platform's, whose names and descriptions are made of those in testdata.
func many(b *testing.B, services int) *registry {
	b.Helper()
	definitions := append(platform(b), neighbours(b))
	var seen []described
	for _, definition := range definitions {
		for _, tool := range definition.Manifest().Tools {
			seen = append(seen, described{Name: tool.Name, Title: tool.Title, Description: tool.Description})
		}
	}
	for i := range services {
		tools := make([]described, 50)
		for j := range tools {
			one, other := seen[(i*7+j)%len(seen)], seen[(i*11+j*13)%len(seen)]
			tools[j] = described{
				Name: fmt.Sprintf("%.40s_of_%d_%d", one.Name, i, j), Title: one.Title,
				Auth: "AUTH_REQUIRED", Description: one.Description + " " + other.Description, Parameters: []string{"place", "date", "limit"},
			}
		}
		definitions = append(definitions, serviceOf(b, fmt.Sprintf("s%d", i), tools))
	}
	return &registry{now: catalogueOf(definitions...)}
}

// oneService is a policy by which everybody may call the tools of one service alone.
const oneService = `
rules:
  - name: one
    allow: "tool.service == 'test.s7.TestService'"
    reason: the others are not for you
`

// BenchmarkFind searches 50,000 tools for all 300 descriptions in turn.
func BenchmarkFind(b *testing.B) {
	const services = 1000
	known := many(b, services)
	finder, err := toolsearch.New(known)
	if err != nil {
		b.Fatal(err)
	}
	var all []wanted
	for _, language := range languages {
		all = append(all, readWanted(b, language)...)
	}
	before := heapInUse()
	finder.Find("a task", 5, anyone) // makes the index
	index := float64(heapInUse()-before) / (1 << 20)
	for _, who := range []string{"everything", "by scopes, one service of a thousand", "by a policy, one service of a thousand"} {
		caller, decider := identity.Caller{UserID: 7}, (*access.Decider)(nil)
		switch who {
		case "by scopes, one service of a thousand":
			caller.Scopes = identity.LimitTo("s7:write")
		case "by a policy, one service of a thousand":
			decider = decides(b, oneService)
		}
		asker, _ := decider.Asker(caller)
		may := func(method *access.Method) bool { return decider.Lists(b.Context(), caller, method) }
		for name, searcher := range map[string]toolsearch.Caller{
			who: {May: may, Alike: asker}, who + ", nothing remembered": {May: may},
		} {
			b.Run(name, func(b *testing.B) {
				for _, said := range all[:60] { // what is remembered of callers who are alike
					finder.Find(said.text, 5, searcher)
				}
				for i := 0; b.Loop(); i++ {
					finder.Find(all[i%len(all)].text, 5, searcher)
				}
				b.ReportMetric(index, "MiB-index")
			})
		}
	}
	b.Run("the first, which makes the index", func(b *testing.B) {
		for b.Loop() {
			anew, err := toolsearch.New(known)
			if err != nil {
				b.Fatal(err)
			}
			anew.Find("a task", 5, anyone)
		}
	})
	b.Run("after a service came", func(b *testing.B) {
		base := known.now.Definitions()
		one := serviceOf(b, "new", []described{{Name: "sow_seed", Title: "Sow", Description: "Sows a seed."}})
		for i := 0; b.Loop(); i++ {
			definitions := append([]*catalog.Definition{}, base...)
			if i%2 == 0 {
				definitions = append(definitions, one)
			}
			b.StopTimer()
			known.now = catalogueOf(definitions...)
			known.now.Tools()
			b.StartTimer()
			finder.Find("a task", 5, anyone)
		}
	})
}

// decides returns who decides by a policy.
func decides(tb testing.TB, policy string) *access.Decider {
	tb.Helper()
	rules, err := access.ReadRules([]byte(policy))
	if err != nil {
		tb.Fatal(err)
	}
	return access.New(rules, clockwork.NewRealClock())
}

func heapInUse() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
