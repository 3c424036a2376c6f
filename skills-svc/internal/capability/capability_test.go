package capability_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
	"github.com/salaatflow/platform/skills-svc/internal/capability"
)

func TestTheMapKnowsTheDocumentsTable(t *testing.T) {
	m, err := capability.Default()
	if err != nil {
		t.Fatal(err)
	}
	for tool, want := range map[string][]string{
		"google_search":       {"web_search"},
		"qdrant_search":       {"database_read"},
		"write_file":          {"filesystem_write"},
		toolnames.Skill:       {"skill_read"},
		toolnames.CreateTask:  {"task_write"},
		"Google_Search":       nil, // names must match exactly
		"google_search_again": nil,
	} {
		if got := m.Of(tool); !slices.Equal(got, want) {
			t.Errorf("Of(%q) = %q, want %q", tool, got, want)
		}
	}
	for _, category := range m.Categories() {
		if !m.Known(category) || m.Describe(category) == "" {
			t.Errorf("%s is known: %t, and described as %q", category, m.Known(category), m.Describe(category))
		}
	}
	if m.Known("web") {
		t.Error("a part of a category is known")
	}
}

// The platform's own tools declare what the map says of them, so that a skill's permissions fit either way.
func TestTheMapAgreesWithThePlatformsOwnTools(t *testing.T) {
	m, err := capability.Default()
	if err != nil {
		t.Fatal(err)
	}
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	agreed := 0
	for _, tool := range tools {
		got := m.Of(tool.Name)
		if len(got) == 0 { // the map need not know what a tool declares itself
			continue
		}
		agreed++
		if !slices.Equal(got, tool.Capabilities) {
			t.Errorf("the map says %q of %s, which declares %q", got, tool.Name, tool.Capabilities)
		}
	}
	if agreed == 0 {
		t.Error("the map knows no tool of the platform's")
	}
}

func TestAMapThatIsWrongIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                                 "no category",
		"capabilities: [a]":                                "cannot unmarshal",
		"capabilities: {Web: [browser]}":                   `"Web"`,
		"capabilities: {web: [Browser]}":                   `"Browser"`,
		"capabilities: {web: [a, a]}":                      "line 1: web: a is listed twice",
		"capabilities: {web: [a]}\ncolour: red":            "line 2: field colour not found",
		"capabilities:\n  web: [a]\n  web: [b]":            "line 3: mapping key \"web\" already defined at line 2",
		"capabilities:\n  web:\n  - a\n  - {b: c}":         "line 4: cannot unmarshal",
		"capabilities:\n  web:\n  - a\n  - b\n  - No Tool": "line 5: web: \"No Tool\" is not the name",
		"capabilities: {a: [b]}\ndescriptions: {c: d}":     "c has a description",
	} {
		if _, err := capability.Read([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Read(%q): %v, want %q", text, err, want)
		}
	}
}
