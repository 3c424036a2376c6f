package routing_test

import (
	"testing"

	"github.com/salaatflow/platform/services/catalog"
	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/services/toolclient/routing"
	"github.com/salaatflow/platform/services/toolspec"
)

// garden is what a service of a version registers with a prompt and resources.
func garden(t *testing.T, service, version, rpcs string) *catalog.Definition {
	t.Helper()
	pkg := "garden" + service[:1] + ".v1"
	files := catalogtest.Compile(t, `edition = "2023"; package `+pkg+`;
import "salaatflow/tools/v1/content.proto"; import "salaatflow/tools/v1/prompt.proto"; import "salaatflow/tools/v1/resource.proto";
import "salaatflow/tools/v1/tool.proto"; import "salaatflow/tools/v1/completion.proto";
message Bed { string bed = 1; }
message Said { repeated salaatflow.tools.v1.Turn turns = 1; }
service TestService { `+rpcs+` }`)
	definition, err := catalogtest.NewDefinition(service, version, []string{pkg + ".TestService"}, files, toolspec.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

const beds = `
  rpc Say(Bed) returns (Said) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.prompt) = {name: "say"};
  }
  rpc Show(Bed) returns (Bed) {
    option (salaatflow.tools.v1.tool) = {name: "show" read_only: true auth: AUTH_NONE};
    option (salaatflow.tools.v1.resource) = {name: "bed" uri: "bed://{bed}"};
    option (salaatflow.tools.v1.resource) = {name: "first" uri: "bed://first"};
  }
  rpc Find(salaatflow.tools.v1.CompleteRequest) returns (salaatflow.tools.v1.CompleteResponse) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.completion) = {parameters: "bed"};
  }`

func TestNamesAndURIsLeadToTheirRPC(t *testing.T) {
	table := builder().Build(&routing.Table{}, catalogue(
		garden(t, "a-svc", "1.0.0", beds), garden(t, "b-svc", "1.0.0", `
  rpc Other(Bed) returns (Said) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.prompt) = {name: "say"};
    option (salaatflow.tools.v1.resource) = {name: "steal" uri: "bed://stolen"};
    option (salaatflow.tools.v1.resource) = {name: "own" uri: "b://{bed}"};
  }`)))
	say := table.Prompt("say")
	if len(table.Prompts()) != 1 || say == nil || say.Route.Conn != namedConn("a-svc") || say.Completers["bed"] == nil {
		t.Fatalf("the prompts are %+v", table.Prompts())
	}
	for uri, want := range map[string]string{"bed://first": "first", "bed://stolen": "bed", "BED://x": "bed", "b://x": "own"} {
		resource, values := table.Resource(uri)
		if resource == nil || resource.Name != want || want != "first" && values["bed"] == "" {
			t.Errorf("%s leads to %+v", uri, resource)
		}
	}
	for _, uri := range []string{"", "bed", "bed://", "c://x", "a://x"} {
		if resource, _ := table.Resource(uri); resource != nil {
			t.Errorf("%q leads to %s", uri, resource.Name)
		}
	}
	if bed := table.ResourceOf("bed://{bed}"); bed == nil || bed.Route != table.Lookup("show") || bed.Completers["bed"] == nil {
		t.Errorf("the resource of a tool has a route of its own: %+v", bed)
	}
	if table.ResourceOf("bed://first/x") != nil || table.Prompt("other") != nil || table.Lookup("say") != nil {
		t.Error("what is not there is found")
	}
}

func TestANewerVersionsPromptIsTheOne(t *testing.T) {
	table := builder().Build(&routing.Table{}, catalogue(garden(t, "a-svc", "1.0.0", beds)))
	next := builder().Build(table, catalogue(garden(t, "a-svc", "1.0.0", beds), garden(t, "a-svc", "1.1.0", `
  rpc Say(Bed) returns (Said) {
    option idempotency_level = NO_SIDE_EFFECTS;
    option (salaatflow.tools.v1.prompt) = {name: "say" title: "Newer"};
  }`)))
	if got := next.Prompt("say"); got == nil || got.Title != "Newer" || got.Route.Version != "1.1.0" || next.ResourceOf("bed://{bed}") == nil {
		t.Errorf("beside a newer version: %+v", got)
	}
}
