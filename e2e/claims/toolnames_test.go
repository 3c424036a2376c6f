package claims

import (
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/toolnames"
)

// Names of tools are constants, which are generated, but for the language, which does not know the platform and has constants of its own.
func TestToolNamesAreConstants(t *testing.T) {
	repository, read := os.DirFS(root), 0
	err := fs.WalkDir(repository, ".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (path == ".git" || entry.Name() == "node_modules" || path == "proto" || path == "language/detect/meaning"):
			return fs.SkipDir
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := fs.ReadFile(repository, path)
		if err != nil {
			return err
		}
		read++
		for _, name := range toolnames.All() {
			// A name of one word is a word like any other.
			if strings.Contains(name, "_") && strings.Contains(string(text), `"`+name+`"`) {
				t.Errorf("%s writes %q: take the constant of proto/toolnames", path, name)
			}
		}
		return nil
	})
	if err != nil || read < 500 {
		t.Errorf("%d files read: %v", read, err)
	}
}
