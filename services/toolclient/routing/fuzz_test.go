package routing_test

import (
	"testing"

	"github.com/salaatflow/platform/services/toolclient/routing"
)

// FuzzLookup: a name is a tool's or an alias's to the letter, or nobody's.
func FuzzLookup(f *testing.F) {
	table := builder().Build(&routing.Table{}, catalogue(definition(f, "tasks-svc", "v1.0.0", tasks, nil)))
	known := map[string]string{}
	for _, tool := range names(f, tasks) {
		for _, name := range append([]string{tool.Name}, tool.Aliases...) {
			known[name] = tool.Name
			f.Add(name)
			f.Add(name + "\x00")
		}
	}
	f.Add("")
	f.Fuzz(func(t *testing.T, name string) {
		canonical, isKnown := known[name]
		route := table.Lookup(name)
		if (route != nil) != isKnown || route != nil && route.Name != canonical {
			t.Fatalf("%q leads to %+v, want %q", name, route, canonical)
		}
	})
}
