package parameters

import (
	"encoding/json"
	"strings"
	"testing"
)

const schema = `{"type": "object", "properties": {
	"title": {"type": "string", "minLength": 1, "maxLength": 200, "description": "What to do."},
	"priority": {"type": "string", "enum": ["low", "medium", "high"], "default": "medium"},
	"linked_prayer": {"type": ["string", "null"]},
	"latitude": {"type": "number", "minimum": -90, "maximum": 90},
	"angle": {"type": "number", "exclusiveMinimum": 0, "maximum": 30},
	"limit": {"type": "integer", "minimum": 1},
	"done": {"type": "boolean"},
	"ids": {"type": "array", "items": {"type": "integer"}},
	"place": {"type": "object"}
}, "required": ["title"]}`

func known(t *testing.T) []Parameter {
	t.Helper()
	parameters, err := Read(json.RawMessage(schema))
	if err != nil {
		t.Fatal(err)
	}
	return parameters
}

// Whatever way arguments are written, the gateway gets JSON of the types of its schema.
func TestWordsBecomeArguments(t *testing.T) {
	for words, want := range map[string]string{
		"title=786":                      `{"title":"786"}`,
		"--title 786":                    `{"title":"786"}`,
		"--title=a=b":                    `{"title":"a=b"}`,
		"--title=--done":                 `{"title":"--done"}`,
		"--title -":                      `{"title":"-"}`,
		"--linked-prayer Fajr":           `{"linked_prayer":"Fajr"}`,
		"--linked_prayer=":               `{"linked_prayer":""}`,
		"--latitude -5 limit=7":          `{"latitude":-5,"limit":7}`,
		"--limit many":                   `{"limit":"many"}`,
		"--done":                         `{"done":true}`,
		"--done --limit 1":               `{"done":true,"limit":1}`,
		"--done false":                   `{"done":false}`,
		"--ids 1 --ids 2":                `{"ids":[1,2]}`,
		"ids=1,2,x":                      `{"ids":[1,2,"x"]}`,
		"--ids=[1,2]":                    `{"ids":[1,2]}`,
		`place={"city":"Lahore"}`:        `{"place":{"city":"Lahore"}}`,
		`limit:=1.5 linked_prayer:=null`: `{"limit":1.5,"linked_prayer":null}`,
		"colour=red":                     `{"colour":"red"}`,
		"title=قرآن priority=high --done=true ids=": `{"done":true,"ids":[""],"priority":"high","title":"قرآن"}`,
	} {
		given, err := Parse(strings.Fields(words), known(t))
		if err != nil {
			t.Errorf("%s: %v", words, err)
			continue
		}
		if got, err := given.Over(nil); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v, want %s", words, got, err, want)
		}
	}
}

// What cannot be read is refused with what would be right.
func TestWordsThatAreNoArguments(t *testing.T) {
	for words, want := range map[string]string{
		"title":                  "key=value",
		"=x":                     "key=value",
		"--titel x":              "did you mean --title?",
		"--colour red":           "unknown flag --colour",
		"--title":                "--title=VALUE",
		"--title --done":         "--title=VALUE",
		"title=a title=b":        "twice",
		"--title a --title b":    "twice",
		"title=a --title b":      "twice",
		"limit:={":               "not JSON",
		"--ids 1 title=x ids:=2": "twice",
	} {
		if _, err := Parse(strings.Fields(words), known(t)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", words, err, want)
		}
	}
}

// The words of a command line win over standard input, so that a file can be a template.
func TestWordsWinOverStandardInput(t *testing.T) {
	given, err := Parse([]string{"-", "--title", "b"}, known(t))
	if err != nil || !given.Input {
		t.Fatalf("%+v, %v", given, err)
	}
	got, err := given.Over(map[string]json.RawMessage{"title": json.RawMessage(`"a"`), "limit": json.RawMessage(`12345678901234567890`)})
	if want := `{"limit":12345678901234567890,"title":"b"}`; err != nil || string(got) != want {
		t.Errorf("%s, %v, want %s", got, err, want)
	}
}

// A rejected argument is answered with the parameter or the value that was meant.
func TestHints(t *testing.T) {
	given, err := Parse([]string{"titel=x", "priority=hihg", "linked_prayer=y"}, known(t))
	if err != nil {
		t.Fatal(err)
	}
	for field, want := range map[string]string{
		"titel": "titel: did you mean title?", "priority": "priority=hihg: did you mean high?", "linked_prayer": "", "": "", "zebra": "",
	} {
		if got := given.Hint(field, known(t)); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}

// Parameters keep the order of the schema, and say in words what the schema says in numbers.
func TestParametersForAPerson(t *testing.T) {
	want := []string{
		"--title|text|1 to 200 characters|", "--priority|text|low, medium, high|medium", "--linked-prayer|text||",
		"--latitude|number|-90 to 90|", "--angle|number|> 0, ≤ 30|", "--limit|integer|≥ 1|", "--done|boolean||",
		"--ids|list of integer||", "--place|object||",
	}
	for i, p := range known(t) {
		got := strings.Join([]string{p.Flag(), p.Type(), p.Values(), p.DefaultText()}, "|")
		if got != want[i] || p.Required != (p.Name == "title") {
			t.Errorf("%d: %s, required %t, want %s", i, got, p.Required, want[i])
		}
	}
}

// Schemas of other people's tools have what ours have not.
func TestForeignSchemas(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, `{}`: 0, `{"properties": {"x": {}, "y": {"anyOf": [{"type": "string"}]}, "z": {"enum": [1, 2]}}}`: 3,
	} {
		parameters, err := Read(json.RawMessage(text))
		if err != nil || len(parameters) != want {
			t.Errorf("%s: %+v, %v", text, parameters, err)
		}
	}
	if _, err := Read(json.RawMessage(`{"properties": 7}`)); err == nil {
		t.Error("a schema that is none is read")
	}
}
