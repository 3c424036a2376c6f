// Package catalogtest makes services for tests: what they register, and servers that answer for them.
package catalogtest

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"

	_ "github.com/salaatflow/platform/proto/salaatflow/tools/v1" // the files that the compiled one imports
)

// Tool is a tool of a test service. The zero values of all but Name leave it plain.
type Tool struct {
	Name             string
	Aliases, Intents []string
	// ReadOnly makes it one that may be retried.
	ReadOnly bool
	// Does is its description, a sentence of one line; empty says "Does what NAME does."
	Does string
	// Capabilities are the capability categories that it declares.
	Capabilities []string
	// Icon is its picture; empty for none.
	Icon string
}

// Tools are plain tools of these names.
func Tools(names ...string) []Tool {
	tools := make([]Tool, len(names))
	for i, name := range names {
		tools[i].Name = name
	}
	return tools
}

// GRPCService is the full name of the gRPC service that Files declares in a package.
func GRPCService(pkg string) string { return pkg + ".TestService" }

// Method is the full name, "/package.Service/Method", of the RPC of a tool that Files declares in a package.
func Method(pkg, tool string) string { return "/" + GRPCService(pkg) + "/" + rpcName(tool) }

// Files are what a service registers that has one gRPC service, in a package, with one RPC for each tool.
func Files(t testing.TB, pkg string, tools ...Tool) *descriptorpb.FileDescriptorSet {
	t.Helper()
	return Compile(t, source(pkg, tools))
}

// compiled keeps what was compiled, by source: it takes long, and many tests use the same.
var compiled sync.Map

// Compile makes what a service registers of the source of its proto file, which may import what the platform links. The
// result must not be changed.
func Compile(t testing.TB, source string) *descriptorpb.FileDescriptorSet {
	t.Helper()
	if set, ok := compiled.Load(source); ok {
		return set.(*descriptorpb.FileDescriptorSet)
	}
	const path = "test.proto"
	compiler := protocompile.Compiler{
		SourceInfoMode: protocompile.SourceInfoStandard,
		Resolver: protocompile.CompositeResolver{
			&protocompile.SourceResolver{Accessor: protocompile.SourceAccessorFromMap(map[string]string{path: source})},
			protocompile.ResolverFunc(linked),
		},
	}
	files, err := compiler.Compile(context.WithoutCancel(t.Context()), path)
	if err != nil {
		t.Fatalf("the test's proto file does not compile: %v\n%s", err, source)
	}
	set := &descriptorpb.FileDescriptorSet{}
	addFile(set, files[0], map[string]bool{})
	compiled.Store(source, set)
	return set
}

func linked(path string) (protocompile.SearchResult, error) {
	file, err := protoregistry.GlobalFiles.FindFileByPath(path)
	return protocompile.SearchResult{Desc: file}, err
}

func addFile(set *descriptorpb.FileDescriptorSet, file protoreflect.FileDescriptor, seen map[string]bool) {
	if seen[file.Path()] {
		return
	}
	seen[file.Path()] = true
	for i := range file.Imports().Len() {
		addFile(set, file.Imports().Get(i).FileDescriptor, seen)
	}
	set.File = append(set.File, protodesc.ToFileDescriptorProto(file))
}

func source(pkg string, tools []Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "edition = \"2023\";\npackage %s;\n"+
		"import \"salaatflow/tools/v1/tool.proto\";\n"+
		"// A service for tests.\nservice TestService {\n", pkg)
	for _, tool := range tools {
		does := cmp.Or(tool.Does, "Does what "+tool.Name+" does.")
		fmt.Fprintf(&b, "  // %s\n  rpc %s(%[2]sRequest) returns (%[2]sResponse) {\n"+
			"    option (salaatflow.tools.v1.tool) = {\n%s    };\n  }\n", does, rpcName(tool.Name), option(tool))
	}
	b.WriteString("}\n")
	for _, tool := range tools {
		fmt.Fprintf(&b, "// What it needs.\nmessage %sRequest {}\n// What it gives.\nmessage %[1]sResponse {\n"+
			"  // Who answered.\n  string answered_by = 1;\n}\n", rpcName(tool.Name))
	}
	return b.String()
}

func option(tool Tool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %q title: \"A tool\" auth: AUTH_NONE example_arguments: \"{}\" read_only: %v\n",
		tool.Name, tool.ReadOnly)
	for _, alias := range tool.Aliases {
		fmt.Fprintf(&b, "aliases: %q\n", alias)
	}
	for _, intent := range tool.Intents {
		fmt.Fprintf(&b, "intents: { name: %q }\n", intent)
	}
	for _, capability := range tool.Capabilities {
		fmt.Fprintf(&b, "capabilities: %q\n", capability)
	}
	if tool.Icon != "" {
		fmt.Fprintf(&b, "icon: %q\n", tool.Icon)
	}
	return b.String()
}

// rpcName makes SowSeed of sow_seed.
func rpcName(tool string) string {
	var b strings.Builder
	for _, word := range strings.Split(tool, "_") {
		if word != "" {
			b.WriteString(strings.ToUpper(word[:1]) + word[1:])
		}
	}
	return b.String()
}
