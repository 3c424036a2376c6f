package e2e

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

// startWithSkills boots the platform with a folder of global skills.
func startWithSkills(t *testing.T) (platform *harness.Platform, folder string) {
	t.Helper()
	folder = t.TempDir()
	return harness.Start(t, harness.Options{Skills: func(s *skillssvc.Settings) { s.GlobalRoot = folder }}), folder
}

func writeSkill(t *testing.T, folder, name, matter string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(folder, name), 0o700); err != nil {
		t.Fatal(err)
	}
	text := "---\nname: " + name + "\n" + matter + "\n---\n\n# Do it\n"
	if err := os.WriteFile(filepath.Join(folder, name, "SKILL.md"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// admin returns the headers of an administrator.
func admin() []string { return []string{as(1), "X-User-Role: admin"} }

// resolved returns the names of a skill's tools, and of those it is refused.
func resolved(t *testing.T, platform *harness.Platform, skill string) (tools, refused string) {
	t.Helper()
	got := send(t, platform, "GET", "/api/v1/skills/"+skill+"/resolved-tools", "")
	if got.status != http.StatusOK {
		t.Fatalf("the tools of %s: %+v", skill, got)
	}
	names := func(field string) string {
		list, _ := got.field(t, field).([]any)
		var names []string
		for _, item := range list {
			names = append(names, item.(map[string]any)["tool_name"].(string))
		}
		return strings.Join(names, " ")
	}
	return names("resolved_tools"), names("refused_tools")
}

func TestSkillPaths(t *testing.T) {
	platform, folder := startWithSkills(t)
	writeSkill(t, folder, "plan-my-day", "description: Hidden by the project's.")
	writeSkill(t, folder, "broken", "description: [")
	platform.Eventually(t, "a skill that was written is listed", func() bool {
		return send(t, platform, "GET", "/api/v1/skills/broken", "").status == http.StatusOK &&
			send(t, platform, "GET", "/api/v1/skills/plan-my-day", "").field(t, "shadows.0.location") == "global"
	})
	list := send(t, platform, "GET", "/api/v1/skills", "")
	for path, want := range map[string]any{
		"0.name": "broken", "0.state": "broken", "0.description": nil,
		"0.warnings.0.file": "skill://global/broken/SKILL.md", "0.warnings.0.line": 3.0,
		"1.name": "memorise-a-surah", "2.name": "plan-my-day", "2.state": "ready", "2.location": "project",
		"2.base_directory": "skill://project/plan-my-day", "2.license": "Apache-2.0", "2.permissions.0": "prayer_read",
		"2.shadows.0.base_directory": "skill://global/plan-my-day", "3.name": "ramadan-routine", "4": nil,
	} {
		if got := list.field(t, path); got != want {
			t.Errorf("%s of the list is %v, want %v", path, got, want)
		}
	}
	if list.header.Get("X-Total-Count") != "4" || strings.Contains(list.body, folder) {
		t.Errorf("the list: %v %s", list.header, list.body)
	}
	markdown := send(t, platform, "GET", "/api/v1/skills/Plan-My-Day/skill-md", "")
	if media := markdown.header.Get("Content-Type"); markdown.status != http.StatusOK || media != "text/markdown; charset=utf-8" ||
		!strings.HasPrefix(markdown.body, "---\nname: plan-my-day\n") {
		t.Errorf("the SKILL.md: %+v", markdown)
	}
	for path, status := range map[string]int{
		"/api/v1/skills/none": 404, "/api/v1/skills/none/skill-md": 404, "/api/v1/skills/broken/skill-md": 404,
		"/api/v1/skills/none/resolved-tools": 404, "/api/v1/skills/none/resolved-tools/overrides": 404,
		"/api/v1/skills/plan-my-day?colour=x": 400, "/api/v1/skills/..%2F..%2Fetc%2Fpasswd": 404,
		"/api/v1/skills/lifecycle/metrics": 200, "/api/v1/skills/plan-my-day/resolved-tools": 200,
		"/api/v1/skills/plan-my-day/resolved-tools/overrides": 200, "/api/v1/skills/plan-my-day/resolved-tools/override": 200,
	} {
		if got := send(t, platform, "GET", path, ""); got.status != status {
			t.Errorf("GET %s: %d %s, want %d", path, got.status, got.body, status)
		}
	}
}

// Each example skill gets the tools that it needs, and none that removes what belongs to the user.
func TestToolsOfTheExamples(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for skill, want := range map[string]struct{ tools, refused string }{
		"plan-my-day":      {"get_current_prayer get_prayer_times list_tasks complete_task create_task update_task get_user_info", "delete_task"},
		"memorise-a-surah": {"list_tasks create_task complete_task get_current_prayer get_prayer_times", ""},
		"ramadan-routine": {"get_current_prayer get_prayer_times get_masjid_details list_masjids search_masjids list_tasks complete_task " +
			"create_task get_daily_hadith get_random_hadith", "delete_task update_task"},
	} {
		wantResolved(t, platform, skill, want.tools, want.refused)
	}
}

// wantResolved wants a skill to have tools, in their order, and to be refused others. Tools that are added to the
// platform may appear in either list.
func wantResolved(t *testing.T, platform *harness.Platform, skill, wantTools, wantRefused string) {
	t.Helper()
	tools, refused := resolved(t, platform, skill)
	if !inOrder(strings.Fields(wantTools), strings.Fields(tools)) || !inOrder(strings.Fields(wantRefused), strings.Fields(refused)) {
		t.Errorf("%s gets %s, without %s; want %s, without %s", skill, tools, refused, wantTools, wantRefused)
	}
	for name := range strings.FieldsSeq(wantTools) {
		if slices.Contains(strings.Fields(refused), name) {
			t.Errorf("%s is refused %s", skill, name)
		}
	}
	for name := range strings.FieldsSeq(wantRefused) {
		if slices.Contains(strings.Fields(tools), name) {
			t.Errorf("%s gets %s", skill, name)
		}
	}
}

func TestAnAdministratorOverrides(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	const path = "/api/v1/skills/plan-my-day/resolved-tools/override"
	body := func(tool, action string) string {
		return `{"tool_name":"` + tool + `","action":"` + action + `","reason":"as agreed"}`
	}
	for _, c := range []struct {
		body    string
		headers []string
		status  int
		part    string
	}{
		{body("delete_task", "allow"), nil, 401, "AUTH_REQUIRED"},
		{body("delete_task", "allow"), []string{as(1)}, 403, "FORBIDDEN"},
		{body("no_such_tool", "allow"), admin(), 400, `"field":"tool_name"`},
		{body("delete_task", "maybe"), admin(), 400, "Expected one of: allow, deny"},
		{`{"tool_name":"delete_task","action":"allow"}`, admin(), 400, `"field":"reason","message":"Required"`},
		{body("delete_task", "allow"), admin(), 201, `"state":"effective"`},
		{body("add_task", "deny"), admin(), 201, `"tool_name":"create_task"`}, // by its alias
		{body("create_task", "allow"), admin(), 201, `"created_by":1`},
	} {
		got := send(t, platform, "POST", path, c.body, c.headers...)
		if got.status != c.status ||
			!strings.Contains(strings.ReplaceAll(got.body, `", "`, `","`), c.part) && !strings.Contains(got.body, c.part) {
			t.Errorf("%s as %v: %d %s, want %d with %s", c.body, c.headers, got.status, got.body, c.status, c.part)
		}
	}
	all := "get_current_prayer get_prayer_times list_tasks complete_task create_task delete_task update_task get_user_info"
	wantResolved(t, platform, "plan-my-day", all, "")
	// Of two overrides that conflict, the later one counts. Both are shown, and a revoked one stays in the list.
	states := func() string {
		list := send(t, platform, "GET", path+"s", "")
		var out []string
		for _, field := range []string{"0", "1", "2"} {
			out = append(out, list.field(t, field+".tool_name").(string)+" "+list.field(t, field+".action").(string)+" "+
				list.field(t, field+".state").(string))
		}
		return strings.Join(out, ", ")
	}
	if got := states(); got != "create_task allow effective, create_task deny superseded, delete_task allow effective" {
		t.Error(got)
	}
	if refused := send(t, platform, "DELETE", path+"s/3", "", as(1)); refused.status != http.StatusForbidden {
		t.Errorf("anybody revokes: %+v", refused)
	}
	for range 2 {
		if revoked := send(t, platform, "DELETE", path+"s/3?reason=a+mistake", "", admin()...); revoked.status != http.StatusNoContent {
			t.Errorf("an administrator revokes: %+v", revoked)
		}
	}
	if missing := send(t, platform, "DELETE", path+"s/4", "", admin()...); missing.status != http.StatusNotFound {
		t.Errorf("one that is not there is revoked: %+v", missing)
	}
	if got := states(); got != "create_task allow revoked, create_task deny effective, delete_task allow effective" {
		t.Error(got)
	}
	if tools, refused := resolved(t, platform, "plan-my-day"); strings.Contains(tools, "create_task") || refused != "create_task" {
		t.Errorf("after it: %s, without %s", tools, refused)
	}
	metrics := send(t, platform, "GET", "/api/v1/skills/lifecycle/metrics", "")
	for path, want := range map[string]any{
		"skills.total": 3.0, "skills.by_location.project": 3.0, "skills.by_state.ready": 3.0, "overrides.total": 3.0,
		"overrides.by_state.revoked": 1.0, "overrides.by_state.effective": 2.0, "overrides.by_action.deny": 1.0,
		"disagreements.model_map.compared": 0.0,
	} {
		if got := metrics.field(t, path); got != want {
			t.Errorf("%s is %v, want %v: %s", path, got, want, metrics.body)
		}
	}
}

// A skill that appears on disk is in the description of the tool, and MCP clients are told that the description has
// changed.
func TestTheToolTellsOfTheSkillsThereAre(t *testing.T) {
	platform, folder := startWithSkills(t)
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
	description := func() string {
		return send(t, platform, "GET", "/api/v1/tools/skill", "").field(t, "description").(string)
	}
	if got := description(); !strings.Contains(got, "plan-my-day: Plans a day") || strings.Contains(got, "travel") {
		t.Fatalf("the tool is described as %q", got)
	}
	writeSkill(t, folder, "travel", "description: Prayers on a journey.")
	for version, changed := range changes {
		harness.WaitFor(t, "list_changed over MCP "+version, changed)
	}
	platform.Eventually(t, "the description has the skill", func() bool {
		return strings.Contains(description(), "travel: Prayers on a journey")
	})
	got := send(t, platform, "POST", "/api/v1/tools/skill", `{"command":"Travel"}`)
	if got.field(t, "data.skill.base_directory") != "skill://global/travel" {
		t.Errorf("it is loaded: %+v", got)
	}
	if err := os.RemoveAll(filepath.Join(folder, "travel")); err != nil {
		t.Fatal(err)
	}
	platform.Eventually(t, "the description no longer has it", func() bool { return !strings.Contains(description(), "travel") })
	if got := send(t, platform, "POST", "/api/v1/tools/skill", `{"command":"travel"}`); got.field(t, "error") != "NOT_FOUND" {
		t.Errorf("it is gone: %+v", got)
	}
}

// A tool is resolved only while it is registered.
func TestAToolThatLeavesIsNoLongerResolved(t *testing.T) {
	platform, folder := startWithSkills(t)
	writeSkill(t, folder, "status", "description: d\npermissions: ["+harness.FaultyTool+"]")
	t.Run("while it is there", func(t *testing.T) {
		platform.StartFaulty(t)
		platform.Eventually(t, "the tool is resolved", func() bool {
			if send(t, platform, "GET", "/api/v1/skills/status", "").status != http.StatusOK {
				return false
			}
			tools, _ := resolved(t, platform, "status")
			return tools == harness.FaultyTool
		})
	})
	platform.Eventually(t, "it is no longer", func() bool {
		got := send(t, platform, "GET", "/api/v1/skills/status/resolved-tools", "")
		return got.field(t, "unmatched_permissions.0") == harness.FaultyTool && got.field(t, "resolved_tools.0") == nil
	})
}

func TestReclassifyingNeedsAnAdministrator(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	for _, c := range []struct {
		tool    string
		headers []string
		status  int
	}{
		{"create_task", nil, 401}, {"create_task", []string{as(1)}, 403}, {"no_such_tool", admin(), 404},
		{"create_task", admin(), 200}, {"add_task", admin(), 200},
	} {
		got := send(t, platform, "POST", "/api/v1/tools/"+c.tool+"/classify", "", c.headers...)
		if got.status != c.status {
			t.Errorf("%s as %v: %+v, want %d", c.tool, c.headers, got, c.status)
		}
		if c.status == 200 && (got.field(t, "tool_name") != "create_task" || got.field(t, "origin") != "declared" ||
			got.field(t, "capabilities.0") != "task_write") {
			t.Errorf("%s is classified: %s", c.tool, got.body)
		}
	}
}

// Calls go on while the description changes and the service registers again.
func TestNoCallFailsWhileSkillsChange(t *testing.T) {
	platform, folder := startWithSkills(t)
	ctx, cancel := context.WithCancel(t.Context())
	calls := make(chan error, 1)
	go func() {
		edge := edges.ToolCall{URL: platform.URL, Client: platform.HTTP}
		for {
			result, err := edge.Call(context.WithoutCancel(ctx), 0, "skill", []byte(`{"command":"plan-my-day"}`))
			if err == nil && !result.Success {
				err = errors.New(result.Error + ": " + result.ErrorMessage)
			}
			if err != nil || ctx.Err() != nil {
				calls <- err
				return
			}
		}
	}()
	for i := range 10 {
		said := fmt.Sprintf("Version %d", i)
		writeSkill(t, folder, "changing", "description: "+said)
		platform.Eventually(t, "the description has "+said, func() bool {
			description, _ := send(t, platform, "GET", "/api/v1/tools/skill", "").field(t, "description").(string)
			return strings.Contains(description, said)
		})
	}
	cancel()
	if err := <-calls; err != nil {
		t.Error(err)
	}
}
