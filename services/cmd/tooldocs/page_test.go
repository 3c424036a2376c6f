package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
)

func own(t *testing.T) []*toolspec.Tool {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// What the contract says of a tool is found in its section.
func TestPageTellsOfEveryTool(t *testing.T) {
	tools := own(t)
	text, err := page(tools)
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		t.Run(tool.Name, func(t *testing.T) {
			section := sectionOf(t, text, tool.Name)
			wanted := []string{tool.Description, "`" + tool.FullMethod[1:] + "`", "-d '" + string(tool.ExampleArguments) + "'"}
			wanted = append(wanted, tool.Aliases...)
			for _, intent := range tool.Intents {
				wanted = append(wanted, "`"+intent.Name+"`")
			}
			fields := tool.Method().Input().Fields()
			for i := range fields.Len() {
				if !toolspec.IsPart(fields.Get(i)) {
					wanted = append(wanted, "\n| `"+fields.Get(i).TextName()+"`")
				}
			}
			paths, err := toolspec.RESTPaths(tool.Method())
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				wanted = append(wanted, "`"+path.Verb+" "+path.Path+"`")
			}
			for _, want := range wanted {
				if !strings.Contains(section, want) {
					t.Errorf("the section lacks %q:\n%s", want, section)
				}
			}
		})
	}
}

// A caller is told of NOT_FOUND by the tools that are asked for something by its name or number.
func TestPageTellsWhatMayNotBeThere(t *testing.T) {
	text, err := page(own(t))
	if err != nil {
		t.Fatal(err)
	}
	for tool, parameter := range map[string]string{
		toolnames.Skill: "command", toolnames.DeleteTask: "task_id", toolnames.GetMasjidDetails: "masjid_id",
	} {
		if section := sectionOf(t, text, tool); !strings.Contains(section, "- `NOT_FOUND`: nothing has this `"+parameter+"`") {
			t.Errorf("%s does not say that there may be nothing of this %s:\n%s", tool, parameter, section)
		}
	}
	if section := sectionOf(t, text, toolnames.CreateTask); strings.Contains(section, "NOT_FOUND") {
		t.Errorf("%s is asked for nothing that may not be there:\n%s", toolnames.CreateTask, section)
	}
}

func sectionOf(t *testing.T, text, name string) string {
	t.Helper()
	_, section, ok := strings.Cut(text, "\n## "+name+"\n")
	if !ok {
		t.Fatalf("no section %s", name)
	}
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

func TestPageIsTheSameEveryTime(t *testing.T) {
	tools := own(t)
	first, err := page(tools)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := page(tools); err != nil || second != first {
		t.Errorf("the second page differs from the first (%v)", err)
	}
}

func TestErrorTableIsTheContracts(t *testing.T) {
	var out strings.Builder
	writeErrorTable(&out)
	for _, want := range []string{
		"| `VALIDATION_ERROR` | 400 | INVALID_ARGUMENT |", "| `INVALID_REQUEST` | 400 | FAILED_PRECONDITION, OUT_OF_RANGE |",
		"| `INVALID_REQUEST` | 409 | ALREADY_EXISTS, ABORTED |", "| `AUTH_REQUIRED` | 401 | UNAUTHENTICATED |",
		"| `SERVER_ERROR` | 500 | UNKNOWN, INTERNAL, DATA_LOSS |", "| `TOOL_NOT_FOUND` | 404 | none", "| `HTTP_ERROR` | 413 | none",
		"| `HTTP_ERROR` | 499 | CANCELLED |", "| `TOOL_EXECUTION_ERROR` | 500 | none",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

func TestLimitsInWords(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type":"string","enum":["","a|b"]}`:                                   "empty, `a|b`",
		`{"type":"string","minLength":1,"maxLength":1}`:                         "1 to 1 characters",
		`{"type":"string","maxLength":1}`:                                       "at most 1 character",
		`{"type":"string","minLength":2}`:                                       "at least 2 characters",
		`{"type":"string","pattern":"^a$","format":"email"}`:                    "`^a$`; email",
		`{"type":"integer","minimum":1,"exclusiveMaximum":10}`:                  "≥ 1; < 10",
		`{"type":"number","exclusiveMinimum":0.5,"maximum":1e3}`:                "> 0.5; ≤ 1e3",
		`{"type":"array","minItems":1,"maxItems":3,"items":{"type":"integer"}}`: "1 to 3 items",
		`{"const":true}`: "always `true`",
		`{}`:             "",
	} {
		var said property
		if err := json.Unmarshal([]byte(schema), &said); err != nil {
			t.Fatal(err)
		}
		if got := said.limits(); got != want {
			t.Errorf("%s: %q, want %q", schema, got, want)
		}
	}
	if got := cell("a|b"); got != `a\|b` {
		t.Errorf("cell: %q", got)
	}
}
