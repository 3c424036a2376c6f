package toolsearch_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/ownership"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/toolsearch"
)

// registry is a catalogue that tests change.
type registry struct {
	now     *catalog.Catalog
	changed chan struct{} // nil where nobody is told
}

func (r *registry) Subscribe() (<-chan struct{}, func()) { return r.changed, func() {} }

func (r *registry) Current() *catalog.Catalog { return r.now }

// catalogueOf returns the catalogue of definitions with an instance of each.
func catalogueOf(definitions ...*catalog.Definition) *catalog.Catalog {
	instances := make([]catalog.Instance, 0, len(definitions))
	for _, d := range definitions {
		instances = append(instances, catalog.Instance{ID: d.Hash, Service: d.Service, Address: "127.0.0.1:1", DefinitionHash: d.Hash})
	}
	return catalog.New(1, definitions, instances)
}

// platform returns what the platform's services offer.
func platform(t testing.TB) []*catalog.Definition {
	t.Helper()
	definitions, err := ownership.Default().Reserved()
	if err != nil {
		t.Fatal(err)
	}
	return definitions
}

// described is a tool of a service in the tests.
type described struct {
	Name, Title, Description, Auth string
	Parameters                     []string
}

// neighbours returns a service with the tools of testdata/neighbours.yaml.
func neighbours(t testing.TB) *catalog.Definition {
	t.Helper()
	text, err := os.ReadFile("testdata/neighbours.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var tools []described
	if err := yaml.Unmarshal(text, &tools); err != nil {
		t.Fatal(err)
	}
	return serviceOf(t, "neighbours", tools)
}

// serviceOf returns the definition of a service with tools.
func serviceOf(t testing.TB, name string, tools []described) *catalog.Definition {
	t.Helper()
	pkg := "test." + name
	definition, err := catalogtest.NewDefinition(
		name+"-svc", "v1.0.0", []string{catalogtest.GRPCService(pkg)}, catalogtest.Compile(t, source(pkg, tools)), toolspec.Limits{},
	)
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

// source returns the proto file of a service with tools.
func source(pkg string, tools []described) string {
	var services, messages strings.Builder
	for i, tool := range tools {
		auth := tool.Auth
		if auth == "" {
			auth = "AUTH_NONE"
		}
		fmt.Fprintf(&services, "  // %s\n  rpc Do%d(Do%[2]dRequest) returns (Answer) {\n"+
			"    option (salaatflow.tools.v1.tool) = {name: %[3]q title: %[4]q auth: %[5]s};\n  }\n",
			strings.ReplaceAll(tool.Description, "\n", "\n  // "), i, tool.Name, tool.Title, auth)
		fmt.Fprintf(&messages, "// What it needs.\nmessage Do%dRequest {\n", i)
		for j, parameter := range tool.Parameters {
			fmt.Fprintf(&messages, "  // A parameter.\n  string %s = %d;\n", parameter, j+1)
		}
		messages.WriteString("}\n")
	}
	return "edition = \"2023\";\npackage " + pkg + ";\nimport \"salaatflow/tools/v1/tool.proto\";\n" +
		"// A service for tests.\nservice TestService {\n" + services.String() + "}\n" + messages.String() +
		"// What it gives.\nmessage Answer {\n  // A text.\n  string text = 1;\n}\n"
}

// anyone may call every tool.
var anyone = toolsearch.Caller{May: func(*access.Method) bool { return true }}

func namesOf(tools []*catalog.Tool) []string {
	names := make([]string, 0, len(tools))
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return names
}
