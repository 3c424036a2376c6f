package policy_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/skills-svc/internal/policy"
)

func read(t testing.TB, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func rule(expression string) string {
	return "rules: [{name: one, allow: '" + expression + "', reason: because}]"
}

func TestADestructiveToolNeedsItsNameByDefault(t *testing.T) {
	p, err := policy.Default()
	if err != nil {
		t.Fatal(err)
	}
	erase := &policy.Tool{Name: "erase", Categories: []string{"task_write"}, Destructive: true}
	read := &policy.Tool{Name: "read", Categories: []string{"task_write"}}
	byCategory := &policy.Skill{Permissions: []string{"task_write"}}
	if refused := p.Standing(erase, byCategory); refused == nil || !strings.Contains(refused.Reason, "exact name") {
		t.Errorf("a category gives a destructive tool: %+v", refused)
	}
	if refused := p.Standing(erase, &policy.Skill{Permissions: []string{"erase"}}); refused != nil {
		t.Errorf("its name does not: %+v", refused)
	}
	if refused := p.Standing(read, byCategory); refused != nil {
		t.Errorf("a category does not give another: %+v", refused)
	}
	if p.Personal() {
		t.Error("the default depends on the caller")
	}
}

func TestRulesSeeToolSkillAndCaller(t *testing.T) {
	tool := &policy.Tool{
		Name: "a", Title: "A", Service: "s", Categories: []string{"x"}, Origin: "model", Auth: "none", ReadOnly: true, Idempotent: true,
	}
	skill := &policy.Skill{Name: "k", Location: "user", AllowedTools: []string{"b"}, Metadata: map[string]string{"team": "blue"}}
	caller := policy.Caller{UserID: 7, Role: "admin"}
	for expression, allowed := range map[string]bool{
		`tool.read_only && tool.idempotent && !tool.destructive`:                  true,
		`tool.name == "a" && tool.title == "A" && tool.service == "s"`:            true,
		`tool.capabilities.exists(c, c == "x") && tool.origin == "model"`:         true,
		`tool.auth == "required"`:                                                 false,
		`skill.location == "project"`:                                             false,
		`skill.name == "k" && "b" in skill.allowed_tools`:                         true,
		`skill.metadata["team"] == "blue"`:                                        true,
		`skill.metadata["none"] == "blue"`:                                        false, // fails, so it refuses
		`caller.role == "admin" && caller.user_id == 7`:                           true,
		`caller.user_id == 0`:                                                     false,
		`skill.permissions.all(p, [1,2,3,4,5].all(x, [1,2,3].all(y, x + y > 0)))`: true,
	} {
		p := read(t, rule(expression))
		standing, personal := p.Standing(tool, skill), p.ForCaller(tool, skill, caller)
		if got := standing == nil && personal == nil; got != allowed {
			t.Errorf("%s allows: %t, want %t", expression, got, allowed)
		}
		if want := strings.Contains(expression, "caller"); p.Personal() != want {
			t.Errorf("%s depends on the caller: %t, want %t", expression, p.Personal(), want)
		}
	}
}

func TestRelevantOfACallerIsWhatRulesLookAt(t *testing.T) {
	caller := policy.Caller{UserID: 7, Role: "admin"}
	for expression, want := range map[string]policy.Caller{
		`caller.role == "admin"`:                        {Role: "admin"},
		`caller.role == "admin" || caller.user_id == 7`: caller,
		`[caller].size() == 1`:                          caller,
		`[caller].all(c, c.role == "admin")`:            caller,
	} {
		if got := read(t, rule(expression)).Relevant(caller); got != want {
			t.Errorf("%s looks at %+v, want %+v", expression, got, want)
		}
	}
}

// An operator learns of a mistake when the service starts, not when a tool is missing.
func TestAPolicyThatIsWrongIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		rule(`tool.colour == "green"`): "undefined field 'colour'",
		rule(`tools.name == "a"`):      "undeclared reference to 'tools'",
		rule(`tool.name`):              "must be of type bool, and is of type string",
		rule(`tool.name == 7`):         "no matching overload",
		rule(`tool.name ==`):           "Syntax error",
		rule(``):                       "the rule one: allow: is missing",
		"rules: [{allow: 'true'}]":     "the rule number 1: needs a name",
		"rules: [{name: a, allow: 'true'}, {name: a, allow: 'true'}]": "the rule a: needs a name of its own",
		"rules: [{name: a, alow: 'true'}]":                            "alow not found",
		"rules: [{name: a, allow: 'true', internal: true}]":           "leave it out",
		"rule: []":   "rule not found",
		"":           "`rules` is missing",
		"# none yet": "`rules` is missing",
		"rules:":     "`rules` is missing",
	} {
		if _, err := policy.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestAPolicyMayHaveNoRules(t *testing.T) {
	if refused := read(t, "rules: []").Standing(&policy.Tool{Destructive: true}, &policy.Skill{}); refused != nil {
		t.Errorf("refused by %+v", refused)
	}
}

func TestARuleThatNeverEndsRefuses(t *testing.T) {
	numbers := "[" + strings.TrimSuffix(strings.Repeat("1,", 60), ",") + "]"
	p := read(t, rule(numbers+".all(a, "+numbers+".all(b, "+numbers+".all(c, a + b + c > 0)))"))
	if p.Standing(&policy.Tool{}, &policy.Skill{}) == nil {
		t.Error("it was let through")
	}
}

// Any input is a policy or an error.
func FuzzRead(f *testing.F) {
	f.Add(rule("!tool.destructive || tool.name in skill.permissions"))
	f.Add(rule("caller.role == \"admin\""))
	f.Add("rules:\n- name: a\n  allow: 'true'\n")
	f.Add("rules: {}")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := policy.Read([]byte(text))
		if err != nil {
			return
		}
		tool, skill := &policy.Tool{Name: "a"}, &policy.Skill{Name: "b"}
		p.Standing(tool, skill)
		p.ForCaller(tool, skill, policy.Caller{})
	})
}
