package skillssvc_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"
	"google.golang.org/protobuf/proto"

	skillsv1 "github.com/salaatflow/platform/proto/salaatflow/skills/v1"
	"github.com/salaatflow/platform/services/apperr"
	"github.com/salaatflow/platform/services/config"
	"github.com/salaatflow/platform/services/identity"
	"github.com/salaatflow/platform/services/kit"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	skillssvc "github.com/salaatflow/platform/skills-svc"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func settings(t *testing.T) skillssvc.Config {
	t.Helper()
	c := skillssvc.DefaultConfig()
	c.Config = kittest.Config(t)
	c.Clock = clockwork.NewFakeClockAt(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC))
	c.Database.URL = config.Secret("sqlite:" + filepath.Join(t.TempDir(), "skills.db"))
	return c
}

func serve(t *testing.T, c skillssvc.Config) skillsv1.SkillServiceClient {
	t.Helper()
	return skillsv1.NewSkillServiceClient(kittest.Start(t, c.Config, skillssvc.Module(c)))
}

func write(t *testing.T, path, text string) string {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// wantCode checks that a call was refused with a code, and a message that contains part.
func wantCode(t *testing.T, what string, err error, code, part string) {
	t.Helper()
	refused := apperr.From(err)
	if refused == nil || refused.ToolCode() != code || !strings.Contains(refused.Message, part) {
		t.Errorf("%s: %v, want %s with %q", what, err, code, part)
	}
}

// Internal callers get the same messages as callers of the gateway.
func TestWhatIsWrongWithACommandIsSaidOverGRPC(t *testing.T) {
	client := serve(t, settings(t))
	for name, c := range map[string]struct {
		request    *skillsv1.SkillRequest
		code, part string
	}{
		"missing": {&skillsv1.SkillRequest{}, "VALIDATION_ERROR", "command: Required"},
		"empty":   {&skillsv1.SkillRequest{Command: proto.String("")}, "VALIDATION_ERROR", "command: Skill name cannot be empty"},
		"unknown": {&skillsv1.SkillRequest{Command: proto.String("pdf")}, "NOT_FOUND",
			"available are memorise-a-surah, plan-my-day, ramadan-routine"},
		"very long": {&skillsv1.SkillRequest{Command: proto.String(strings.Repeat("x", 1<<20))}, "NOT_FOUND",
			`"` + strings.Repeat("x", 64) + `…"`},
	} {
		_, err := client.Skill(t.Context(), c.request)
		wantCode(t, name, err, c.code, c.part)
	}
	loaded, err := client.Skill(t.Context(), &skillsv1.SkillRequest{Command: proto.String("Plan-My-Day")})
	if err != nil || loaded.GetSkill().GetName() != "plan-my-day" || !strings.HasPrefix(loaded.GetSkill().GetContent(), "# Plan my day\n") {
		t.Errorf("loaded %v, %v", loaded, err)
	}
}

func TestTheExamplesAreWithoutFault(t *testing.T) {
	client := serve(t, settings(t))
	list, err := client.ListSkills(t.Context(), &skillsv1.ListSkillsRequest{})
	if err != nil || list.GetCount() != 3 {
		t.Fatalf("the skills: %v, %v", list, err)
	}
	for _, skill := range list.GetSkills() {
		if skill.GetState() != "ready" || len(skill.GetWarnings()) > 0 || skill.GetLicense() == "" || len(skill.GetPermissions()) == 0 ||
			skill.GetLoadedAt() != "2026-03-02T12:00:00Z" {
			t.Errorf("%v", skill)
		}
		body, err := client.GetSkillMarkdown(t.Context(), &skillsv1.GetSkillMarkdownRequest{Name: skill.GetName()})
		if err != nil || body.GetContentType() != "text/markdown; charset=utf-8" || !strings.HasPrefix(string(body.GetData()), "---\n") {
			t.Errorf("%s: %v, %v", skill.GetName(), body, err)
		}
	}
}

// Nothing that a caller reads names a folder of the machine.
func TestNoPathOfTheMachineIsShown(t *testing.T) {
	c := settings(t)
	folder := t.TempDir()
	c.ProjectRoot, c.UserRoot = filepath.Join(folder, "project"), filepath.Join(folder, "user")
	write(t, filepath.Join(c.ProjectRoot, "a", "SKILL.md"), "---\nname: a\ndescription: b\n---\nDo it.")
	write(t, filepath.Join(c.UserRoot, "b", "SKILL.md"), "nothing")
	client := serve(t, c)
	list, err := client.ListSkills(t.Context(), &skillsv1.ListSkillsRequest{})
	if err != nil || list.GetCount() != 2 || strings.Contains(list.String(), folder) {
		t.Errorf("the list: %v, %v", list, err)
	}
	loaded, err := client.Skill(t.Context(), &skillsv1.SkillRequest{Command: proto.String("a")})
	if err != nil || loaded.GetSkill().GetBaseDirectory() != "skill://project/a" || strings.Contains(loaded.String(), folder) {
		t.Errorf("loaded %v, %v", loaded, err)
	}
	_, err = client.Skill(t.Context(), &skillsv1.SkillRequest{Command: proto.String("b")})
	wantCode(t, "a broken skill", err, "NOT_FOUND", "the file of the skill b is broken")
	got, err := client.GetSkill(t.Context(), &skillsv1.GetSkillRequest{Name: "B"})
	if err != nil || got.GetSkill().GetState() != "broken" || got.GetSkill().GetWarnings()[0].GetLine() != 1 {
		t.Errorf("a broken skill: %v, %v", got, err)
	}
}

func TestOnlyAnAdministratorChangesAnything(t *testing.T) {
	client := serve(t, settings(t))
	calls := map[string]func(context.Context) error{
		"override": func(ctx context.Context) error {
			_, err := client.CreateOverride(ctx, &skillsv1.CreateOverrideRequest{Name: "plan-my-day", ToolName: "x", Action: "deny", Reason: "y"})
			return err
		},
		"revoke": func(ctx context.Context) error {
			_, err := client.RevokeOverride(ctx, &skillsv1.RevokeOverrideRequest{Name: "plan-my-day", OverrideId: 1})
			return err
		},
		"classify": func(ctx context.Context) error {
			_, err := client.ClassifyTool(ctx, &skillsv1.ClassifyToolRequest{Name: "x"})
			return err
		},
	}
	refusals := map[string]string{"override": "VALIDATION_ERROR", "revoke": "NOT_FOUND", "classify": "NOT_FOUND"} // to an administrator
	for name, call := range calls {
		wantCode(t, name+" by nobody", call(t.Context()), "AUTH_REQUIRED", "")
		user := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleUser})
		wantCode(t, name+" by a user", call(user), "FORBIDDEN", "only an administrator may")
		admin := identity.NewContext(t.Context(), identity.Caller{UserID: 7, Role: identity.RoleAdmin})
		wantCode(t, name+" by an administrator", call(admin), refusals[name], "")
	}
}

func TestFiguresCountWhatHappened(t *testing.T) {
	client := serve(t, settings(t))
	for _, name := range []string{"plan-my-day", "PLAN-MY-DAY", "none"} {
		_, _ = client.Skill(t.Context(), &skillsv1.SkillRequest{Command: proto.String(name)})
	}
	answer, err := client.GetLifecycleMetrics(t.Context(), &skillsv1.GetLifecycleMetricsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	figures := answer.GetMetrics()
	if a := figures.GetActivations(); a.GetTotal() != 2 || a.GetBySkill()["plan-my-day"] != 2 || a.GetNotFound() != 1 {
		t.Errorf("activations: %v", a)
	}
	if s := figures.GetSkills(); s.GetTotal() != 3 || s.GetByLocation()["project"] != 3 || s.GetByState()["ready"] != 3 {
		t.Errorf("skills: %v", s)
	}
	if r := figures.GetResolutions(); r.GetTotal() != 2 || r.GetRebuilds() < 1 {
		t.Errorf("resolutions: %v", r)
	}
}

// An operator's mistakes are reported when the service starts.
func TestAWrongSettingIsRefusedAtTheStart(t *testing.T) {
	policy := write(t, filepath.Join(t.TempDir(), "policy.yaml"), "rules: [{name: a, allow: 'tool.colour == 1'}]")
	capabilities := write(t, filepath.Join(t.TempDir(), "capabilities.yaml"), "capabilities: {}")
	for want, edit := range map[string]func(*skillssvc.Config){
		"undefined field 'colour'": func(c *skillssvc.Config) { c.PolicyFile = policy },
		"--policy-file: open":      func(c *skillssvc.Config) { c.PolicyFile = "no such file" },
		"has no category":          func(c *skillssvc.Config) { c.CapabilitiesFile = capabilities },
		"--refresh-interval":       func(c *skillssvc.Config) { c.RefreshInterval = 0 },
		"--database-url":           func(c *skillssvc.Config) { c.Database.URL = "" },
	} {
		c := settings(t)
		edit(&c)
		if _, err := kit.NewApp(skillssvc.Module(c)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		_ = c.Listener.Close()
	}
}

func TestItServesOnBothEngines(t *testing.T) {
	sqltest.Engines(t, func(t *testing.T, engine sqltest.Engine) {
		c := settings(t)
		c.Database.URL = config.Secret(engine.URL(t))
		if err := skillssvc.Migrate(t.Context(), t.Output(), c); err != nil {
			t.Fatal(err)
		}
		list, err := serve(t, c).ListOverrides(t.Context(), &skillsv1.ListOverridesRequest{Name: "plan-my-day"})
		if err != nil || list.GetCount() != 0 {
			t.Errorf("%v, %v", list, err)
		}
	})
}
