//go:build chart

package chart

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// schema is a part of values.schema.json.
type schema struct {
	Description string
	Examples    []json.RawMessage
	Properties  map[string]schema
	Definitions map[string]schema
	Ref         string `json:"$ref"`
}

const (
	tableBegins = "<!-- values: written by `make chart-golden` -->\n"
	tableEnds   = "<!-- end of values -->\n"
)

func schemaOfValues(t *testing.T) (root schema) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(chartFolder, "values.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &root); err != nil {
		t.Fatal(err)
	}
	return root
}

// Every value is in the README with its default or, where that is empty, an example, and with what it means: both are in the schema, where
// editors find them.
func TestReadmeDocumentsEveryValue(t *testing.T) {
	root := schemaOfValues(t)
	values, err := os.ReadFile(filepath.Join(chartFolder, "values.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var document yaml.Node
	if err := yaml.Unmarshal(values, &document); err != nil {
		t.Fatal(err)
	}
	var table strings.Builder
	table.WriteString("| value | default | meaning |\n|---|---|---|\n")
	rows(t, &table, "", document.Content[0], root)
	readme := filepath.Join(chartFolder, "README.md")
	page, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(page), tableBegins)
	written, after, closed := strings.Cut(rest, tableEnds)
	switch {
	case !ok || !closed:
		t.Errorf("README.md has no table between %q and %q", tableBegins, tableEnds)
	case written == table.String():
	case *update:
		if err := os.WriteFile(readme, []byte(before+tableBegins+table.String()+tableEnds+after), 0o600); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the table of values in README.md is not that of values.yaml and values.schema.json: run `make chart-golden`")
	}
}

// What the README shows for services of others is an example that is rendered, validated and read by the programs.
func TestReadmeShowsServicesOfOthers(t *testing.T) {
	example, err := os.ReadFile("testdata/values/third-party.yaml")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(chartFolder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "```yaml\n"+string(example)+"```") {
		t.Error("README.md does not show testdata/values/third-party.yaml")
	}
}

// rows writes a row for each value, in the order of values.yaml.
func rows(t *testing.T, table *strings.Builder, path string, node *yaml.Node, of schema) {
	t.Helper()
	known := slices.Sorted(maps.Keys(of.Properties))
	for i := 0; i < len(node.Content); i += 2 {
		name, value := node.Content[i].Value, node.Content[i+1]
		property, ok := of.Properties[name]
		if !ok {
			t.Errorf("%s%s is in values.yaml and not in values.schema.json", path, name)
			continue
		}
		known = slices.DeleteFunc(known, func(k string) bool { return k == name })
		if property.Ref == "" && property.Description == "" {
			t.Errorf("%s%s has no description", path, name)
		}
		if property.Ref != "" { // one program: the same as defaults
			continue
		}
		group := value.Kind == yaml.MappingNode && len(property.Properties) > 0
		def, meaning := "", property.Description
		if !group {
			def = "`" + inline(t, value) + "`"
			meaning += example(t, path+name, value, property)
		}
		fmt.Fprintf(table, "| `%s%s` | %s | %s |\n", path, name, def, strings.ReplaceAll(meaning, "|", "\\|"))
		if group {
			rows(t, table, path+name+".", value, property)
		}
	}
	unset := map[string]bool{"global": true, "initialDelaySeconds": true, "successThreshold": true} // may be set, and have no default
	for _, name := range known {
		if !unset[name] && path != "defaults.image." {
			t.Errorf("%s%s is in values.schema.json and not in values.yaml", path, name)
		}
	}
}

// example returns what is said of a value besides its meaning: an example, which each has whose default shows none.
func example(t *testing.T, name string, value *yaml.Node, property schema) string {
	t.Helper()
	shows := len(value.Content) > 0 || value.Kind == yaml.ScalarNode && value.Value != ""
	if len(property.Examples) == 0 {
		if !shows {
			t.Errorf("%s has neither a default nor an example", name)
		}
		return ""
	}
	var document yaml.Node
	if err := yaml.Unmarshal(property.Examples[0], &document); err != nil {
		t.Fatal(err)
	}
	plain(document.Content[0])
	return " Example: `" + inline(t, document.Content[0]) + "`"
}

// plain takes away the quotes that only JSON needs.
func plain(node *yaml.Node) {
	node.Style &^= yaml.DoubleQuotedStyle
	for _, inner := range node.Content {
		plain(inner)
	}
}

var (
	testNamed = regexp.MustCompile("`(Test[A-Za-z]+)(?:/([^`]+))?`")
	tasksOf   = regexp.MustCompile(`(?s)\n## An operator's ten tasks\n(.*?)\n## `)
)

// The README names the tests of an operator's ten tasks; those are there.
func TestTheTasksOfAnOperatorAreTested(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for _, file := range []string{filepath.Join(chartFolder, "README.md"), "../k8s/main_test.go", "../k8s/strict_test.go"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	section := tasksOf.FindString(all.String())
	if rows := strings.Count(section, "\n|") - 2; rows != 10 {
		t.Errorf("the table has %d tasks", rows)
	}
	for _, named := range testNamed.FindAllStringSubmatch(section, -1) {
		part := `{"` + named[2] + `", ` // of the list of what the test goes through
		if !strings.Contains(all.String(), "func "+named[1]+"(") || named[2] != "" && !strings.Contains(all.String(), part) {
			t.Errorf("there is no test %s", named[0])
		}
	}
}

// The examples are values that the chart takes.
func TestExamplesOfValuesAreTaken(t *testing.T) {
	t.Parallel()
	root := schemaOfValues(t)
	examples := examplesOf("", root)
	if len(examples) < 70 {
		t.Errorf("only %d examples are found", len(examples))
	}
	all := arguments("production")
	for _, path := range slices.Sorted(maps.Keys(examples)) {
		all = append(all, "--set-json", path+"="+examples[path])
	}
	if _, err := template(t, all...); err != nil && strings.Contains(err.Error(), "meet the specifications of the schema") {
		t.Error(err) // what some need beside them is another matter, which the chart says in its own words
	}
}

func examplesOf(path string, of schema) map[string]string {
	found := map[string]string{}
	for name, property := range of.Properties {
		if len(property.Examples) > 0 {
			found[path+name] = string(property.Examples[0])
		}
		maps.Copy(found, examplesOf(path+name+".", property))
	}
	return found
}

// inline returns a value on one line.
func inline(t *testing.T, value *yaml.Node) string {
	t.Helper()
	flow := *value
	flow.Style, flow.HeadComment, flow.LineComment = yaml.FlowStyle, "", ""
	text, err := yaml.Marshal(&flow)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(string(text)), " ")
}
