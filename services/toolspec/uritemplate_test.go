package toolspec_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/toolspec"
)

func TestAURIFitsItsTemplate(t *testing.T) {
	for _, c := range []struct {
		template, uri string
		want          map[string]string // nil if it does not fit
	}{
		{"hadith://{collection}/{number}", "hadith://bukhari/1", map[string]string{"collection": "bukhari", "number": "1"}},
		{"hadith://{collection}/{number}", "HADITH://bukhari/1", map[string]string{"collection": "bukhari", "number": "1"}},
		{"hadith://{collection}/{number}", "hadith://a%2Fb/%D8%A7", map[string]string{"collection": "a/b", "number": "ا"}},
		{"hadith://{collection}/{number}", "hadith://bukhari/1/2", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari/", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari/1?x=2", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari/1#x", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari/%ff", nil},
		{"hadith://{collection}/{number}", "hadith://bukhari/%", nil},
		{"hadith://{collection}/{number}", "other://bukhari/1", nil},
		{"hadith://{collection}/{number}", "hadith:bukhari/1", nil},
		{"hadith://{collection}/{number}", "hadith://x/" + strings.Repeat("1", 2048), nil},
		{"skill://{name}/SKILL.md", "skill://plan/SKILL.md", map[string]string{"name": "plan"}},
		{"skill://{name}/SKILL.md", "skill://plan/skill.md", nil},
		{"test://static-text", "test://static-text", map[string]string{}},
		{"test://static-text", "test://static-texts", nil},
	} {
		template, err := toolspec.ReadURITemplate(c.template)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := template.Match(c.uri)
		if ok != (c.want != nil) || ok && !maps.Equal(got, c.want) {
			t.Errorf("%s in %s: %v, %v", c.uri, c.template, got, ok)
		}
	}
}

func TestATemplateThatCannotBeReadIsRefused(t *testing.T) {
	for template, want := range map[string]string{
		"":                                      "not of the form",
		"hadith":                                "not of the form",
		"Hadith://x":                            "not of the form",
		"1x://x":                                "not of the form",
		"https://example.org/{x}":               "choose a scheme of your own",
		"javascript://{x}":                      "choose a scheme of your own",
		"file:///{x}":                           "choose a scheme of your own",
		"x://":                                  "neither a word nor a variable",
		"x://a//b":                              "neither a word nor a variable",
		"x://{}":                                "neither a word nor a variable",
		"x://{a}.md":                            "neither a word nor a variable",
		"x://{+a}":                              "neither a word nor a variable",
		"x://a?b={c}":                           "neither a word nor a variable",
		"x://{a}/{a}":                           "has the variable a twice",
		"x://" + strings.Repeat("a/", 16) + "a": "has 17 parts",
		"x://" + strings.Repeat("a", 600):       "characters, more than",
	} {
		if _, err := toolspec.ReadURITemplate(template); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", template, err, want)
		}
	}
}

// Whatever a client asks for, a template that fits gives each variable a value, and says so again for what is made of them.
func FuzzURITemplate(f *testing.F) {
	f.Add("hadith://{collection}/{number}", "hadith://a%2fb/1")
	f.Add("x://a/{b}", "X://a/%e2%82%ac")
	f.Fuzz(func(t *testing.T, text, uri string) {
		template, err := toolspec.ReadURITemplate(text)
		if err != nil {
			return
		}
		values, ok := template.Match(uri)
		if ok && len(values) != len(template.Variables()) {
			t.Errorf("%q in %q: %v", uri, text, values)
		}
		for name, value := range values {
			if value == "" {
				t.Errorf("%q in %q: %s is empty", uri, text, name)
			}
		}
	})
}
