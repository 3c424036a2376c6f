package routing_test

import (
	"testing"

	"github.com/salaatflow/platform/services/toolclient/routing"
)

// FuzzResolve: a name is either a tool's or an alias's, to the letter, or comes back as it was.
func FuzzResolve(f *testing.F) {
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
		want := name
		if canonical, ok := known[name]; ok {
			want = canonical
		}
		if got := table.Resolve(name); got != want {
			t.Fatalf("%q resolves to %q, not %q", name, got, want)
		}
		if (table.Lookup(name) != nil) != (known[name] != "") {
			t.Fatalf("%q is known: %t", name, table.Lookup(name) != nil)
		}
	})
}
