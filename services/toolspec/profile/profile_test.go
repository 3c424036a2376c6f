package profile_test

import (
	"encoding/json"
	"fmt"
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
	return checkedBy(t, profile.Listing(), name, text)
}

func checkedBy(t *testing.T, book *profile.Book, name string, text json.RawMessage) []profile.Finding {
	t.Helper()
	found, err := book.Check(name, text)
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

// What Gemini and Claude refuse of an object is found, and only what is listed is required.
func TestOnlyListedPropertiesAreRequired(t *testing.T) {
	const exact = `{"type":"object","properties":{"b":{"type":"string"}},"required":["a","b"]}`
	if text, _ := listed(t, json.RawMessage(exact)); string(text) != strings.Replace(exact, `"a",`, "", 1) {
		t.Errorf("got %s", text)
	}
	for rule, schema := range map[string]string{"required and not there": exact, "no object at the top": `{"type":"string","properties":{}}`} {
		if found := checked(t, "tool", json.RawMessage(schema)); len(found) != 1 || found[0].Rule.Name != rule {
			t.Errorf("%s: found %v", schema, found)
		}
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
