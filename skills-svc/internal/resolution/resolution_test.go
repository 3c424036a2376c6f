package resolution_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/policy"
	"github.com/salaatflow/platform/skills-svc/internal/resolution"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

// registered returns the tools of the tests, by name.
func registered() []*policy.Tool {
	return []*policy.Tool{
		{Name: "add", Categories: []string{"write"}, Origin: "declared"},
		{Name: "browse", Categories: []string{"read", "web"}, Origin: "model"},
		{Name: "erase", Categories: []string{"write"}, Origin: "map", Destructive: true},
		{Name: "fetch", Categories: []string{"read"}, Origin: "admin"},
		{Name: "look", Origin: "none"},
	}
}

func asking(permissions ...string) *skills.Skill {
	return &skills.Skill{Name: "s", Location: skills.LocationProject, Permissions: permissions}
}

func readPolicy(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Default()
	if text != "" {
		p, err = policy.Read([]byte(text))
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func build(t testing.TB, skill *skills.Skill, rules string, made ...skills.Override) *resolution.Snapshot {
	t.Helper()
	for i := range made {
		made[i].ID, made[i].Skill, made[i].Reason = int32(i+1), "s", "because"
	}
	return resolution.Build(resolution.Input{
		Skills: skills.NewCollection([]*skills.Entry{
			{Name: skill.Name, State: skills.StateReady, Skill: skill}, {Name: "broken", State: skills.StateBroken},
		}),
		Tools: registered(), Overrides: overrides.NewList(made), Policy: readPolicy(t, rules),
	})
}

// shown returns a result as `tool(reasons) … | -tool(refusal) … | ?permission …`.
func shown(result *resolution.Result) string {
	var out []string
	for _, r := range result.Tools {
		var reasons []string
		for _, reason := range r.Reasons {
			reasons = append(reasons, fmt.Sprintf("%s %s%s%.d", reason.Kind, reason.Permission, from(reason.Origin), reason.Override))
			if reason.Text == "" {
				reasons = append(reasons, "unsaid")
			}
		}
		out = append(out, r.Tool.Name+"("+strings.Join(reasons, ", ")+")")
	}
	for _, r := range result.Refused {
		out = append(out, fmt.Sprintf("-%s(%s %s%.d)", r.Tool, r.Kind, r.Rule, r.Override))
		if r.Text == "" {
			out = append(out, "unsaid")
		}
	}
	for _, permission := range result.Unmatched {
		out = append(out, "?"+permission)
	}
	return strings.Join(out, " ")
}

func from(origin skills.Origin) string {
	if origin == "" {
		return ""
	}
	return " " + string(origin)
}

func allow(tool string) skills.Override { return skills.Override{Tool: tool, Action: skills.Allow} }
func deny(tool string) skills.Override  { return skills.Override{Tool: tool, Action: skills.Deny} }

func TestToolsOfASkill(t *testing.T) {
	revoked := deny("fetch")
	revoked.RevokedBy = 1
	for _, c := range []struct {
		name string
		asks []string
		made []skills.Override
		want string
	}{
		{"nothing asked for, nothing given", nil, nil, ""},
		{
			"a category gives its tools by name", []string{"read"}, nil,
			"browse(permission_category read model) fetch(permission_category read admin)",
		},
		{
			"tools come in the order of the permissions, once each", []string{"web", "look", "read"}, nil,
			"browse(permission_category web model, permission_category read model) look(permission_name look) " +
				"fetch(permission_category read admin)",
		},
		{
			"a destructive tool is not given by its category", []string{"write"}, nil,
			"add(permission_category write declared) -erase(policy destructive-by-name)",
		},
		{
			"it is given by its name", []string{"write", "erase"}, nil,
			"add(permission_category write declared) erase(permission_category write map, permission_name erase)",
		},
		{"what no tool fits is told", []string{"nothing", "Look"}, nil, "?nothing ?Look"},
		{
			"an administrator denies", []string{"read"}, []skills.Override{deny("fetch")},
			"browse(permission_category read model) -fetch(override 1)",
		},
		{
			"an administrator allows what nobody asked for, a destructive tool too", []string{"look"},
			[]skills.Override{allow("erase"), allow("add")},
			"look(permission_name look) add(override 2) erase(override 1)",
		},
		{
			"what is asked for and allowed has both reasons", []string{"look"}, []skills.Override{allow("look")},
			"look(permission_name look, override 1)",
		},
		{"of two that conflict the later wins", []string{"look"}, []skills.Override{deny("look"), allow("look")},
			"look(permission_name look, override 2)"},
		{"whichever way", []string{"look"}, []skills.Override{allow("look"), deny("look")}, "-look(override 2)"},
		{"a revoked one counts no more", []string{"fetch"}, []skills.Override{revoked}, "fetch(permission_name fetch)"},
		{"a tool that is not registered cannot be allowed", nil, []skills.Override{allow("gone")}, ""},
	} {
		result, found := build(t, asking(c.asks...), "", c.made...).Resolve("S", policy.Caller{})
		if !found {
			t.Fatalf("%s: not found", c.name)
		}
		if got := shown(result); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestASkillThatIsNotThereOrBrokenHasNoTools(t *testing.T) {
	s := build(t, asking("read"), "")
	for _, name := range []string{"", "other", "broken"} {
		if result, found := s.Resolve(name, policy.Caller{}); found {
			t.Errorf("%q has %s", name, shown(result))
		}
	}
}

// A policy may depend on who is calling. One caller's answer is never another's.
func TestThePolicyMayAskWhoIsCalling(t *testing.T) {
	s := build(t, asking("write", "erase", "read"), `rules:
- {name: writers, allow: 'tool.read_only || !("write" in tool.capabilities) || caller.user_id > 0', reason: sign in}
- {name: no-web, allow: '!("web" in tool.capabilities)', reason: no web}
- {name: admins, allow: '!tool.destructive || caller.role == "admin"', reason: administrators only}`)
	for caller, want := range map[policy.Caller]string{
		{}: "fetch(permission_category read admin) -browse(policy no-web) -add(policy writers) -erase(policy writers)",
		{UserID: 1, Role: "user"}: "add(permission_category write declared) fetch(permission_category read admin) " +
			"-browse(policy no-web) -erase(policy admins)",
		{UserID: 2, Role: "admin"}: "add(permission_category write declared) erase(permission_category write map, permission_name erase) " +
			"fetch(permission_category read admin) -browse(policy no-web)",
	} {
		for range 2 {
			result, _ := s.Resolve("s", caller)
			if got := shown(result); got != want {
				t.Errorf("%+v:\n%s\nwant\n%s", caller, got, want)
			}
		}
	}
	if resolved, refused := s.Totals(); resolved != 3 || refused != 1 {
		t.Errorf("totals: %d and %d", resolved, refused)
	}
}

// The operator's policy has precedence over an administrator's override.
func TestAnOverrideDoesNotLiftThePolicy(t *testing.T) {
	s := build(t, asking(), "rules: [{name: never, allow: '!tool.destructive', reason: never}]", allow("erase"))
	result, _ := s.Resolve("s", policy.Caller{})
	if got := shown(result); got != "-erase(policy never)" {
		t.Error(got)
	}
}
