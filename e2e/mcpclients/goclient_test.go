package mcpclients

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// The official client in Go, of each era, lists and calls every tool with its example and with a parameter that there is not, and finds
// that what is answered keeps the schemas that are listed. These do not say that there is no other parameter, since hosts do not take
// that: it is what the answer says.
func TestOfficialClientInGo(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	known := knownOf(t, platform)
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run(version, func(t *testing.T) {
			edge := edges.MCP{URL: platform.URL + "/mcp?output_schemas=full", Client: platform.HTTP, Version: version}
			session, err := edge.Connect(t.Context(), 7, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			unlisted := maps.Clone(known)
			for tool, err := range session.Tools(t.Context(), nil) {
				if err != nil {
					t.Fatal(err)
				}
				callsBySchema(t, session, tool, known[tool.Name].ExampleArguments)
				readsAliases(t, tool, known[tool.Name].Aliases)
				delete(unlisted, tool.Name)
			}
			if len(unlisted) > 0 {
				t.Errorf("not listed: %v", slices.Sorted(maps.Keys(unlisted)))
			}
		})
	}
}

// callsBySchema calls a tool, and fails where its schemas say otherwise than it does.
func callsBySchema(t *testing.T, session *sdk.ClientSession, tool *sdk.Tool, example map[string]any) {
	t.Helper()
	input, output := resolved(t, tool.InputSchema), resolved(t, tool.OutputSchema)
	if example == nil {
		example = map[string]any{}
	}
	unknown := maps.Clone(example)
	unknown["no_such_parameter"] = 1.0
	for i, given := range []map[string]any{example, unknown} {
		result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool.Name, Arguments: given})
		if err != nil {
			t.Errorf("%s: %v", tool.Name, err)
			continue
		}
		if err := output.Validate(result.StructuredContent); err != nil {
			t.Errorf("%s: its schema refuses its result: %v", tool.Name, err)
		}
		whole, _ := result.StructuredContent.(map[string]any)
		refused := whole["error"] == "VALIDATION_ERROR"
		if wrong := input.Validate(given); wrong != nil || refused != (i == 1) {
			t.Errorf("%s: given %v, the schema says %v and the tool %v", tool.Name, given, wrong, whole["error_message"])
		}
	}
}

func resolved(t *testing.T, listed any) *jsonschema.Resolved {
	t.Helper()
	text, err := json.Marshal(listed)
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	made, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return made
}

// readsAliases fails unless a client, which knows no member aliases, finds those of a tool in the metadata and in the description.
func readsAliases(t *testing.T, tool *sdk.Tool, aliases []string) {
	t.Helper()
	told, _ := tool.Meta["salaatflow/aliases"].([]any)
	if fmt.Sprint(told) != fmt.Sprint(aliases) {
		t.Errorf("%s has the aliases %v, and its metadata %v", tool.Name, aliases, told)
	}
	for _, alias := range aliases {
		if !strings.Contains(tool.Description, "Earlier name: "+alias) {
			t.Errorf("%s is also %s, and its description is %q", tool.Name, alias, tool.Description)
		}
	}
}

// known is a tool of GET /api/v1/tools.
type known struct {
	Name             string
	Aliases          []string
	ExampleArguments map[string]any `json:"example_arguments"`
}

// knownOf returns every tool by its name.
func knownOf(t *testing.T, platform *harness.Platform) map[string]known {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, platform.URL+"/api/v1/tools", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-User-ID", "7")
	response, err := platform.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var listed struct{ Tools []known }
	if err := json.Unmarshal(text, &listed); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	byName := map[string]known{}
	for _, tool := range listed.Tools {
		byName[tool.Name] = tool
	}
	if len(byName["create_task"].Aliases) == 0 {
		t.Fatalf("no alias is listed: %s", text)
	}
	return byName
}
