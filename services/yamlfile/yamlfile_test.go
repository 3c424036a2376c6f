package yamlfile_test

import (
	"strings"
	"testing"

	"github.com/salaatflow/platform/services/yamlfile"
)

type settings struct {
	Names []string
	Rules []struct{ Name string }
}

func TestWhatIsWrongIsSaidForPeople(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"# nothing yet":              "",
		"names: [a]":                 "",
		"names: [a]\ncolour: red":    "line 2: field colour not found",
		"names: 7":                   "line 1: cannot unmarshal !!int `7`",
		"rules:\n- name: {a: b}":     "line 2: cannot unmarshal !!map",
		"names: [a":                  "line 1: did not find expected ',' or ']'",
		"names: [a]\n---\nnames: []": "the file must have only one document",
		"names: [a]\n--- [":          "the file must have only one document",
	} {
		err := yamlfile.Decode([]byte(text), &settings{})
		switch {
		case want == "" && err != nil, want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && (strings.Contains(err.Error(), "struct") || strings.Contains(err.Error(), "[]")):
			t.Errorf("%q: the message tells of the program: %v", text, err)
		}
	}
}
