package profile_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/profile"
	"github.com/salaatflow/platform/services/toolspec/prototest"
	"github.com/salaatflow/platform/services/toolspec/schema"
	"github.com/salaatflow/platform/services/yamlfile"
)

var update = flag.Bool("update", false, "write the table of docs/schemas.md")

func ownTools(t *testing.T) []*toolspec.Tool {
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

func checked(t *testing.T, name string, text json.RawMessage) []profile.Finding {
	t.Helper()
	found, err := profile.Check(name, text)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func listed(t *testing.T, exact json.RawMessage) (text json.RawMessage, lost []string) {
	t.Helper()
	text, lost, err := profile.Listed(exact)
	if err != nil {
		t.Fatal(err)
	}
	return text, lost
}

// Every host takes every tool of the platform as it is listed. As they were, with their exact schemas, some took none.
func TestHostsTakeThePlatformsTools(t *testing.T) {
	for _, tool := range ownTools(t) {
		text, _ := listed(t, tool.InputSchema)
		if found := checked(t, tool.Name, text); len(found) > 0 {
			t.Errorf("%s: %v\n%s", tool.Name, found, text)
		}
		if found := checked(t, tool.Name, tool.InputSchema); len(found) == 0 {
			t.Errorf("%s: the check finds nothing in the exact schema: %s", tool.Name, tool.InputSchema)
		}
		if len(text) > len(tool.InputSchema) {
			t.Errorf("%s: its schema grows from %d to %d bytes", tool.Name, len(tool.InputSchema), len(text))
		}
	}
}

// Of a message with a field of every sort, only what has no other form is left.
func TestHostsTakeFieldsOfEverySort(t *testing.T) {
	exact, err := schema.Input(prototest.Everything(t), schema.Limits{Depth: 32, Bytes: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	text, lost := listed(t, exact)
	for _, found := range checked(t, "everything", text) {
		if !found.Rule.Left {
			t.Errorf("%s\n%s", found, text)
		}
	}
	if len(lost) == 0 {
		t.Error("nothing is said to be lost")
	}
}

// testdata/listed.yaml says what becomes of each sort of property.
func TestListed(t *testing.T) {
	text, err := os.ReadFile("testdata/listed.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct{ What, Exact, Listed, Lost string }
	if err := yamlfile.Decode(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	for _, tc := range cases {
		t.Run(tc.What, func(t *testing.T) {
			text, lost := listed(t, json.RawMessage(`{"type":"object","properties":{"p":`+tc.Exact+`},"additionalProperties":false,`+
				`"$defs":{"Yes":{"type":"boolean"}}}`))
			if want := `{"type":"object","properties":{"p":` + tc.Listed + `}}`; string(text) != want {
				t.Errorf("got  %s\nwant %s", text, want)
			}
			if said := strings.Join(lost, "; "); (tc.Lost == "") != (said == "") || !strings.HasPrefix(said, tc.Lost) {
				t.Errorf("lost: %s", said)
			}
		})
	}
}

// A property that a host refuses by its name costs that host all tools, so it is not listed, required or not.
func TestPropertiesOfLongNamesAreNotListed(t *testing.T) {
	long := strings.Repeat("a", 65)
	text, lost := listed(t, json.RawMessage(`{"type":"object","properties":{"`+long+`":{"type":"string"},"b":{"type":"string"}},`+
		`"required":["`+long+`","b"]}`))
	if want := `{"type":"object","properties":{"b":{"type":"string"}},"required":["b"]}`; string(text) != want {
		t.Errorf("got %s", text)
	}
	if len(lost) != 1 || !strings.HasPrefix(lost[0], long) {
		t.Errorf("lost: %q", lost)
	}
}

// What messages hold is listed five levels deep, and less of it where there is much.
func TestDeepAndWideSchemasAreCut(t *testing.T) {
	deep := `{"type":"string"}`
	for range 9 {
		deep = `{"type":"object","properties":{"a":` + deep + `,"b":{"type":"string"}}}`
	}
	var wide []string
	for i := range 40 {
		wide = append(wide, fmt.Sprintf(`"w%d":{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}`, i))
	}
	for what, exact := range map[string]string{
		"deep": deep,
		"wide": `{"type":"object","properties":{` + strings.Join(wide, ",") + `}}`,
	} {
		text, lost := listed(t, json.RawMessage(exact))
		if len(lost) == 0 {
			t.Errorf("%s: nothing is said to be lost", what)
		}
		if found := slices.DeleteFunc(checked(t, what, text), func(one profile.Finding) bool { return one.Rule.Left }); len(found) > 0 {
			t.Errorf("%s: %v\n%s", what, found, text)
		}
	}
}

// A tool with `relations` has asked for its exact schema.
func TestSchemasThatNameTheirDialectAreListedAsTheyAre(t *testing.T) {
	const exact = `{"type":"object","properties":{},"anyOf":[{"required":["a"]}],"$schema":"https://json-schema.org/draft/2020-12/schema"}`
	if text, lost := listed(t, json.RawMessage(exact)); string(text) != exact || len(lost) != 1 {
		t.Errorf("got %s, lost %q", text, lost)
	}
}

// docs/schemas.md shows the rules as they are.
func TestTheRulesAreInTheDocs(t *testing.T) {
	const page, begin, end = "../../../docs/schemas.md", "<!-- rules of hosts -->\n", "<!-- end of the rules -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(text), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("the page has no place for them")
	}
	want := before + begin + table() + end + after
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	if string(text) != want {
		t.Error("the rules have changed: go test ./services/toolspec/profile -run Docs -update")
	}
}

func table() string {
	var out strings.Builder
	hosts := profile.Hosts()
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		fmt.Fprintf(&out, "- **%s**: %s\n", host, hosts[host])
	}
	out.WriteString("\n| what | hosts that do not take it | what stands there instead | source |\n|---|---|---|---|\n")
	for _, rule := range profile.Rules() {
		what := rule.Name
		if len(rule.Keywords) > 0 {
			what += " (`" + strings.Join(rule.Keywords, "`, `") + "`)"
		}
		if rule.Limit > 0 {
			what += fmt.Sprintf(": more than %d", rule.Limit)
		}
		var sources []string
		for i, source := range rule.Source {
			sources = append(sources, fmt.Sprintf("[%d](%s)", i+1, source))
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s |\n", what, strings.Join(rule.Hosts, ", "), rule.Becomes, strings.Join(sources, " "))
	}
	return out.String()
}
