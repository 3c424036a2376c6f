package chatsvc_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What a reader has to hold at once stays small: the bounds of a file, tests included, and of a package without its tests, in lines.
const (
	mostOfAFile    = 300
	mostOfAPackage = 2500
)

func TestFilesAndPackagesStaySmall(t *testing.T) {
	packages := map[string]int{}
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".go" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := bytes.Count(source, []byte("\n"))
		if lines > mostOfAFile {
			t.Errorf("%s has %d lines, more than %d: split it by what it is about", path, lines, mostOfAFile)
		}
		if !strings.HasSuffix(path, "_test.go") {
			packages[filepath.Dir(path)] += lines
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages["internal/chat"] == 0 {
		t.Fatalf("no package is found below %v", packages)
	}
	for name, lines := range packages {
		if lines > mostOfAPackage {
			t.Errorf("the package in %s has %d lines, more than %d: split it by what it is about", name, lines, mostOfAPackage)
		}
	}
}
