package skillfile_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/salaatflow/platform/skills-svc/internal/skillfile"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
)

func TestAFileIsReadAsItsAuthorMeantIt(t *testing.T) {
	text := strings.Join([]string{
		"---", "# a comment", "name: pdf-tools", `description: >`, "  Reads PDFs;", "  use it for PDFs.", "license: MIT",
		"compatibility: needs the web", "metadata:", "  author: someone", "  version: 1.0", "allowed-tools: Read Bash(git:*)",
		"permissions: [web_read, look_up]", "---", "", "# Steps", "", "---", "1. Read.", "",
	}, "\r\n")
	skill, problems := skillfile.Parse("pdf-tools", []byte("\ufeff"+text))
	if len(problems) > 0 {
		t.Fatalf("problems: %v", problems)
	}
	want := &skills.Skill{
		Name: "pdf-tools", Description: "Reads PDFs; use it for PDFs.", License: "MIT", Compatibility: "needs the web",
		Metadata: map[string]string{"author": "someone", "version": "1.0"}, AllowedTools: []string{"Read", "Bash(git:*)"},
		Permissions: []string{"web_read", "look_up"}, Content: "# Steps\r\n\r\n---\r\n1. Read.", Markdown: text,
	}
	if !reflect.DeepEqual(skill, want) {
		t.Errorf("read %+v\nwant %+v", skill, want)
	}
}

// The author of a skill is told what is wrong, in which line, and what would be right.
func TestAMistakeIsNamedWithItsLine(t *testing.T) {
	matter := func(lines ...string) string {
		return "---\nname: a\ndescription: b\n" + strings.Join(lines, "\n") + "\n---\nDo it.\n"
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "1: must begin with a line ---"},
		{"no front matter", "# Steps\n", "1: must begin with a line ---"},
		{"no end", "---\nname: a\ndescription: b\n", "1: the front matter has no end"},
		{"no UTF-8", "---\nname: a\ndescription: \xff\n---\n", "3: is not UTF-8 text"},
		{"NUL", "---\nname: a\n---\n\x00", "4: is not UTF-8 text"},
		{"empty front matter", "---\n---\nDo it.", "1: the front matter must be YAML"},
		{"no mapping", "---\n- name\n---\nDo it.", "1: the front matter must be YAML"},
		{"no YAML", "---\nname: a\ndescription: [b\n---\nDo it.", "the front matter is not valid YAML"},
		{"a tab", "---\nname: a\n\tdescription: b\n---\nDo it.", "the front matter is not valid YAML"},
		{"no name", "---\ndescription: b\n---\nDo it.", "1: the front matter must have the key name"},
		{"no description", "---\nname: a\n---\nDo it.", "1: the front matter must have the key description"},
		{"another folder", "---\nname: b\ndescription: b\n---\nDo it.", `2: name: "b" must be the name of its folder, "a"`},
		{"upper case", "---\nname: A\ndescription: b\n---\nDo it.", `2: name: "A" must be 1 to 64 of a-z`},
		{"two hyphens", "---\nname: a--b\ndescription: b\n---\nDo it.", `2: name: "a--b" must be 1 to 64`},
		{"a hyphen at the end", "---\nname: a-\ndescription: b\n---\nDo it.", `2: name: "a-" must be 1 to 64`},
		{"a long name", "---\nname: " + strings.Repeat("a", 65) + "\ndescription: b\n---\nDo it.", "2: name: has 65 characters; the limit is 64"},
		{"a path", "---\nname: ../a\ndescription: b\n---\nDo it.", `2: name: "../a" must be 1 to 64`},
		{"a number for a name", "---\nname: 1\ndescription: b\n---\nDo it.", "2: name: must be text: put it in quotes"},
		{"an empty description", "---\nname: a\ndescription: ' '\n---\nDo it.", "3: description: must not be empty"},
		{"no description at all", "---\nname: a\ndescription:\n---\nDo it.", "3: description: must be text"},
		{"a long description", "---\nname: a\ndescription: " + strings.Repeat("ب", 1025) + "\n---\nDo it.",
			"3: description: has 1025 characters; the limit is 1024"},
		{"a key twice", matter("name: a"), `4: the key "name" is given twice`},
		{"an unknown key", matter("colour: green"), `4: the key "colour" is unknown`},
		{"a number for a licence", matter("license: 2"), "4: license: must be text"},
		{"metadata as text", matter("metadata: x"), "4: metadata: must map keys to texts"},
		{"deep metadata", matter("metadata:", "  a: [b]"), `5: metadata: "a" must have a text as its value`},
		{"a map of tools", matter("allowed-tools: {a: b}"), "4: allowed-tools: must be names"},
		{"one permission as text", matter("permissions: web_read"), "4: permissions: must be a list"},
		{"a permission of another form", matter("permissions:", "  - web_read", "  - Web Search"), `6: permissions: "Web Search" is neither`},
		{"a permission twice", matter("permissions: [a, a]"), "4: permissions: a is listed twice"},
		{"many permissions", matter("permissions: [" + strings.Repeat("a,", 65) + "a]"), "4: permissions: has more than 64 items"},
		{"permissions that are not there yet", matter("permissions:", "  # - web_read"), "4: permissions: is empty and is ignored"},
		{"no instructions", "---\nname: a\ndescription: b\n---\n\n", "4: has no instructions"},
		{"too large", matter() + strings.Repeat("x", skillfile.MaxBytes), "0: is larger than 1 MiB"},
		{"an alias", matter("license: &x MIT", "compatibility: *x"), "5: compatibility: must be text"},
	} {
		_, problems := skillfile.Parse("a", []byte(c.text))
		var told []string
		for _, problem := range problems {
			told = append(told, fmt.Sprintf("%d: %s", problem.Line, problem.Message))
		}
		if all := strings.Join(told, "\n"); !strings.Contains(all, c.want) {
			t.Errorf("%s: told %q, want %q", c.name, all, c.want)
		}
	}
}

func TestWhatIsOddIsToldAndUsedAllTheSame(t *testing.T) {
	skill, problems := skillfile.Parse("a", []byte("---\nname: a\ndescription: b\ncolour: green\npermissions: [x, x]\n---\n"))
	if skill == nil || len(problems) != 3 {
		t.Fatalf("read %v with %v", skill, problems)
	}
	const nothingSaid = "---\nname: a\ndescription: b\nlicense:\ncompatibility: ~\nmetadata:\nallowed-tools: null\npermissions:\n---\nDo it."
	skill, problems = skillfile.Parse("a", []byte(nothingSaid))
	if skill == nil || len(problems) != 5 || skill.Permissions != nil || skill.License != "" {
		t.Fatalf("read %+v with %v", skill, problems)
	}
}

// Reading any file ends, and what is read satisfies the rules.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "---", "---\n---", "---\nname: a\ndescription: b\n---\nDo it.", "---\nname: [a\n---\n", "---\r\nname: a\r\ndescription: b\r\n---",
		"---\nname: a\ndescription: &x [*x]\n---\n", "---\nname: a\ndescription: |\n  b\npermissions:\n- a\n- b\n---\n\n---\n",
		"---\nname: a\ndescription: b\nmetadata: {? {a: b} : c}\n---", "---\n? - a\n: b\n---\n",
		"---\nname: !!binary YQ==\ndescription: b\n---\n", "---\n0: 0\r\r00\n---",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		skill, problems := skillfile.Parse("a", []byte(text))
		fatal := false
		for _, problem := range problems {
			fatal = fatal || problem.Fatal
			if problem.Line < 0 || problem.Line > strings.Count(text, "\n")+1 || problem.Message == "" {
				t.Errorf("problem %+v of %q", problem, text)
			}
		}
		if fatal == (skill != nil) {
			t.Fatalf("fatal: %t, skill: %v", fatal, skill)
		}
		if skill != nil && (!skillfile.ValidName(skill.Name) || skill.Description == "" || len(skill.Permissions) > 64) {
			t.Errorf("read %+v of %q", skill, text)
		}
	})
}
