package mcpclients

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

var update = flag.Bool("update", false, "write the table of clients, and docs/mcp-clients.md, anew")

const (
	tableFile = "testdata/clients.json"
	page      = "../../docs/mcp-clients.md"
)

// families are the scripts in suite/table.
var families = []string{"typescript1", "typescript2", "bridges", "frameworks", "inspector"}

// Every client can do what the table says with a service of somebody else's, which asks, tells how far it is, is cancelled and changes
// its lists, and behind a gateway that is killed meanwhile. One that can do more fails too: `go test -update` writes the table.
func TestEveryClientCanDoWhatTheTableSays(t *testing.T) {
	node := absolute(t, installed(t))
	program := harness.Build(t, "../../salaatflow", true)
	platform := harness.Start(t, harness.Options{})
	service := &heard{}
	harness.RunLogging(t, service, harness.Build(t, "../conformance", true), "-registry", platform.Registry().String()).Line(t, "serving at")
	platform.Eventually(t, "the fixtures are listed", func() bool {
		_, ok := knownOf(t, platform)["test_simple_text"]
		return ok
	})
	killed := startGateway(t, platform)
	control := httptest.NewServer(controls(killed, service))
	t.Cleanup(control.Close)

	var found table
	t.Run("Go", func(t *testing.T) { found = append(found, tryInGo(t, killed, service)...) })
	for _, family := range families {
		t.Run(family, func(t *testing.T) {
			command := exec.CommandContext(t.Context(), node, "suite/table/"+family+".mjs", killed.url(), control.URL, program)
			command.Env = append(os.Environ(), "HOME="+t.TempDir(), "PATH="+filepath.Dir(node)+string(os.PathListSeparator)+os.Getenv("PATH"))
			var failed bytes.Buffer
			command.Stderr = &failed
			lines, err := command.Output()
			if err != nil {
				t.Errorf("%v: %s", err, failed.String())
			}
			t.Logf("%s%s", lines, failed.String())
			found.add(t, lines)
		})
	}
	if t.Failed() {
		return
	}
	if *update {
		found.write(t)
		return
	}
	found.compare(t, readTable(t))
}

// docs/mcp-clients.md shows the table.
func TestThePageShowsTheTable(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	const begins, ends = "<!-- table -->\n", "<!-- end of table -->\n"
	before, rest, opened := strings.Cut(string(text), begins)
	_, after, closed := strings.Cut(rest, ends)
	if !opened || !closed {
		t.Fatalf("%s has no markers for the table", page)
	}
	want := before + begins + "\n" + readTable(t).markdown(t) + ends + after
	if want == string(text) {
		return
	}
	if !*update {
		t.Fatalf("%s does not show %s: go test -run TestThePageShowsTheTable -update ./e2e/mcpclients", page, tableFile)
	}
	if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
}

// table is what each client can do, in the order in which they are tried.
type table []row

// row is a client in a version of the protocol. Can says of each ability "yes", "no call", or what is wrong.
type row struct {
	Client  string            `json:"client"`
	Version string            `json:"version"`
	Package string            `json:"package,omitempty"` // of npm, or of Go
	Can     map[string]string `json:"can"`
}

// abilities are the columns.
var abilities = []string{"list", "call", "read", "prompt", "complete", "elicit", "progress", "cancel", "changes", "restart"}

const (
	yes    = "yes"
	noCall = "no call"
)

// add adds what a script printed.
func (found *table) add(t *testing.T, lines []byte) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		var said struct{ Client, Version, Package, Ability, Answered string }
		if err := json.Unmarshal(line, &said); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		last := len(*found) - 1
		if last < 0 || (*found)[last].Client != said.Client || (*found)[last].Version != said.Version {
			*found = append(*found, row{Client: said.Client, Version: said.Version, Package: said.Package, Can: map[string]string{}})
			last++
		}
		(*found)[last].Can[said.Ability] = said.Answered
	}
}

func (found table) write(t *testing.T) {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(found); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(tableFile, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func readTable(t *testing.T) table {
	t.Helper()
	text, err := os.ReadFile(tableFile)
	if err != nil {
		t.Fatal(err)
	}
	var written table
	if err := json.Unmarshal(text, &written); err != nil {
		t.Fatal(err)
	}
	return written
}

// compare fails where a client can do something else than is written.
func (found table) compare(t *testing.T, written table) {
	t.Helper()
	now, then := found.cells(), written.cells()
	for cell := range now {
		if now[cell] != then[cell] {
			t.Errorf("%s: %q, and the table says %q", cell, now[cell], then[cell])
		}
	}
	for cell := range then {
		if _, tried := now[cell]; !tried {
			t.Errorf("%s: the table has it, and it is not tried", cell)
		}
	}
}

func (found table) cells() map[string]string {
	cells := map[string]string{}
	for _, row := range found {
		for ability, answered := range row.Can {
			cells[row.Client+" "+row.Version+" "+ability] = answered
		}
	}
	return cells
}

// markdown returns the table, and below it why something is wrong.
func (found table) markdown(t *testing.T) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "| client | protocol | %s |\n|---|---|%s\n", strings.Join(abilities, " | "), strings.Repeat("---|", len(abilities)))
	var reasons []string
	numbers := map[string]int{}
	versions := installedVersions(t)
	for _, row := range found {
		name := row.Client
		if row.Package != "" {
			name += " (`" + row.Package + "` " + versions[row.Package] + ")"
		}
		fmt.Fprintf(&text, "| %s | %s |", name, row.Version)
		for _, ability := range abilities {
			switch answered := row.Can[ability]; answered {
			case yes:
				text.WriteString(" yes |")
			case noCall:
				text.WriteString(" – |")
			default:
				if numbers[answered] == 0 {
					reasons = append(reasons, answered)
					numbers[answered] = len(reasons)
				}
				fmt.Fprintf(&text, " no (%d) |", numbers[answered])
			}
		}
		text.WriteString("\n")
	}
	text.WriteString("\n")
	for i, reason := range reasons {
		fmt.Fprintf(&text, "%d. %s\n", i+1, reason)
	}
	return text.String()
}

var goModule = regexp.MustCompile(`(?m)^\s*` + regexp.QuoteMeta(goSDK) + ` v(\S+)`)

// installedVersions returns the versions of the packages that are tried.
func installedVersions(t *testing.T) map[string]string {
	t.Helper()
	var suite struct{ Dependencies map[string]string }
	text, err := os.ReadFile("suite/package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &suite); err != nil {
		t.Fatal(err)
	}
	if text, err = os.ReadFile("../go.mod"); err != nil {
		t.Fatal(err)
	}
	if found := goModule.FindSubmatch(text); found != nil {
		suite.Dependencies[goSDK] = string(found[1])
	}
	return suite.Dependencies
}
