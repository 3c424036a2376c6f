package tokens

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// maxFound is the most that search_tools answers about five tools, in bytes.
const maxFound = 4 << 10

type foundTool struct {
	Name, Description string
	InputSchema       json.RawMessage `json:"input_schema"`
	Shortened         bool
	Service           string
}

// What is found leaves a model room to think, and tells enough to call each tool by: its example is right by what is told of it, and all
// its parameters are named.
func TestFoundToolsAreShort(t *testing.T) {
	session := connect(t, "")
	known := map[string]*sdk.Tool{}
	for _, tool := range toolsOf(t, session) {
		known[tool.Name] = tool
	}
	for _, wish := range []string{
		"when may I break my fast in Lahore", "create and list tasks", "find masjids near me", "who am I, my account", "a hadith for today",
		"remind me of something", "namaz ka waqt", "میرے کام دکھائیں", "qibla direction, times forbidden for prayer and the islamic date",
	} {
		text := textOf(t, session, "search_tools", encode(t, map[string]any{"q": wish}))
		if len(text) > maxFound {
			t.Errorf("%q is answered with %d bytes, more than %d", wish, len(text), maxFound)
		}
		for _, tool := range found(t, text) {
			checkFound(t, wish, tool, known[tool.Name])
		}
	}
	if text := textOf(t, session, "search_tools", `{"q":"prayer, tasks, masjid, hadith, skill","limit":20}`); len(text) > 4*maxFound {
		t.Errorf("20 tools have %d bytes, more than %d", len(text), 4*maxFound)
	}
}

func checkFound(t *testing.T, wish string, tool foundTool, listed *sdk.Tool) {
	t.Helper()
	_, example, _ := strings.Cut(tool.Description, "Example: ")
	if err := schemaOf(t, tool.InputSchema).Validate(valueOf(t, example)); err != nil {
		t.Errorf("%q: the example of %s is wrong by its schema: %v", wish, tool.Name, err)
	}
	properties, _ := listed.InputSchema.(map[string]any)["properties"].(map[string]any)
	for name := range properties {
		if !regexp.MustCompile(`\b` + name + `\b`).Match(tool.InputSchema) {
			t.Errorf("%q: the schema of %s does not name %s: %s", wish, tool.Name, name, tool.InputSchema)
		}
	}
}

// A model that needs to know more of a tool asks for it by its name, and is told all.
func TestAToolIsFoundInFull(t *testing.T) {
	session := connect(t, "")
	for _, listed := range toolsOf(t, session) {
		asked := encode(t, map[string]any{"q": listed.Name, "limit": 1, "full": true})
		tools := found(t, textOf(t, session, "search_tools", asked))
		if len(tools) != 1 || tools[0].Name != listed.Name || tools[0].Shortened || tools[0].Service == "" ||
			tools[0].Description != listed.Description {
			t.Errorf("%s finds %+v", asked, tools)
		}
	}
}

func found(t *testing.T, text string) []foundTool {
	t.Helper()
	var answer struct{ Data struct{ Tools []foundTool } }
	if err := json.Unmarshal([]byte(text), &answer); err != nil || len(answer.Data.Tools) == 0 {
		t.Fatalf("%v: %s", err, text)
	}
	return answer.Data.Tools
}

func schemaOf(t *testing.T, text json.RawMessage) *jsonschema.Resolved {
	t.Helper()
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return resolved
}

func valueOf(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return value
}
