package toolchoice

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"buf.build/go/protovalidate"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/types/dynamicpb"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
)

// platformTools returns the tools that callers rely on by name, so that a new one can be added without requests for it.
func platformTools(t testing.TB) map[string]*toolspec.Tool {
	t.Helper()
	text, err := os.ReadFile("../testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var names struct{ Catalogue []string }
	if err := json.Unmarshal(text, &names); err != nil {
		t.Fatal(err)
	}
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	all, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*toolspec.Tool{}
	for _, tool := range all {
		if slices.Contains(names.Catalogue, tool.Name) {
			byName[tool.Name] = tool
		}
	}
	if len(byName) < len(names.Catalogue) {
		t.Fatalf("%d tools of the %d that names.json lists", len(byName), len(names.Catalogue))
	}
	return byName
}

func allRequests(t testing.TB) []Request {
	t.Helper()
	all, err := Requests()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// refusal returns why the platform would refuse a call; nil when it would not.
func refusal(tool *toolspec.Tool, arguments map[string]any) any {
	if arguments == nil {
		arguments = map[string]any{}
	}
	raw, err := json.Marshal(arguments)
	if err != nil {
		return err
	}
	if violations := tool.CheckArguments(raw); len(violations) > 0 {
		return violations
	}
	message := dynamicpb.NewMessage(tool.Method().Input())
	if err := protojson.Unmarshal(raw, message); err != nil {
		return err
	}
	return protovalidate.Validate(message)
}

// isSkill reports whether a skill of that name comes with the platform.
func isSkill(name any) bool {
	_, err := os.Stat(fmt.Sprintf("../../skills-svc/examples/%v/SKILL.md", name))
	return err == nil
}

// Each request is asked once, and what is called right is a call that the platform takes, as are the other values that are as right.
func TestWhatIsCalledRightIsACallThatThePlatformTakes(t *testing.T) {
	tools := platformTools(t)
	seen := map[string]bool{}
	for _, one := range allRequests(t) {
		key := one.Text + "\n" + one.Context
		if one.Text == "" || seen[key] {
			t.Errorf("%q is empty, or asked twice", one.Text)
		}
		seen[key] = true
		if one.Tool == "" {
			if one.Arguments != nil || one.Or != nil {
				t.Errorf("%q: arguments, and no tool", one.Text)
			}
			continue
		}
		tool := tools[one.Tool]
		if tool == nil {
			t.Errorf("%q: no tool is named %s", one.Text, one.Tool)
			continue
		}
		if problem := refusal(tool, one.Arguments); problem != nil {
			t.Errorf("%q: %v", one.Text, problem)
		}
		if one.Tool == toolnames.Skill && !isSkill(one.Arguments["command"]) {
			t.Errorf("%q: no skill is named %v", one.Text, one.Arguments["command"])
		}
		for name, others := range one.Or {
			if one.Arguments[name] == nil {
				t.Errorf("%q: other values of %s, which the right call does not have", one.Text, name)
			}
			for _, other := range others {
				arguments := maps.Clone(one.Arguments)
				arguments[name] = other
				if problem := refusal(tool, arguments); problem != nil {
					t.Errorf("%q: %s %v: %v", one.Text, name, other, problem)
				}
			}
		}
	}
}

// A third of the requests is in each language, each tool is right for some in each, and none is for some.
func TestRequestsAreOfAllLanguagesAndTools(t *testing.T) {
	all := allRequests(t)
	if len(all) < 400 {
		t.Errorf("%d requests, want 400", len(all))
	}
	known := append(slices.Collect(maps.Keys(platformTools(t))), "")
	of := map[string]map[string]int{}
	for _, one := range all {
		if of[one.Language] == nil {
			of[one.Language] = map[string]int{}
		}
		of[one.Language][one.Tool]++
	}
	if len(of) != len(languages) {
		t.Errorf("languages %v, want %v", slices.Sorted(maps.Keys(of)), languages)
	}
	for _, language := range languages {
		count := 0
		for _, name := range known {
			count += of[language][name]
			if of[language][name] < 4 {
				t.Errorf("%s: %d requests for %q, want 4", language, of[language][name], name)
			}
		}
		if share := float64(count) / float64(len(all)); share < 0.3 || share > 0.37 {
			t.Errorf("%s: %d of %d requests, want about a third", language, count, len(all))
		}
	}
}

// What a call may differ in names tools and parameters that there are.
func TestWhatIsToleratedNamesParameters(t *testing.T) {
	allowed, err := readTolerance()
	if err != nil {
		t.Fatal(err)
	}
	tools := platformTools(t)
	check := func(name, parameter string) {
		tool := tools[name]
		if tool == nil {
			t.Errorf("no tool is named %s", name)
		} else if tool.Method().Input().Fields().ByJSONName(parameter) == nil && tool.Method().Input().Fields().ByTextName(parameter) == nil {
			t.Errorf("%s has no parameter %s", name, parameter)
		}
	}
	for name, parameters := range allowed.Free {
		for _, parameter := range parameters {
			check(name, parameter)
		}
	}
	for name, values := range allowed.Defaults {
		for parameter := range values {
			check(name, parameter)
		}
	}
}
