package advice_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/services/toolspec/advice"
)

func platform(t *testing.T) (tools []*toolspec.Tool, names []string) {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err = toolspec.Tools(services...)
	if err != nil || len(tools) == 0 {
		t.Fatal(tools, err)
	}
	for _, tool := range tools {
		names = append(names, tool.Name)
	}
	return tools, names
}

// A model chooses by these texts alone, and every host sends all of them with each request.
func TestTheTextsOfOwnToolsTellModelsEnough(t *testing.T) {
	tools, names := platform(t)
	const mostTexts, most = 9_500, 750 // bytes
	all := 0
	for _, tool := range tools {
		for _, better := range advice.Of(tool, names) {
			t.Error(better)
		}
		if size := len(tool.ForModels()); size > most {
			t.Errorf("the description of %s has %d bytes, more than %d", tool.Name, size, most)
		}
		all += len(tool.ForModels())
		if !strings.Contains(tool.Description, "Returns ") {
			t.Errorf("the description of %s does not say what it returns", tool.Name)
		}
	}
	t.Logf("%d tools, %d bytes", len(tools), all)
	if all > mostTexts {
		t.Errorf("the descriptions have %d bytes, more than %d", all, mostTexts)
	}
}

// Where there are two tools alike, each says when the other one is meant.
func TestNeighboursNameEachOther(t *testing.T) {
	tools, _ := platform(t)
	says := map[string]string{}
	for _, tool := range tools {
		says[tool.Name] = tool.Description
	}
	for _, pair := range [][2]string{
		{toolnames.GetPrayerTimes, toolnames.GetCurrentPrayer}, {toolnames.ListMasjids, toolnames.SearchMasjids},
		{toolnames.ListTasks, toolnames.SearchTasks},
		{toolnames.GetDailyHadith, toolnames.GetRandomHadith}, {toolnames.CompleteTask, toolnames.DeleteTask},
		{toolnames.Skill, toolnames.SearchTools},
		{toolnames.ListMasjids, toolnames.GetMasjidDetails},
	} {
		if !strings.Contains(says[pair[0]], pair[1]) || !strings.Contains(says[pair[1]], pair[0]) {
			t.Errorf("%s and %s do not both tell of the other", pair[0], pair[1])
		}
	}
	if !strings.HasSuffix(says[toolnames.CreateTask], "\n\nEarlier name: add_task.") {
		t.Errorf("the alias is not said to be one: %s", says[toolnames.CreateTask])
	}
}

// A model copies examples, so each of them must be accepted.
func TestExamplesOfParametersKeepTheirRules(t *testing.T) {
	tools, _ := platform(t)
	for _, tool := range tools {
		var schema struct {
			Properties map[string]json.RawMessage
		}
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		for name, property := range schema.Properties {
			var said struct{ Examples []any }
			if err := json.Unmarshal(property, &said); err != nil {
				t.Fatal(err)
			}
			compiled := compile(t, property)
			for _, example := range said.Examples {
				if err := compiled.Validate(example); err != nil {
					t.Errorf("%s: %s: %v", tool.Name, name, err)
				}
			}
		}
	}
}

func compile(t *testing.T, raw json.RawMessage) *jsonschema.Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	compiler := jsonschema.NewCompiler()
	if err == nil {
		err = compiler.AddResource("property.json", document)
	}
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("property.json")
	if err != nil {
		t.Fatal(err)
	}
	return compiled
}
