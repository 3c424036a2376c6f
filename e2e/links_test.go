package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A link in a document leads to a file of the repository.
func TestDocumentsLinkToWhatIsThere(t *testing.T) {
	listed, err := exec.CommandContext(t.Context(), "git", "ls-files", "--full-name", "..").Output()
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the documents are those that git lists: ", err)
		}
		t.Skip("not a git work tree: ", err)
	}
	link := regexp.MustCompile(`\]\(([^)#:]+)(#[^)]*)?\)`)
	for _, path := range strings.Fields(string(listed)) {
		if filepath.Ext(path) != ".md" {
			continue
		}
		text, err := os.ReadFile(filepath.Join("..", path))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range link.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(filepath.Join("..", filepath.Dir(path), found[1])); err != nil {
				t.Errorf("%s links to %s, which is not there", path, found[1])
			}
		}
	}
}
