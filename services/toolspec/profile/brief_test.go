package profile_test

import (
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/salaatflow/platform/services/toolspec/profile"
)

func TestBrief(t *testing.T) {
	listed := json.RawMessage(`{"type":"object","properties":{` +
		`"to":{"type":"string","minLength":1,"description":"Who gets it. Example: \"Ali\"."},` +
		`"way":{"enum":["sms","post"],"type":"string","default":"sms","description":"How it goes. Post takes long."},` +
		`"tags":{"type":"array","items":{"type":"string","description":"A word. Any."},"maxItems":3},` +
		`"place":{"type":"object","properties":{"city":{"type":"string","description":"Its city. Or town."}}}},"required":["to"]}`)
	for detail, want := range map[profile.Detail]string{
		profile.Whole: string(listed),
		profile.Sentences: `{"type":"object","properties":{` +
			`"to":{"type":"string","minLength":1,"description":"Who gets it."},` +
			`"way":{"enum":["sms","post"],"type":"string","default":"sms","description":"How it goes."},` +
			`"tags":{"type":"array","items":{"type":"string","description":"A word."},"maxItems":3},` +
			`"place":{"type":"object","properties":{"city":{"type":"string","description":"Its city."}}}},"required":["to"]}`,
		profile.Types: `{"type":"object","properties":{"to":{"type":"string","description":"Who gets it."},` +
			`"way":{"type":"string","enum":["sms","post"]},"tags":{"type":"array","items":{"type":"string"}},` +
			`"place":{"type":"object"}},"required":["to"]}`,
		profile.Names: `{"type":"object","properties":{"to":{"type":"string","description":"Who gets it."}},"required":["to"],` +
			`"description":"Optional: way, tags, place."}`,
	} {
		if got, err := profile.Brief(listed, detail); err != nil || string(got) != want {
			t.Errorf("%d: %v\n%s, not\n%s", detail, err, got, want)
		}
	}
	if _, err := profile.Brief(json.RawMessage(`[]`), profile.Types); err == nil {
		t.Error("what is no object is written")
	}
}

// Whoever goes by a schema with less detail is not kept from a call that the listed one allows, and leaves out nothing required.
func TestBriefSchemasAcceptWhatListedOnesDo(t *testing.T) {
	for _, tool := range ownTools(t) {
		whole, _ := listed(t, tool.InputSchema)
		for detail := profile.Whole; detail <= profile.Names; detail++ {
			text, err := profile.Brief(whole, detail)
			if err != nil {
				t.Fatal(tool.Name, err)
			}
			schema := compiled(t, text)
			if err := schema.Validate(valueOf(t, tool.ExampleArguments)); err != nil {
				t.Errorf("%s, %d: %v", tool.Name, detail, err)
			}
			if nothing := map[string]any{}; (schema.Validate(nothing) == nil) != (compiled(t, whole).Validate(nothing) == nil) {
				t.Errorf("%s, %d: %s requires something else than the listed one", tool.Name, detail, text)
			}
		}
	}
}

func compiled(t *testing.T, text json.RawMessage) *jsonschema.Schema {
	t.Helper()
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", valueOf(t, text)); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func valueOf(t *testing.T, text json.RawMessage) any {
	t.Helper()
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
