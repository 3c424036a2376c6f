package claims

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever asks for a reason finds it: the list names every decision by its number and title, and each page has its parts.
func TestDecisionsAreNumberedAndListed(t *testing.T) {
	const folder = "docs/decisions"
	list, numbers := pageOf(t, folder+"/README.md"), map[string]string{}
	pages, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := page.Name()
		if name == "README.md" {
			continue
		}
		number, _, _ := strings.Cut(name, "-")
		if other := numbers[number]; other != "" {
			t.Errorf("%s and %s have the same number", other, name)
		}
		numbers[number] = name
		text := pageOf(t, folder+"/"+name)
		heading, _, _ := strings.Cut(text, "\n")
		title, ok := strings.CutPrefix(heading, "# "+strings.TrimLeft(number, "0")+". ")
		if line := fmt.Sprintf("\n- %s [%s](%s)\n", number, title, name); !ok || !strings.Contains(list, line) {
			t.Errorf("%s begins %q; it should begin with its number and title, and the list have the line %q", name, heading, line)
		}
		for _, part := range []string{"\nDate: 20", "\n## Context\n", "\n## Decision\n", "\n## Consequences\n"} {
			if !strings.Contains(text, part) {
				t.Errorf("%s has no %q", name, part)
			}
		}
	}
}

// ARCHITECTURE.md is a map: reasons go to docs/decisions, and it stays as long as can be read at one sitting.
func TestTheMapIsShort(t *testing.T) {
	const most = 2500
	if words := len(strings.Fields(pageOf(t, "ARCHITECTURE.md"))); words > most {
		t.Errorf("ARCHITECTURE.md has %d words, more than %d: a reason goes to a page of docs/decisions", words, most)
	}
}
