package web

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/gateway/web/internal/words"
)

var (
	saidInTemplates = regexp.MustCompile(`[({]\s*t "([^"]+)"|"(?:Key|Empty)" "([^"]+)"`)
	saidInCode      = regexp.MustCompile(`"((?:title|notice|ask|chat)\.[a-z_.]+)"`)
)

// Whatever a page says is in the catalogue, so that it is said in all three languages.
func TestEveryTextThatPagesNameIsThere(t *testing.T) {
	languages, err := words.Load()
	if err != nil {
		t.Fatal(err)
	}
	check := func(file string, found [][]string) {
		for _, match := range found {
			key := strings.Join(match[1:], "")
			if key != "" && !strings.HasSuffix(key, ".") && !languages[words.English].Has(key) && key != "chat.example" {
				t.Errorf("%s names the text %q, which there is not", file, key)
			}
		}
	}
	err = fs.WalkDir(templates, "templates", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := templates.ReadFile(path)
		check(path, saidInTemplates.FindAllStringSubmatch(string(text), -1))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Fatal(err)
		}
		check(file.Name(), saidInCode.FindAllStringSubmatch(string(text), -1))
	}
	for notice := range notices {
		if !languages[words.English].Has("notice." + notice) {
			t.Errorf("the notice %q has no text", notice)
		}
	}
}
