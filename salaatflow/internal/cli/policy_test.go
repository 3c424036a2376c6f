package cli_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/salaatflow/internal/cli"
)

// documented returns what stands in docs/policy.md between fences of a language, in order.
func documented(t *testing.T, language string) []string {
	t.Helper()
	page, err := os.ReadFile("../../../docs/policy.md")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []string
	for _, found := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllSubmatch(page, -1) {
		blocks = append(blocks, string(found[1]))
	}
	return blocks
}

// run runs the command line, and returns its exit code and what it prints.
func run(t *testing.T, arguments ...string) (code int, out, errs string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code = cli.Run(arguments, cli.Streams{In: strings.NewReader(""), Out: &stdout, Err: &stderr})
	return code, stdout.String(), stderr.String()
}

// files writes files into a folder of the test, and returns it.
func files(t *testing.T, contents map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range contents {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// The page's policy does what the page's cases say, each of its rules denies one of them, and the page shows what explain prints.
func TestThePageOnPoliciesIsTrue(t *testing.T) {
	blocks := documented(t, "yaml")
	const each = 2 // the policy and its cases
	if len(blocks) != each {
		t.Fatalf("the page has %d blocks of YAML", len(blocks))
	}
	folder := files(t, map[string]string{"policy.yaml": blocks[0], "cases.yaml": blocks[1]})
	code, out, errs := run(t, "policy", "test", filepath.Join(folder, "cases.yaml"))
	if code != 0 || !strings.Contains(out, "cases, 0 failed") {
		t.Errorf("policy test: %d %s%s", code, out, errs)
	}
	for _, rule := range regexp.MustCompile(`- name: (\S+)`).FindAllStringSubmatch(blocks[0], -1) {
		if !strings.Contains(blocks[1], "rule: "+rule[1]+"\n") {
			t.Errorf("no case is denied by %s", rule[1])
		}
	}
	examples := documented(t, "console")
	t.Chdir(folder)
	for _, shown := range examples {
		command, want, _ := strings.Cut(shown, "\n")
		words := strings.Fields(strings.TrimPrefix(command, "$ salaatflow "))
		if code, out, errs := run(t, words...); code != 0 || strings.TrimSpace(out) != strings.TrimSpace(want) {
			t.Errorf("%s: %d\n%s%s", command, code, out, errs)
		}
	}
}

// named puts the names of tools where a test has what stands for them.
func named(text string) string {
	return strings.NewReplacer(
		"$create", toolnames.CreateTask, "$delete", toolnames.DeleteTask, "$complete", toolnames.CompleteTask,
		"$list", toolnames.ListTasks, "$masjids", toolnames.ListMasjids,
	).Replace(text)
}

const policyOfTwo = `rules:
- {name: no-deletes, allow: "!tool.destructive", reason: nothing is deleted}
- {name: short, allow: "arguments.lengths['title'] < 5", internal: true}
`

// Who tests a policy learns of each case that is not as it should be, and why, and of a table that says nothing.
func TestCasesThatFailAreNamed(t *testing.T) {
	for name, c := range map[string]struct {
		cases, says string
		code        int
	}{
		"as it should be": {
			`{"cases":[{"tool":"$create","caller":{"user":1},"arguments":{"title":"Read"},"want":"allow"}]}`,
			"1 case, 0 failed", 0,
		},
		"denied": {
			`cases: [{name: x, tool: $delete, caller: {user: 1}, want: allow}]`,
			"is denied by no-deletes (nothing is deleted)", 1,
		},
		"allowed": {
			`cases: [{name: x, tool: $create, caller: {user: 1}, arguments: {title: a}, want: deny, rule: short}]`,
			"is allowed, and short", 1,
		},
		"by another": {
			`cases: [{name: x, tool: $delete, want: deny, rule: no-deletes}]`,
			"is denied by user, and no-deletes", 1,
		},
		"a rule that fails": {
			`cases: [{name: x, tool: $list, caller: {user: 1}, want: allow}]`,
			"is denied by short", 1,
		},
		"another's tokens": {
			`cases: [{tool: salaatflow.users.v1.UserService/ListTokens, caller: {user: 1}, arguments: {owner_id: 2}, want: deny, rule: admin}]`,
			"0 failed", 0,
		},
		"no such tool": {
			`cases: [{tool: fly, want: allow}]`,
			"it has $complete", 1,
		},
		"no such RPC": {
			`cases: [{tool: a.B/C, want: allow}]`,
			"has no RPC a.B/C", 1,
		},
		"no such argument": {
			`cases: [{tool: $create, arguments: {colour: 1}, want: allow}]`,
			"are not those of $create", 1,
		},
		"no such time": {
			`cases: [{tool: $masjids, time: noon, want: allow}]`,
			"must be RFC 3339", 1,
		},
		"no such role": {
			`cases: [{tool: $masjids, caller: {user: 1, role: root}, want: allow}]`,
			"must be user or admin", 1,
		},
		"no such address": {
			`cases: [{tool: $masjids, caller: {address: here}, want: allow}]`,
			"must be an IP address", 1,
		},
		"no rule": {
			`cases: [{tool: $masjids, want: deny}]`,
			"name the rule that should deny", 1,
		},
		"no wish": {
			`cases: [{tool: $masjids}]`,
			"must be allow or deny", 1,
		},
		"no cases": {
			`cases: []`,
			"has no cases", 1,
		},
		"a member misspelt": {
			`cases: [{tol: $masjids, want: allow}]`,
			"tol not found", 1,
		},
		"no table": {
			`[`,
			"cases", 1,
		},
		"a file that is not": {
			"",
			"no such file", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			contents := map[string]string{"policy.yaml": policyOfTwo, "cases": named(c.cases)}
			if c.cases == "" {
				delete(contents, "cases")
			}
			folder := files(t, contents)
			code, out, errs := run(t, "policy", "test", filepath.Join(folder, "cases"), "--policy", filepath.Join(folder, "policy.yaml"))
			if code != c.code || !strings.Contains(out+errs, named(c.says)) {
				t.Errorf("%d\n%s%s\nwant %d and %q", code, out, errs, c.code, c.says)
			}
		})
	}
}

func TestExplainAndTestRefuseWhatTheyCannotAnswer(t *testing.T) {
	folder := files(t, map[string]string{
		"policy.yaml": policyOfTwo, "cases": "cases: [{tool: skill, want: allow}]", "broken.yaml": "rules: [{name: a}]",
	})
	for name, c := range map[string]struct {
		says      string
		code      int
		arguments []string
	}{
		"no policy":       {"names no policy", 2, []string{"test", filepath.Join(folder, "cases")}},
		"a broken policy": {"allow: is missing", 1, []string{"explain", "skill", "--policy", filepath.Join(folder, "broken.yaml")}},
		"no such tool":    {"it has $complete", 2, []string{"explain", "fly"}},
		"no such JSON":    {"must be a JSON object", 2, []string{"explain", "skill", "--arguments", "["}},
		"an internal rule": {"which callers are not told", 0, []string{
			"explain", toolnames.CreateTask, "--user", "1",
			"--policy", filepath.Join(folder, "policy.yaml"), "--arguments", `{"title":"Read a book"}`,
		}},
		"a missing scope": {"denied by scopes", 0, []string{"explain", toolnames.CreateTask, "--user", "1", "--scopes", "tasks:read"}},
		"a rule that fails": {"fails, which denies", 0, []string{
			"explain", toolnames.ListTasks, "--user", "1", "--policy", filepath.Join(folder, "policy.yaml"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := run(t, append([]string{"policy"}, c.arguments...)...)
			if code != c.code || !strings.Contains(out+errs, named(c.says)) {
				t.Errorf("%d\n%s%s\nwant %d and %q", code, out, errs, c.code, c.says)
			}
		})
	}
}
