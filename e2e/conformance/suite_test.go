package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// revisions are those of MCP whose requirements the gateway meets, with nothing excused.
var revisions = []string{"2026-07-28", "2025-11-25"}

// The official suite finds nothing wrong with the gateway, which offers the tools of a service that it knows only from the registry.
// Only `make conformance`, which installs the suite, runs it: some of its scenarios give an answer a second, which a machine that runs
// all tests at once may not keep to.
func TestTheGatewayConforms(t *testing.T) {
	node, suite := installed(t)
	platform := harness.Start(t, harness.Options{})
	service := harness.Run(t, harness.Build(t, ".", true), "-registry", platform.Registry().String())
	service.Line(t, "serving at")
	platform.Eventually(t, "the fixtures are listed", func() bool { return lists(t, platform.URL, "test_simple_text") })
	for _, revision := range revisions {
		t.Run(revision, func(t *testing.T) {
			results := t.TempDir()
			arguments := []string{suite, "server", "--url", platform.URL + "/mcp", "-o", results}
			if only := os.Getenv("SCENARIO"); only != "" {
				arguments = append(arguments, "--scenario", only, "--spec-version", revision, "--verbose")
			} else {
				arguments = append(arguments, "--requirements", revision)
			}
			command := exec.CommandContext(t.Context(), node, arguments...)
			var said bytes.Buffer
			command.Stdout, command.Stderr = &said, &said
			if err := command.Run(); err != nil {
				t.Errorf("%v\n%s", err, said.String())
				return
			}
			t.Log(summary(said.String()))
			if os.Getenv("SCENARIO") == "" {
				checkPassed(t, revision, summary(said.String()))
				checkSkipped(t, revision, results)
			}
		})
	}
}

// unscored are the scenarios of each revision that the suite runs without scoring them, because they are of an extension or wait for a
// revision to come, and that a gateway passes all the same.
var unscored = map[string][]string{
	"2026-07-28": {
		"tasks-lifecycle", "tasks-capability-negotiation", "tasks-wire-fields", "tasks-request-state-removal", "tasks-mrtr-input",
		"tasks-request-headers", "tasks-dispatch-and-envelope", "tasks-required-task-error", "tasks-mrtr-composition",
		"http-header-validation", "http-custom-header-server-validation", "json-schema-2020-12",
	},
	"2025-11-25": {"json-schema-2020-12", "server-sse-polling"},
}

// unchecked are the scenarios of each revision that the suite runs without a check that passes, and calls passed all the same, and the
// checks that it skips or only warns of, with the reason.
var unchecked = map[string]map[string]string{
	"2026-07-28": {"tasks-status-notifications": "it skips itself, whatever the server; TestAStreamTellsWhatBecomesOfTasks does not"},
}

// ran is what the suite says of a scenario.
var ran = regexp.MustCompile(`(?m)^\s*✓ (\S+): (\d+) passed, 0 failed$`)

// checkPassed fails unless each scenario that is said to pass has passed a check. One that was skipped has not.
func checkPassed(t *testing.T, revision, said string) {
	t.Helper()
	passed := map[string]bool{}
	for _, line := range ran.FindAllStringSubmatch(said, -1) {
		passed[line[1]] = line[2] != "0"
		if _, known := unchecked[revision][line[1]]; known == passed[line[1]] {
			t.Errorf("the scenario %s has passed %s checks; that it has passed none is known: %t", line[1], line[2], known)
		}
	}
	for _, scenario := range unscored[revision] {
		if !passed[scenario] {
			t.Errorf("the scenario %s, which is not scored, does not pass", scenario)
		}
	}
	for scenario := range unchecked[revision] {
		if _, there := passed[scenario]; !there {
			t.Errorf("there is no scenario %s any more", scenario)
		}
	}
}

// checkSkipped fails unless the checks in a folder of results have passed, but for those that are known.
func checkSkipped(t *testing.T, revision, results string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(results, "*", "checks.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no results: %v", err)
	}
	var found []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var checks []struct{ ID, Status, ErrorMessage string }
		if err := json.Unmarshal(text, &checks); err != nil {
			t.Fatal(err)
		}
		for _, check := range checks {
			if check.Status != "SKIPPED" && check.Status != "WARNING" {
				continue
			}
			found = append(found, check.ID)
			if unchecked[revision][check.ID] == "" {
				t.Errorf("%s of %s: %s: %s", check.ID, filepath.Base(filepath.Dir(file)), check.Status, check.ErrorMessage)
			}
		}
	}
	for known := range unchecked[revision] {
		if !slices.Contains(found, known) {
			t.Errorf("%s is skipped no more", known)
		}
	}
}

// installed returns the Node and the suite that `make conformance` installs.
func installed(t *testing.T) (node, suite string) {
	t.Helper()
	if os.Getenv("CONFORMANCE") == "" {
		t.Skip("make conformance runs it")
	}
	nodes, err := filepath.Glob("suite/node_modules/node-linux-*/bin/node")
	if err != nil {
		t.Fatal(err)
	}
	suite = filepath.FromSlash("suite/node_modules/@modelcontextprotocol/conformance/dist/index.js")
	if _, err := os.Stat(suite); err == nil && len(nodes) > 0 {
		return nodes[0], suite
	}
	t.Fatal("the suite is not installed: npm ci in e2e/conformance/suite")
	return "", ""
}

func lists(t *testing.T, url, tool string) bool {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/api/v1/tools", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var listed struct{ Tools []struct{ Name string } }
	if err := json.Unmarshal(text, &listed); err != nil {
		t.Fatal(err)
	}
	for _, one := range listed.Tools {
		if one.Name == tool {
			return true
		}
	}
	return false
}

// summary returns the end of what the suite says, which counts.
func summary(said string) string {
	if at := strings.Index(said, "=== SUMMARY ==="); at >= 0 {
		return said[at:]
	}
	return said
}
