package protolint_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/salaatflow/internal/protolint"
)

// garden is a service that the registry admits; its lines are counted below.
const garden = `edition = "2023";
// A garden.
package garden.v1;
import "buf/validate/validate.proto";
import "garden/v1/bed.proto";
import "google/api/annotations.proto";
import "salaatflow/tools/v1/tool.proto";
// Sows.
service Garden {
  // Sows a seed.
  rpc Sow(SowRequest) returns (SowResponse) {
    option (salaatflow.tools.v1.tool) = {name: "sow" aliases: ["plant"] auth: AUTH_NONE};
    option (google.api.http) = {post: "/v1/beds/{bed}/seeds" body: "*"};
  }
}
// What to sow.
message SowRequest {
  // The seed.
  string seed = 1 [(buf.validate.field).string.pattern = "^[a-z]+$"];
  // The bed.
  int32 bed = 2;
}
// What was sown.
message SowResponse {
  // The bed.
  Bed bed = 1;
}
`

const bed = `edition = "2023";
// A garden.
package garden.v1;
// A bed.
message Bed {
  // Its number.
  int32 number = 1;
}
`

// write writes both files as a developer has them, and returns the path of the service's.
func write(t *testing.T, service string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "proto", "garden", "v1")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"garden.proto": service, "bed.proto": bed} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "garden.proto")
}

// lint returns the findings, with the file's folder left out.
func lint(t *testing.T, file, service string, roots ...string) []string {
	t.Helper()
	result, err := protolint.Run(t.Context(), protolint.Options{Files: []string{file}, Service: service, Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, finding := range result.Findings {
		lines = append(lines, strings.TrimPrefix(finding.String(), filepath.Dir(file)+string(filepath.Separator)))
	}
	return lines
}

func TestWhatTheRegistryAdmitsHasNoFindings(t *testing.T) {
	file := write(t, garden)
	if found := lint(t, file, "garden-svc"); found != nil {
		t.Errorf("found %q", found)
	}
	if found := lint(t, file, "garden-svc", filepath.Join(filepath.Dir(file), "..", "..")); found != nil {
		t.Errorf("with the root given: %q", found)
	}
}

// The schema says what a seed looks like, and models are not told.
func TestWhatModelsWouldNotKnowIsNotedAtTheTool(t *testing.T) {
	file := write(t, garden)
	result, err := protolint.Run(t.Context(), protolint.Options{Files: []string{file}, Service: "garden-svc"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "garden.proto:11:3: sow: pattern of seed is not listed"
	if !strings.Contains(fmt.Sprint(result.Warnings), want) {
		t.Errorf("warned of %v, want %s", result.Warnings, want)
	}
}

// Each is said with the line on which it can be changed, in the registry's own words.
func TestWhatTheRegistryWouldRefuseIsSaidWithItsLine(t *testing.T) {
	for name, c := range map[string]struct{ from, to, want string }{
		"syntax":    {"message SowRequest {", "message SowRequest", `garden.proto:19:3: syntax error`},
		"an import": {`"garden/v1/bed.proto"`, `"garden/v1/none.proto"`, `garden.proto:5:8: `},
		"a type":    {"  Bed bed = 1;", "  Bad bed = 1;", `garden.proto:26:3: `},
		"a name":    {`name: "sow"`, `name: "Sow"`, `garden.proto:11:3: tool name "Sow" does not match ^[a-z][a-z0-9_]{0,63}$`},
		"an alias":  {`"plant"`, `"sow"`, `garden.proto:11:3: alias "sow" is already taken by garden.v1.Garden.Sow`},
		"the platform's": {`name: "sow"`, `name: "` + toolnames.CreateTask + `"`,
			`garden.proto:11:3: the tool name "` + toolnames.CreateTask + `" is held by tasks-svc as its tool name`},
		"its alias": {`"plant"`, `"add_task"`, `garden.proto:11:3: the alias "add_task" is held by tasks-svc as its alias`},
		"an option": {"auth: AUTH_NONE", "read_only: true destructive: true",
			`garden.proto:11:3: a tool that is read_only cannot be destructive`},
		"an example": {"auth: AUTH_NONE", `example_arguments: "{\"water\": 1}"`,
			`garden.proto:11:3: example_arguments: water: `},
		"a pattern": {`"^[a-z]+$"`, `"^[a-z"`, `garden.proto:19:3: `},
		"a hidden text": {"Sows a seed.", "Sows a\u200b seed.",
			`garden.proto:11:3: garden/v1/garden.proto: the comment of Garden.Sow holds U+200B ZERO WIDTH SPACE`},
		"a path's variable": {"{bed}", "{bad}", `garden.proto:11:3: /v1/beds/{bad}/seeds: the request has no field "bad"`},
		"a taken path":      {"/v1/beds/{bed}/seeds", "/api/v1/tasks/{bed}/complete", ``},
		"the gateway's": {"/v1/beds/{bed}/seeds", "/console/{bed}",
			`garden.proto:11:3: the REST path "POST /console/{bed}" is the gateway's own`},
		"a stream": {"returns (SowResponse)", "returns (stream SowResponse)",
			`garden.proto:11:3: garden.v1.SowResponse: a streamed response is one oneof, ` +
				`of the result and of Progress, Log or InputRequired`},
		"a stolen package": {"package garden.v1;", "package salaatflow.tasks.v1;",
			`garden.proto:9:1: the gRPC service "salaatflow.tasks.v1.Garden" is held by tasks-svc`},
		"no service": {garden[strings.Index(garden, "// Sows.\n"):strings.Index(garden, "// What to")], "",
			`garden.proto: there is no gRPC service in it`},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.ReplaceAll(garden, c.from, c.to)
			if text == garden {
				t.Fatal("nothing was changed")
			}
			if c.from == "package garden.v1;" {
				text = strings.ReplaceAll(strings.ReplaceAll(text, `import "garden/v1/bed.proto";`, ""), "Bed bed", "string bed")
			}
			found := lint(t, write(t, text), "garden-svc")
			if c.want == "" {
				if found != nil {
					t.Errorf("found %q: POST is not taken there", found)
				}
				return
			}
			if !slices.ContainsFunc(found, func(line string) bool { return strings.Contains(line, c.want) }) {
				t.Errorf("found %q, want %q", found, c.want)
			}
		})
	}
}

// What the registry admits may still say too little to a model that has to choose.
func TestTextsThatTellModelsTooLittleAreWarnedOf(t *testing.T) {
	enough := strings.NewReplacer("Sows a seed.", "Sows a seed. Call it in spring; else use list_beds. Returns the bed, as from plant.",
		"auth: AUTH_NONE", `auth: AUTH_NONE example_arguments: "{\"seed\": \"rye\", \"bed\": 3}"`,
		`string.pattern = "^[a-z]+$"`, `string = {pattern: "^[a-z]+$" example: "rye"}`,
		"int32 bed = 2;", "int32 bed = 2 [(buf.validate.field).int32.example = 3];").Replace(garden)
	const pattern = "garden.proto:11:3: sow: pattern of seed is not listed, since llama.cpp crashes at patterns or refuses them: " +
		"say in the description what it looks like"
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"little": {garden, []string{
			"garden.proto:11:3: sow has no example_arguments",
			pattern,
			"garden.proto:11:3: the description of sow has 1 sentence(s), not 2 to 6: say what it does, when to call it and when another tool, " +
				"and what it returns",
			"garden.proto:19:3: the parameter seed has no example, as in (buf.validate.field).string.example",
			"garden.proto:21:3: the parameter bed has no example, as in (buf.validate.field).int32.example",
		}},
		"a tool that is none": {enough, []string{
			pattern,
			"garden.proto:11:3: the description of sow names list_beds, which is no tool, parameter or result",
		}},
		"a tool of the platform": {strings.ReplaceAll(enough, "list_beds", toolnames.ListTasks), []string{pattern}},
	} {
		file := write(t, c.text)
		result, err := protolint.Run(t.Context(), protolint.Options{Files: []string{file}, Service: "garden-svc"})
		if err != nil || len(result.Findings) > 0 {
			t.Fatalf("%s: %v, %v", name, result.Findings, err)
		}
		var said []string
		for _, warning := range result.Warnings {
			said = append(said, strings.TrimPrefix(warning.String(), filepath.Dir(file)+string(filepath.Separator)))
		}
		if !slices.Equal(said, c.want) {
			t.Errorf("%s: %q, want %q", name, said, c.want)
		}
	}
}

func TestThePlatformsOwnServicesAreLintedUnderTheirNames(t *testing.T) {
	const tasks = "../../../proto/salaatflow/tasks/v1/tasks.proto"
	if found := lint(t, tasks, "tasks-svc"); found != nil {
		t.Errorf("found %q", found)
	}
	if found := lint(t, tasks, "stranger-svc"); len(found) == 0 {
		t.Error("a stranger may have them")
	}
}

func TestAFileThatIsNotThereIsAnError(t *testing.T) {
	_, err := protolint.Run(t.Context(), protolint.Options{Files: []string{"nowhere.proto"}, Service: "garden-svc"})
	if err == nil || !strings.Contains(err.Error(), "nowhere.proto") {
		t.Errorf("%v", err)
	}
}
