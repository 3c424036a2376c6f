package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// TestIntentMap checks the tables of the tool-mapping document and of the contract, with every edge case they name.
func TestIntentMap(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	type row struct {
		Body     string
		ToolName json.RawMessage `json:"tool_name"`
	}
	table := append(readJSON[[]row](t, "testdata/intents.json"),
		row{"\xff", json.RawMessage("null")},
		row{strings.Repeat("x", 2<<20), json.RawMessage("null")})
	for _, c := range table {
		got := send(t, platform, "POST", "/api/v1/intents/map", c.Body)
		if got.status != http.StatusOK || got.body != `{"tool_name":`+string(c.ToolName)+`}` {
			t.Errorf("%.60s: want %s, got %d %s", c.Body, c.ToolName, got.status, got.body)
		}
	}
}

// TestNames checks the names of the contract, and that none is guessed.
func TestNames(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := as(nextUser.Add(1))
	names := readJSON[struct {
		Catalogue      []string
		Statuses       map[string]int
		Alias, Aliased string
	}](t, "testdata/names.json")
	for name, want := range names.Statuses {
		if got := send(t, platform, "POST", "/api/v1/tools/"+name, `{"title":"x"}`, user); got.status != want {
			t.Errorf("%s: want %d, got %d %s", name, want, got.status, got.body)
		}
	}
	catalogue := send(t, platform, "GET", "/api/v1/tools", "")
	var listed struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal([]byte(catalogue.body), &listed); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range listed.Tools {
		got = append(got, tool.Name)
	}
	if !inOrder(names.Catalogue, got) || !slices.IsSorted(got) {
		t.Errorf("the catalogue is %v, and has not all of %v in order", got, names.Catalogue)
	}
	if strings.Contains(catalogue.body, `"user_id"`) {
		t.Error("user_id stands in a schema")
	}
	metrics := send(t, platform, "GET", platform.Ops+"/metrics", "")
	want := fmt.Sprintf(`salaatflow_tool_alias_uses_total{alias=%q,component="gateway",tool=%q} 1`, names.Alias, names.Aliased)
	if !strings.Contains(metrics.body, want) {
		t.Errorf("the use of an alias is not counted: no %s", want)
	}
	for name := range names.Statuses {
		if name != names.Aliased && strings.Contains(metrics.body, fmt.Sprintf(`tool=%q`, name)) {
			t.Errorf("calls are counted by %s, not by a canonical name", name)
		}
	}
}

// inOrder reports whether the wanted names are among the given ones in their order. Others may be between them.
func inOrder(wanted, there []string) bool {
	for _, name := range there {
		if len(wanted) > 0 && name == wanted[0] {
			wanted = wanted[1:]
		}
	}
	return len(wanted) == 0
}

func readJSON[T any](t *testing.T, file string) T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var value T
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}
