package mcp_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/mcp"
	toolsv1 "github.com/salaatflow/platform/proto/salaatflow/tools/v1"
	"github.com/salaatflow/platform/services/apperr"
)

// school is a library with skills, by their URI.
type school struct {
	*library

	skills map[string]string
	denied string // the URI of a skill that the caller may not read
	more   []*mcp.Resource
}

func newSchool() *school {
	return &school{library: newLibrary(), skills: map[string]string{
		"skill://plan/SKILL.md": "---\nname: plan\ndescription: Plans.\nsince: 2026-01-02\n" +
			"metadata:\n  version: 1.50\n  count: 3\n---\nBegin.\n",
		"skill://other/SKILL.md": "---\nname: else\ndescription: Not the name of its folder.\n---\nBegin.\n",
		"skill://bomb/SKILL.md":  "---\nname: bomb\ndescription: &a x\nlist: [*a, *a]\n---\n",
		"skill://bare/SKILL.md":  "Begin.\n",
	}}
}

func (s *school) Resources() []*mcp.Resource {
	return slices.Concat(s.library.Resources(), []*mcp.Resource{
		{URI: "skill://{name}", Name: "skill", Template: true}, {URI: "skill://{name}/SKILL.md", Name: "skill_file", Template: true},
	}, s.more)
}

func (s *school) VisibleResources(context.Context) []*mcp.Resource { return s.Resources() }

func (s *school) Read(ctx context.Context, uri string) ([]*toolsv1.Resource, *apperr.Error) {
	if uri == s.denied {
		return nil, apperr.Forbidden("not yours")
	}
	text, found := s.skills[uri]
	if !found {
		return s.library.Read(ctx, uri)
	}
	return []*toolsv1.Resource{{Uri: uri, MimeType: "text/markdown", Content: &toolsv1.Resource_Text{Text: text}}}, nil
}

func (s *school) Complete(ctx context.Context, completing mcp.Completing) (mcp.Completed, *apperr.Error) {
	if completing.Of.URI != "skill://{name}/SKILL.md" {
		return s.library.Complete(ctx, completing)
	}
	var names []string
	for uri := range s.skills {
		names = append(names, strings.TrimSuffix(strings.TrimPrefix(uri, "skill://"), "/SKILL.md"))
	}
	return mcp.Completed{Values: names, Total: len(names)}, nil
}

func (s *school) ask(t *testing.T, version, method, params string) (came answered) {
	t.Helper()
	server := serve(t, mcp.Options{Backend: s, Offers: s})
	body := `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":{` + params + `%s}}`
	if err := json.Unmarshal(must(server.raw(t, version, body))(t), &came); err != nil {
		t.Fatal(err)
	}
	return came
}

const plan = `"uri":"skill://plan/SKILL.md",`

func TestSkillsAreListedAsTheyAreRead(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		school := newSchool()
		text := school.skills["skill://plan/SKILL.md"]
		entry := fmt.Sprintf(`{"uri":"skill://plan/SKILL.md","frontmatter":{"description":"Plans.","metadata":{"count":3,"version":1.50},`+
			`"name":"plan","since":"2026-01-02"},"resources":[{"uri":"skill://plan/SKILL.md","digest":"sha256:%x","size":%d}]}`,
			sha256.Sum256([]byte(text)), len(text))
		listed := school.ask(t, version, "skills/list", "")
		if want := `{"ttlMs":0,"cacheScope":"private","skills":[` + entry + `]`; !strings.HasPrefix(string(listed.Result), want) {
			t.Errorf("listed\n%s, want\n%s", listed.Result, want)
		}
		got := school.ask(t, version, "skills/get", plan)
		if want := `{"ttlMs":0,"cacheScope":"private","skill":` + entry; !strings.HasPrefix(string(got.Result), want) {
			t.Errorf("got\n%s, want\n%s", got.Result, want)
		}
		if complete := strings.Contains(string(got.Result), `"resultType":"complete"`); complete != (version >= "2026") {
			t.Errorf("%s", got.Result)
		}
		capabilities := serve(t, mcp.Options{Backend: school, Offers: school}).connect(t, version, nil).InitializeResult().Capabilities
		if _, declared := capabilities.Extensions["io.modelcontextprotocol/skills"]; !declared || capabilities.Resources == nil {
			t.Errorf("declares %s", encode(t, capabilities))
		}
	})
}

func TestASkillMayHaveFilesThatNobodyCanCount(t *testing.T) {
	for uri, dynamic := range map[string]bool{
		"skill://{name}/notes/{note}": true, "skill://plan/NOTES.md": true, "skill://else/NOTES.md": false, "skills://{name}/{note}": false,
	} {
		school := newSchool()
		school.more = []*mcp.Resource{{URI: uri, Name: "note", Template: strings.Contains(uri, "{")}}
		got := school.ask(t, "2026-07-28", "skills/get", plan)
		if strings.Contains(string(got.Result), `"resources":"dynamic"`) != dynamic {
			t.Errorf("%s: %s", uri, got.Result)
		}
	}
}

func TestWhatIsNoSkillIsNotFound(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		for _, uri := range []string{
			"skill://other/SKILL.md", "skill://bomb/SKILL.md", "skill://bare/SKILL.md", "skill://plan", "skill://none/SKILL.md", "book://1", "",
		} {
			got := newSchool().ask(t, version, "skills/get", `"uri":"`+uri+`",`)
			if got.Error == nil || got.Error.Code != -32602 {
				t.Errorf("%q: %s", uri, got.Result)
			}
		}
	})
}

func TestSkillsComeInPages(t *testing.T) {
	school := newSchool()
	school.skills = map[string]string{}
	for i := range 60 {
		name := fmt.Sprintf("s%02d", i)
		school.skills["skill://"+name+"/SKILL.md"] = "---\nname: " + name + "\ndescription: x\n---\n"
	}
	var seen []string
	params := ""
	for pages := 0; ; pages++ {
		var page struct {
			Skills     []struct{ URI string }
			NextCursor string
		}
		got := school.ask(t, "2026-07-28", "skills/list", params)
		if err := json.Unmarshal(got.Result, &page); err != nil {
			t.Fatal(err)
		}
		for _, skill := range page.Skills {
			seen = append(seen, skill.URI)
		}
		if page.NextCursor == "" || pages > 2 {
			break
		}
		params = `"cursor":"` + page.NextCursor + `",`
	}
	if len(seen) != 60 || !slices.IsSorted(seen) || len(slices.Compact(seen)) != 60 {
		t.Errorf("%d: %q", len(seen), seen)
	}
	if got := school.ask(t, "2026-07-28", "skills/list", `"cursor":"x",`); got.Error == nil || got.Error.Code != -32602 {
		t.Errorf("an unknown cursor: %s", got.Result)
	}
}

func TestALibraryWithoutSkillsListsNone(t *testing.T) {
	school := newSchool()
	delete(school.skills, "skill://plan/SKILL.md") // the others are none
	got := school.ask(t, "2026-07-28", "skills/list", "")
	if got.Error != nil || !strings.Contains(string(got.Result), `"skills":[]`) {
		t.Errorf("%v: %s", got.Error, got.Result)
	}
}

func TestWhoMayNotReadASkillDoesNotFindIt(t *testing.T) {
	everyEra(t, func(t *testing.T, version string) {
		school := newSchool()
		school.skills["skill://secret/SKILL.md"] = "---\nname: secret\ndescription: Hidden.\n---\n"
		if got := school.ask(t, version, "skills/list", ""); !strings.Contains(string(got.Result), "Hidden.") {
			t.Fatalf("whoever may: %s, %v", got.Result, got.Error)
		}
		school.denied = "skill://secret/SKILL.md"
		listed := school.ask(t, version, "skills/list", "")
		if text := string(listed.Result); strings.Contains(text, "secret") || !strings.Contains(text, "skill://plan/SKILL.md") {
			t.Errorf("%s, %v", text, listed.Error)
		}
		if got := school.ask(t, version, "skills/get", `"uri":"skill://secret/SKILL.md",`); got.Error == nil || got.Result != nil {
			t.Errorf("%s", got.Result)
		}
	})
}
