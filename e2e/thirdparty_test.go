package e2e

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/descriptors"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// The tools of somebody else's service, which the platform was not built with.
const (
	remember, rememberAlias       = "add_memory", "remember"
	discover, discoverAlias       = "discover_sub_goals", "discover_goals"
	consolidate, consolidateAlias = "trigger_consolidation", "consolidate_memories"
)

func startGoals(t *testing.T, platform *harness.Platform, arguments ...string) *harness.Process {
	t.Helper()
	binary := harness.Build(t, filepath.Join("..", "examples", "goals-go"), false)
	data := filepath.Join(t.TempDir(), "goals.db")
	process := harness.Run(t, binary, append([]string{"-registry", platform.Registry().String(), "-data", data}, arguments...)...)
	process.Line(t, "serving at")
	return process
}

// listed reports whether the gateway lists a tool.
func listed(t *testing.T, platform *harness.Platform, name string) bool {
	t.Helper()
	return send(t, platform, "GET", "/api/v1/tools/"+name, "").status == http.StatusOK
}

func TestAServiceOfSomebodyElses(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	changes := map[string]chan struct{}{}
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		changed := make(chan struct{}, 16)
		changes[version] = changed
		session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(t.Context(), 0, &sdk.ClientOptions{
			ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
		})
		if err != nil {
			t.Fatal(version, err)
		}
		t.Cleanup(func() { _ = session.Close() }) // the platform stops anyway
	}
	goals := startGoals(t, platform)
	platform.Eventually(t, "its tools are listed", func() bool { return listed(t, platform, discover) })
	for version, changed := range changes {
		harness.WaitFor(t, "list_changed over MCP "+version, changed)
	}

	t.Run("its tools are callable by name and alias on every edge", func(t *testing.T) {
		for _, edge := range []edges.Edge{
			edges.ToolCall{URL: platform.URL, Client: platform.HTTP},
			edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: edges.Stateless},
			edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: edges.Sessions},
		} {
			callsGoals(t, edge)
		}
	})
	t.Run("it is listed with what its proto says", func(t *testing.T) {
		tool := send(t, platform, "GET", "/api/v1/tools/"+discoverAlias, "")
		for path, want := range map[string]any{
			"name": discover, "aliases.0": discoverAlias, "auth": "required", "service": "goals-svc", "version": "v1.0.0",
			"input_schema.properties.algorithm.default":      "kmeans",
			"input_schema.properties.algorithm.enum.2":       "spectral",
			"input_schema.properties.max_goals.default":      5.0,
			"input_schema.properties.max_goals.type":         "integer",
			"input_schema.properties.min_confidence.default": 0.6,
			"input_schema.properties.memory_ids.items.type":  "string",
			"input_schema.additionalProperties":              false,
			"input_schema.properties.algorithm.description": "How memories are put together: around centres (kmeans), by density, " +
				"leaving out what is alone (hdbscan), or by cutting where they are connected least (spectral).",
			"input_schema.properties.parent_goal_id.type":          "string",
			"input_schema.properties.min_confidence.type":          "number",
			"output_schema.properties.goals.items.type":            "object",
			"output_schema.properties.parent_goal_id.anyOf.1.type": "null",
			"output_schema.properties.min_confidence.type":         "number",
			"output_schema.properties.algorithm.type":              "string",
			"example_arguments.max_goals":                          3.0,
			"read_only":                                            true,
			"available":                                            true,
			"input_schema.properties.max_goals.maximum":            100.0,
			"input_schema.properties.min_confidence.maximum":       1.0,
			"input_schema.properties.memory_ids.maxItems":          100.0,
		} {
			if got := tool.field(t, path); got != want {
				t.Errorf("%s: want %v, got %v", path, want, got)
			}
		}
		const says = "Discover potential sub-goals from clusters of the user's memories.\n\nEarlier name: discover_goals."
		if description := tool.field(t, "description"); description != says {
			t.Errorf("the description is %q", description)
		}
	})
	t.Run("an unknown MCP tool is -32602", func(t *testing.T) {
		for _, version := range []string{edges.Stateless, edges.Sessions} {
			_, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Call(t.Context(), 1, "no_such_tool",
				json.RawMessage(`{}`))
			if !edges.IsInvalidParams(err) {
				t.Errorf("%s: %v", version, err)
			}
		}
	})
	t.Run("a claim on a name that is taken is refused, and names the holder", func(t *testing.T) { refusedClaims(t, platform) })
	t.Run("it stops and its tools leave at once", func(t *testing.T) {
		goals.End(t, os.Interrupt)
		if err := goals.Exited(t); err != nil {
			t.Fatal(err)
		}
		platform.Eventually(t, "its tools are gone", func() bool { return !listed(t, platform, discover) })
		if got := send(t, platform, "POST", "/api/v1/tools/"+discover, `{}`, as(1)); got.status != http.StatusNotFound ||
			got.field(t, "error") != "TOOL_NOT_FOUND" {
			t.Errorf("called when it is gone: %+v", got)
		}
	})
}

// callsGoals calls each tool by its name and alias.
func callsGoals(t *testing.T, edge edges.Edge) {
	t.Helper()
	user := nextUser.Add(1)
	for _, memory := range []struct{ tool, text string }{
		{remember, "read Quran after Fajr"}, {rememberAlias, "read Quran before sleep"},
		{remember, "give charity on Friday"}, {rememberAlias, "give charity to the masjid"},
	} {
		result, err := edge.Call(t.Context(), user, memory.tool, json.RawMessage(`{"text":"`+memory.text+`"}`))
		if err != nil || !result.Success {
			t.Fatalf("%s: %s: %+v, %v", edge.Name(), memory.tool, result, err)
		}
	}
	for _, name := range []string{discover, discoverAlias} {
		wantGoals(t, edge, user, name)
	}
	wantData(t, edge, user, consolidate, `{"min_similarity":0.5}`, `{"processed":4,"strategy":"similarity","merged":2}`)
	wantData(t, edge, user, consolidateAlias, `{"max_memories":1}`, `{"processed":1,"strategy":"similarity","merged":0}`)
	if result, err := edge.Call(t.Context(), 0, discoverAlias, json.RawMessage(`{}`)); err != nil || result.Error != "AUTH_REQUIRED" {
		t.Errorf("%s: nobody's goals: %+v, %v", edge.Name(), result, err)
	}
	const unknown = `{"parent_goal_id":"00000000-0000-4000-8000-000000000000"}`
	if result, err := edge.Call(t.Context(), user, discoverAlias, json.RawMessage(unknown)); err != nil || result.Error != "NOT_FOUND" {
		t.Errorf("%s: below no goal: %+v, %v", edge.Name(), result, err)
	}
	for arguments, field := range map[string]string{
		`{"algorithm":"dbscan"}`: "algorithm", `{"min_confidence":"high"}`: "min_confidence", `{"min_confidence":1.5}`: "min_confidence",
		`{"max_goals":0}`: "max_goals", `{"memory_ids":["x"]}`: "memory_ids[0]", `{"goal":1}`: "goal",
	} {
		result, err := edge.Call(t.Context(), user, discoverAlias, json.RawMessage(arguments))
		if err != nil || result.Error != "VALIDATION_ERROR" || len(result.Violations) != 1 || result.Violations[0].Field != field {
			t.Errorf("%s: %s: %+v, %v", edge.Name(), arguments, result, err)
		}
	}
}

// wantGoals asks for the goals of a user whose memories are about reading and about giving.
func wantGoals(t *testing.T, edge edges.Edge, user int32, tool string) {
	t.Helper()
	result, err := edge.Call(t.Context(), user, tool, json.RawMessage(`{"min_confidence":0.7,"max_goals":3}`))
	var found struct {
		Goals []struct {
			Title      string
			Confidence float64
			Memories   int
		}
		Algorithm     string
		MinConfidence float64 `json:"min_confidence"`
		Memories      int
	}
	if err != nil || json.Unmarshal(result.Data, &found) != nil || len(found.Goals) != 2 {
		t.Errorf("%s: %s: %+v, %v", edge.Name(), tool, result, err)
		return
	}
	for _, goal := range found.Goals {
		if goal.Title == "" || goal.Confidence < 0.7 || goal.Memories != 2 {
			t.Errorf("%s: %s: %+v", edge.Name(), tool, goal)
		}
	}
	if found.Algorithm != "kmeans" || found.MinConfidence != 0.7 || found.Memories != 4 {
		t.Errorf("%s: %s: %+v", edge.Name(), tool, found)
	}
}

func wantData(t *testing.T, edge edges.Edge, user int32, tool, arguments, want string) {
	t.Helper()
	result, err := edge.Call(t.Context(), user, tool, json.RawMessage(arguments))
	if err != nil || !result.Success {
		t.Errorf("%s: %s %s: %+v, %v", edge.Name(), tool, arguments, result, err)
		return
	}
	var got, wanted any
	if json.Unmarshal(result.Data, &got) != nil || json.Unmarshal([]byte(want), &wanted) != nil {
		t.Fatalf("not JSON: %s or %s", result.Data, want)
	}
	if problem := (variables{}).differs("", wanted, got); problem != "" {
		t.Errorf("%s: %s %s: %s", edge.Name(), tool, arguments, problem)
	}
}

// refusedClaims registers services that claim the names of tasks-svc.
func refusedClaims(t *testing.T, platform *harness.Platform) {
	files, err := descriptors.Set("salaatflow.tasks.v1.TaskService")
	if err != nil {
		t.Fatal(err)
	}
	_, err = registryv1.NewRegistryServiceClient(stranger(t, platform.Registry().String())).Register(t.Context(), &registryv1.RegisterRequest{
		Service: "thief-svc", Version: "v9.0.0", InstanceId: "one", Address: "127.0.0.1:1",
		GrpcServices: []string{"salaatflow.tasks.v1.TaskService"}, Files: proto.CloneOf[*descriptorpb.FileDescriptorSet](files),
	})
	if status.Code(err) != codes.AlreadyExists {
		t.Fatalf("the claim was answered %v", err)
	}
	refusal := apperr.From(err)
	if refusal.Metadata["holder"] != "tasks-svc" || !strings.Contains(refusal.Message, "tasks-svc") || refusal.Metadata["name"] == "" {
		t.Errorf("the refusal does not name the holder: %q, %v", refusal.Message, refusal.Metadata)
	}
	if got := send(t, platform, "GET", "/api/v1/tasks", "", as(nextUser.Add(1))); got.status != http.StatusOK {
		t.Errorf("the holder no longer works: %+v", got)
	}
}

func TestAKilledService(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	goals := startGoals(t, platform)
	platform.Eventually(t, "its tools are listed", func() bool { return listed(t, platform, discover) })
	if got := send(t, platform, "POST", "/api/v1/tools/"+discover, `{}`, as(1)); got.status != http.StatusOK {
		t.Fatalf("before: %+v", got)
	}
	goals.End(t, syscall.SIGKILL)
	_ = goals.Exited(t) // killed, as it should be
	asked := time.Now()
	got := send(t, platform, "POST", "/api/v1/tools/"+discover, `{}`, as(1))
	if took := time.Since(asked); took > 5*time.Second {
		t.Errorf("the answer took %v", took)
	}
	if code := got.field(t, "error"); code != "NETWORK_ERROR" && code != "TOOL_NOT_FOUND" {
		t.Errorf("just after the kill: %+v", got)
	}
	platform.Eventually(t, "its tools have left the catalogue", func() bool { return !listed(t, platform, discover) })
}

func TestTwoInstancesShareTheCalls(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	first := startGoals(t, platform, "-version", "v1.0.0")
	second := startGoals(t, platform, "-version", "v1.1.0")
	platform.Eventually(t, "both are there", func() bool { return len(platform.Watcher.Current().InstancesOf("goals-svc")) == 2 })
	platform.Eventually(t, "the newer version is told", func() bool {
		return send(t, platform, "GET", "/api/v1/tools/"+discover, "").field(t, "version") == "v1.1.0"
	})
	for i, one := range []*harness.Process{first, second} {
		done := make(chan []answer)
		go func() {
			var failed []answer
			for range 300 {
				if got := send(t, platform, "POST", "/api/v1/tools/"+discover, `{}`, as(1)); got.status != http.StatusOK {
					failed = append(failed, got)
				}
			}
			done <- failed
		}()
		if i == 0 { // one instance stops in an orderly way while calls come
			one.End(t, syscall.SIGTERM)
		}
		if failed := <-done; len(failed) > 0 {
			t.Errorf("%d calls failed, the first with %+v", len(failed), failed[0])
		}
	}
	if names := platform.Watcher.Current().InstancesOf("goals-svc"); len(names) != 1 ||
		!slices.Contains([]string{"goals-svc"}, names[0].Service) {
		t.Errorf("the instances are %+v", names)
	}
}
