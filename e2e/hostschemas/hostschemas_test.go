// Package hostschemas tries what MCP lists of tools with what hosts of models do with it: llama.cpp's own converters of schemas to
// grammars, an old one and a new one, and ajv.
package hostschemas

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What is listed of the platform's tools, and of generated ones, is tried. `make host-schemas` has built and installed what tries it, and
// names the converters, the old one first; else the test is skipped.
func TestHostsTakeWhatIsListed(t *testing.T) {
	if os.Getenv("HOST_SCHEMAS") == "" {
		t.Skip("what hosts run is not installed: make host-schemas")
	}
	folder := t.TempDir()
	run(t, "go", "test", "-count=1", "-run", "^TestWriteSchemas$", "../../services/toolspec/agreement", "-args", "-schemas-to", folder)
	t.Run("llama.cpp", func(t *testing.T) { llamaTakesThem(t, folder, flag.Args()) })
	t.Run("ajv", func(t *testing.T) { // which compiles each without a warning, and judges arguments as the platform's own validator does
		t.Log(run(t, "node", "suite/accepts.mjs", folder))
	})
}

// llamaTakesThem has llama.cpp make a grammar of each listed schema, and of all in one, as it does for the tools of a request, and parse
// it. The old release does not take exact schemas, by which is seen that it runs.
func llamaTakesThem(t *testing.T, folder string, converters []string) {
	t.Helper()
	if len(converters) == 0 {
		t.Fatal("no converters are named")
	}
	for _, converter := range converters {
		if wrong := refused(t, converter, folder, "listed"); len(wrong) > 0 {
			t.Errorf("%s: %v", converter, wrong)
		}
	}
	if len(refused(t, converters[0], folder, "exact")) == 0 {
		t.Errorf("%s takes all exact schemas", converters[0])
	}
}

func run(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	var said, errors bytes.Buffer
	command := exec.CommandContext(t.Context(), name, arguments...)
	command.Stdout, command.Stderr = &said, &errors
	if err := command.Run(); err != nil {
		t.Fatalf("%s: %v\n%s\n%s", name, err, said.String(), errors.String())
	}
	return said.String()
}

// refused returns what a converter says of the schemas of one kind that it does not take, by their names.
func refused(t *testing.T, converter, folder, kind string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*."+kind+".json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no schemas", err)
	}
	wrong := map[string]string{}
	said := strings.Split(strings.TrimSpace(run(t, converter, files...)), "\n")
	if len(said) < len(files) {
		t.Fatalf("%s says something of %d of %d schemas", converter, len(said), len(files))
	}
	for _, line := range said {
		file, verdict, _ := strings.Cut(line, "\t")
		if verdict != "ok" {
			wrong[strings.TrimSuffix(filepath.Base(file), "."+kind+".json")] = verdict
		}
	}
	t.Logf("%s: %d of %d %s schemas are not taken", filepath.Base(converter), len(wrong), len(files), kind)
	return wrong
}
