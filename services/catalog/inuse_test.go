package catalog_test

import (
	"runtime"
	"testing"
	"time"
	"weak"

	"google.golang.org/protobuf/proto"

	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolspec"
)

// Each part of a process reads the definitions that it is sent. One content is read once while it is in use, and kept no longer; a
// definition that differs in anything, its version alone, is another.
func TestOneContentIsReadOnceWhileItIsInUse(t *testing.T) {
	wire := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow"}).Proto()
	read := func(change func(*registryv1.Definition), limits toolspec.Limits) *toolspec.Manifest {
		t.Helper()
		sent := proto.CloneOf(wire)
		change(sent)
		definition, err := catalog.ReadDefinition(sent, limits)
		if err != nil {
			t.Fatal(err)
		}
		return definition.Manifest()
	}
	unchanged := func(*registryv1.Definition) {}
	limits := toolspec.Limits{Tools: 99} // which nobody else has
	first := read(unchanged, limits)
	if read(unchanged, limits) != first {
		t.Error("the same content was read twice")
	}
	for what, other := range map[string]*toolspec.Manifest{
		"other limits":    read(unchanged, toolspec.Limits{Tools: 98}),
		"another version": read(func(sent *registryv1.Definition) { sent.Version = "1.0.1" }, limits),
		"another service": read(func(sent *registryv1.Definition) { sent.Service = "yard-svc" }, limits),
		"another file": read(func(sent *registryv1.Definition) {
			sent.Files = catalogtest.Files(t, pkg, catalogtest.Tool{Name: "reap"}) // under the hash of another
		}, limits),
	} {
		if other == first || other.Tools[0] == first.Tools[0] {
			t.Errorf("%s: the manifest is that of another content", what)
		}
	}

	kept := weak.Make(first)
	runtime.KeepAlive(first) // and no longer
	for deadline := time.Now().Add(time.Minute); kept.Value() != nil; runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatal("a manifest that nobody uses is kept")
		}
	}
	if again := read(unchanged, limits); len(again.Tools) != 1 || again.Tools[0].Name != "sow" {
		t.Errorf("read again, it has the tools %v", again.Tools)
	}
}

// A watcher knows a definition's tools without its descriptors, and a tool that is called has them again.
func TestAToolThatIsCalledHasItsDescriptorsAgain(t *testing.T) {
	sent := define(t, "garden-svc", "1.0.0", catalogtest.Tool{Name: "sow"}, catalogtest.Tool{Name: "reap"}).Proto()
	definition, err := catalog.ReadDefinition(sent, toolspec.Limits{Tools: 97})
	if err != nil {
		t.Fatal(err)
	}
	gone := weak.Make(definition.Manifest())
	for deadline := time.Now().Add(time.Minute); gone.Value() != nil; runtime.GC() {
		if time.Now().After(deadline) {
			t.Fatal("the descriptors of tools that nobody calls are kept")
		}
	}
	tools := definition.Tools()
	if len(tools) != 2 || tools[1].Name != "sow" || len(tools[1].InputSchema) == 0 {
		t.Fatalf("its tools are %+v", tools)
	}
	if got := tools[1].CheckArguments([]byte(`{"nothing_of_the_kind":1}`)); len(got) != 1 {
		t.Errorf("of a parameter that it has not, it says %v", got)
	}
	if got := tools[1].Method(); got.FullName() != tools[1].RPC() || got.Parent().FullName() != tools[1].GRPCService() {
		t.Errorf("its RPC is %s", got.FullName())
	}
	called := weak.Make(definition.Manifest())
	runtime.GC()
	runtime.GC()
	if called.Value() == nil {
		t.Error("the descriptors of a tool that was called are read for each call")
	}
	runtime.KeepAlive(definition)
}
