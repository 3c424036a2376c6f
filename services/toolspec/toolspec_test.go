package toolspec_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/proto/descriptors"
	"github.com/salaatflow/platform/services/toolspec"
)

var update = flag.Bool("update", false, "write the golden files")

// own returns the platform's own tools.
func own(t testing.TB) []*toolspec.Tool {
	t.Helper()
	services, err := descriptors.Services()
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolspec.Tools(services...)
	if err != nil {
		t.Fatal(err)
	}
	return tools
}

// golden compares with a file of testdata, indented so that it can be read.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	var indented bytes.Buffer
	if err := json.Indent(&indented, got, "", "  "); err != nil {
		t.Fatalf("%v: %s", err, got)
	}
	indented.WriteByte('\n')
	path := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(path, indented.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(indented.Bytes(), want) {
		t.Errorf("%s differs (go test ./toolspec -update writes it):\n%s", path, indented.Bytes())
	}
}

// The schemas are what callers and models go by: a change of what they allow is seen here, and so is a tool that is no
// more. Descriptions may change, and a tool that is new has no files yet.
func TestSchemasOfOwnTools(t *testing.T) {
	kept, err := filepath.Glob("testdata/*.input.golden.json")
	if err != nil || len(kept) == 0 {
		t.Fatal("no schemas are kept", err)
	}
	known := map[string]bool{"foreign": true} // which is another test's
	for _, path := range kept {
		known[strings.TrimSuffix(filepath.Base(path), ".input.golden.json")] = true
	}
	for _, tool := range own(t) {
		if !known[tool.Name] && !*update {
			continue
		}
		delete(known, tool.Name)
		t.Run(tool.Name, func(t *testing.T) {
			golden(t, tool.Name+".input", withoutDescriptions(t, tool.InputSchema))
			golden(t, tool.Name+".output", withoutDescriptions(t, tool.OutputSchema))
		})
	}
	if delete(known, "foreign"); len(known) > 0 {
		t.Errorf("these tools are no more: %v", known)
	}
}

func withoutDescriptions(t *testing.T, schema []byte) []byte {
	t.Helper()
	var document any
	if err := json.Unmarshal(schema, &document); err != nil {
		t.Fatal(err)
	}
	var strip func(any)
	strip = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			if _, ok := value["description"].(string); ok { // a property of that name is no string
				delete(value, "description")
			}
			for _, member := range value {
				strip(member)
			}
		case []any:
			for _, element := range value {
				strip(element)
			}
		}
	}
	strip(document)
	stripped, err := json.Marshal(document)
	if err != nil {
		t.Fatal(err)
	}
	return stripped
}
