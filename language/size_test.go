package language_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Whoever changes a package can read it first: none has more lines than an hour's reading, and a file is of one thing. Tests and
// what is generated do not count.
func TestPackagesCanBeReadAtOneSitting(t *testing.T) {
	const mostOfFile, mostOfPackage = 300, 2500
	packages := map[string]int{}
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil || bytes.HasPrefix(content, []byte("// Code generated ")) {
			return err
		}
		lines := bytes.Count(content, []byte("\n"))
		packages[filepath.Dir(name)] += lines
		if lines > mostOfFile {
			t.Errorf("%s has %d lines, %d are the most: part it by what its declarations are about", name, lines, mostOfFile)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < 2 {
		t.Fatalf("only %d packages were found", len(packages))
	}
	for folder, lines := range packages {
		if lines > mostOfPackage {
			t.Errorf("%s has %d lines, %d are the most: part it where its files depend on each other one way", folder, lines, mostOfPackage)
		}
	}
}
