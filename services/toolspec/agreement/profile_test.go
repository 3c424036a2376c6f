package agreement_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/salaatflow/platform/services/toolspec/profile"
)

// listed is a tool with the schema that stands in tools/list for the exact one.
type listed struct {
	*subject
	profile *jsonschema.Schema
	text    string
}

func newListed(t testing.TB, one *subject) *listed {
	t.Helper()
	text, _, err := profile.Listed(one.tool.InputSchema)
	if err != nil {
		t.Fatal(err)
	}
	found, err := profile.Listing().Check(one.tool.Name, text)
	if err != nil {
		t.Fatal(err)
	}
	if found = slices.DeleteFunc(found, func(one profile.Finding) bool { return one.Rule.Left }); len(found) > 0 {
		t.Errorf("hosts do not take %s\nfor %s\n%v", text, one.tool.InputSchema, found)
	}
	if found = strictly(t, one.tool.Name, text); len(found) > 0 {
		t.Errorf("%s cannot be strict\nfor %s\n%v", text, one.tool.InputSchema, found)
	}
	return &listed{one, compiled(t, one.tool.Name, text, true), string(text)}
}

// strictly returns what keeps a listed schema from being strict, but objects of any keys, and how many properties there are.
func strictly(t testing.TB, name string, text []byte) []profile.Finding {
	t.Helper()
	found, err := profile.Strict().Check(name, text)
	if err != nil {
		t.Fatal(err)
	}
	expected := []string{"object of any keys", "optional properties", "properties of several types"}
	return slices.DeleteFunc(found, func(one profile.Finding) bool {
		return !one.Rule.Left || slices.Contains(expected, one.Rule.Name)
	})
}

// refused returns what the exact schema accepts and the listed one refuses; empty for all that is offered.
func (l *listed) refused(raw []byte) string {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil || l.schema.Validate(value) != nil {
		return ""
	}
	err = l.profile.Validate(value)
	if err == nil || notOffered(value) {
		return ""
	}
	return err.Error()
}

// notOffered reports whether arguments have what rules.yaml says is accepted and not offered: an empty text, or an array in an array.
func notOffered(value any) bool {
	switch value := value.(type) {
	case string:
		return value == ""
	case []any:
		return slices.ContainsFunc(value, func(item any) bool {
			_, nested := item.([]any)
			return nested || notOffered(item)
		})
	case map[string]any:
		for _, member := range value {
			if notOffered(member) {
				return true
			}
		}
	}
	return false
}

// What a host may send by the schema of tools/list is all that a tool accepts.
func TestListedSchemasAcceptWhatExactOnesDo(t *testing.T) {
	for _, one := range ownTools(t) {
		tool := newListed(t, one)
		for i := range uint64(*tries / 20) {
			raw := newArguments(*seed + i).object(one.tool.Method().Input())
			if wrong := tool.refused([]byte(raw)); wrong != "" {
				t.Errorf("%s: %s\n%s\n%s", one.tool.Name, raw, wrong, tool.text)
			}
		}
	}
}

func TestListedSchemasOfGeneratedToolsAcceptWhatExactOnesDo(t *testing.T) {
	for made := range uint64(*tries / 20) {
		tool := newListed(t, generated(t, *seed+made))
		for i := range uint64(20) {
			raw := newArguments(*seed + made*20 + i).object(tool.tool.Method().Input())
			if wrong := tool.refused([]byte(raw)); wrong != "" {
				t.Fatalf("made of %d: %s\n%s\n%s\nfor %s", *seed+made, raw, wrong, tool.text, tool.tool.InputSchema)
			}
		}
	}
}
