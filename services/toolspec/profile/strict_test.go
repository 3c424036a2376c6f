package profile_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec/profile"
	"github.com/salaatflow/platform/services/yamlfile"
)

// testdata/strict.yaml has a case for each rule that is about a single schema.
func TestStrict(t *testing.T) {
	text, err := os.ReadFile("testdata/strict.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Exact string
		Found []string
	}
	if err := yamlfile.Decode(text, &cases); err != nil || len(cases) == 0 {
		t.Fatal(cases, err)
	}
	for _, tc := range cases {
		// Tree is there only where it is referred to, since it is recursive itself.
		definitions := `"Yes":{"type":"boolean"}`
		if strings.Contains(tc.Exact, "Tree") {
			definitions = `"Tree":{"type":"array","items":{"$ref":"#/$defs/Tree"}}`
		}
		var found []string
		for _, one := range checkedBy(t, profile.Strict(), "tool", json.RawMessage(`{"type":"object","properties":{"p":`+tc.Exact+
			`},"required":["p"],"additionalProperties":false,"$defs":{`+definitions+`}}`)) {
			found = append(found, one.Rule.Name+": "+strings.Join(one.Rule.Hosts, ", "))
		}
		if slices.Sort(found); !slices.Equal(found, tc.Found) {
			t.Errorf("%s: found %q, not %q", tc.Exact, found, tc.Found)
		}
	}
}

// What is as much as a limit allows is taken, and a little more is not.
func TestStrictLimits(t *testing.T) {
	nested := func(levels int) string {
		inner := `{"type":"string"}`
		for range levels - 1 {
			inner = closed(inner)
		}
		return closed(inner)
	}
	values := func(count, characters int) string {
		texts := make([]string, count)
		for i := range texts {
			texts[i] = fmt.Sprintf("%04d", i)
		}
		texts[0] += strings.Repeat("ü", characters-4*count)
		text, err := json.Marshal(texts)
		if err != nil {
			t.Fatal(err)
		}
		return `{"type":"string","enum":` + string(text) + `}`
	}
	wide := func(count int, one string) string { return closed(slices.Repeat([]string{one}, count)...) }
	const text, several = `{"type":"string"}`, `{"anyOf":[{"type":"string"},{"type":"number"}]}`
	for rule, of := range map[string]struct{ most, more string }{
		"depth":                              {nested(10), nested(11)},
		"properties":                         {wide(5000, text), wide(5001, text)},
		"values in all":                      {wide(10, values(100, 400)), wide(10, values(101, 404))},
		"characters of one text's values":    {closed(values(251, 15_000)), closed(values(251, 15_001))},
		"characters of all names and values": {closed(values(250, 119_998)), closed(values(250, 119_999))},
		"properties of several types":        {wide(16, several), wide(17, several)},
		"optional properties":                {optional(24), optional(25)},
	} {
		for schema, want := range map[string]bool{of.most: false, of.more: true} {
			found := slices.ContainsFunc(checkedBy(t, profile.Strict(), "tool", json.RawMessage(schema)), func(one profile.Finding) bool {
				return one.Rule.Name == rule
			})
			if found != want {
				t.Errorf("%s is found: %t, in %.200s", rule, found, schema)
			}
		}
	}
}

// closed is the schema of a closed object whose properties are all required. Their names begin with p0.
func closed(properties ...string) string {
	var members, names []string
	for i, one := range properties {
		names = append(names, fmt.Sprintf(`"p%d"`, i))
		members = append(members, names[i]+":"+one)
	}
	return `{"type":"object","properties":{` + strings.Join(members, ",") + `},"required":[` + strings.Join(names, ",") +
		`],"additionalProperties":false}`
}

func optional(count int) string {
	schema := closed(slices.Repeat([]string{`{"type":"string"}`}, count)...)
	return schema[:strings.Index(schema, `"required"`)] + `"additionalProperties":false}`
}

// A host that does what the rules say has each of the platform's tools strict, and OpenAI with null for what is left out.
func TestThePlatformsToolsCanBeStrict(t *testing.T) {
	for _, tool := range ownTools(t) {
		text, _ := listed(t, tool.InputSchema)
		for host := range profile.Strict().Hosts {
			written := strictly(t, host, text)
			for _, one := range checkedBy(t, profile.Strict(), tool.Name, written) {
				if slices.Contains(one.Rule.Hosts, host) {
					t.Errorf("%s, strict at %s: %s\n%s", tool.Name, host, one, written)
				}
			}
		}
	}
}

// strictly writes a listed schema as a host that makes functions strict does.
func strictly(t *testing.T, host string, text json.RawMessage) json.RawMessage {
	t.Helper()
	var schema map[string]any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	known := map[string][]string{}
	for _, rule := range profile.Strict().Rules {
		if len(rule.Keywords) == 0 && rule.Known != nil {
			known[rule.Hosts[0]] = rule.Known
		}
	}
	tighten(host, known[host], schema)
	written, err := json.Marshal(schema)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func tighten(host string, known []string, schema map[string]any) {
	for keyword := range schema {
		if !slices.Contains(known, keyword) {
			delete(schema, keyword)
		}
	}
	properties, _ := schema["properties"].(map[string]any)
	required, _ := schema["required"].([]any)
	for name, one := range properties {
		property, _ := one.(map[string]any)
		tighten(host, known, property)
		if host == "openai" && !slices.Contains(required, any(name)) {
			required = append(required, name)
			properties[name] = map[string]any{"anyOf": []any{property, map[string]any{"type": "null"}}}
		}
	}
	if schema["type"] == "object" {
		schema["additionalProperties"], schema["required"] = false, append([]any{}, required...)
	}
	if items, isSchema := schema["items"].(map[string]any); isSchema {
		tighten(host, known, items)
	}
}
