package mcp

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// Whatever the text of a skill is, what is taken for its front matter is JSON that says what it is, and no matter of what follows it.
func FuzzFrontmatter(f *testing.F) {
	for _, matter := range []string{
		"name: a\ndescription: b", "name: a\ndescription: |\n  two\n  lines\nat: 2026-01-02\nlist: [1, 1.50, 0x1F, .5, yes, ~, {k: v}]",
		"name: a\ndescription: &x b\nagain: *x", "name: a\ndescription: b\n<<: {k: v}", "name: a\ndescription: b\nn: .nan\ni: .inf",
		"name: a\ndescription: b\nm: !!int x\nb: !!binary AA==", "name: a\ndescription: b\n? [1]\n: 2", "- name", "\"name\": \"\\uD800\"",
	} {
		f.Add("---\n" + matter + "\n---\nDo it.\n")
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2*maxFrontmatter {
			t.Skip("longer than any front matter")
		}
		front, err := frontmatter(text)
		if err != nil {
			return
		}
		encoded, err := json.Marshal(front)
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		var read struct{ Name, Description *string }
		if err := json.Unmarshal(encoded, &read); err != nil || front["name"] == "" || front["description"] == "" {
			t.Errorf("%q is %s: %v", text, encoded, err)
		}
		if again, err := frontmatter(text + "\n---\nname: other\n---\n"); err != nil || !reflect.DeepEqual(front, again) {
			t.Errorf("%q is %v, with more text %v, %v", text, front, again, err)
		}
	})
}

func TestFrontMatterIsBounded(t *testing.T) {
	for what, matter := range map[string]string{
		"size":        "name: a\ndescription: b\nc: " + strings.Repeat("x", maxFrontmatter),
		"depth":       "name: a\ndescription: b\nc: " + strings.Repeat("[", 40) + strings.Repeat("]", 40),
		"name":        "name: " + strings.Repeat("a", 65) + "\ndescription: b",
		"description": "name: a\ndescription: " + strings.Repeat("b", 1025),
	} {
		if front, err := frontmatter("---\n" + matter + "\n---\n"); err == nil {
			t.Errorf("the %s has no bound: %.100v", what, front)
		}
	}
}
