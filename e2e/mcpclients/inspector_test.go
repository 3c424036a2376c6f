package mcpclients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// The service of examples/moon-node, a stranger's, is used by the inspector's command line, and by the official clients in TypeScript,
// which, unlike the command line, can be asked something and are told how far a tool is.
func TestAStrangersServiceInTheInspector(t *testing.T) {
	node := absolute(t, installed(t))
	build := absolute(t, filepath.FromSlash("suite/node_modules/@modelcontextprotocol/inspector-cli/build"))
	platform := harness.Start(t, harness.Options{})
	startMoon(t, platform)
	inspect := func(arguments ...string) (answer, failure string) {
		t.Helper()
		arguments = append([]string{
			"cli.js", "--cli", platform.URL + "/mcp", "--transport", "http", "--header", "X-User-ID: 7",
		}, arguments...)
		command := exec.CommandContext(t.Context(), node, arguments...)
		command.Dir = build // it looks for its package.json from where it is started
		// It starts another program, by the name node.
		command.Env = append(os.Environ(), "PATH="+filepath.Dir(node)+string(os.PathListSeparator)+os.Getenv("PATH"))
		var said, failed bytes.Buffer
		command.Stdout, command.Stderr = &said, &failed
		if err := command.Run(); err != nil {
			return said.String(), fmt.Sprintf("%v: %s", err, failed.String())
		}
		return said.String(), ""
	}

	t.Run("tools/list", func(t *testing.T) {
		answer, failure := inspect("--method", "tools/list")
		var listed struct{ Tools []struct{ Name string } }
		if err := json.Unmarshal([]byte(answer), &listed); err != nil || failure != "" {
			t.Fatalf("%v, %s: %s", err, failure, answer)
		}
		names := map[string]bool{}
		for _, tool := range listed.Tools {
			names[tool.Name] = true
		}
		for name := range knownOf(t, platform) {
			if !names[name] {
				t.Errorf("%s is not listed", name)
			}
		}
	})
	for _, c := range []struct {
		name, tool, says string
		arguments        []string
	}{
		{"a tool of ours", "create_task", `"title": "Read Surah al-Kahf"`, []string{"title=Read Surah al-Kahf"}},
		{"a picture", "draw_moon", `"mimeType": "image/png"`, []string{"date=2026-02-21"}},
		{"a stream", "draw_moons", `"mimeType": "image/png"`, []string{"date=2026-02-18", "days=3"}},
		{"what a service refuses", "draw_moon", `"date: 2026-02-30 is no day"`, []string{"date=2026-02-30"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			arguments := []string{"--method", "tools/call", "--tool-name", c.tool}
			for _, argument := range c.arguments {
				arguments = append(arguments, "--tool-arg", argument)
			}
			if answer, failure := inspect(arguments...); failure != "" || !strings.Contains(answer, c.says) {
				t.Errorf("%s: %s", failure, answer)
			}
		})
	}
	t.Run("who cannot be asked", func(t *testing.T) {
		answer, failure := inspect("--method", "tools/call", "--tool-name", "report_sighting", "--tool-arg", "date=2026-02-18")
		if !strings.Contains(answer+failure, "elicitation") {
			t.Errorf("it is not said what is wanting: %s, %s", answer, failure)
		}
	})
	t.Run("who can be asked", func(t *testing.T) {
		command := exec.CommandContext(t.Context(), node, filepath.FromSlash("suite/moon.mjs"), platform.URL)
		said, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%v\n%s", err, said)
		}
		t.Logf("%s", said)
	})
}

// startMoon installs a copy of examples/moon-node, starts it, and waits until its tools are listed.
func startMoon(t *testing.T, platform *harness.Platform) {
	t.Helper()
	root := t.TempDir()
	for _, part := range []string{"examples/moon-node", "services/join/libraries/node"} {
		part = filepath.FromSlash(part)
		if err := os.CopyFS(filepath.Join(root, part), os.DirFS(filepath.Join("..", "..", part))); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(root, "examples", "moon-node")
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if said, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %v: %s", err, said)
	}
	harness.Run(t, "node", filepath.Join(folder, "server.js"), platform.Registry().String()).Line(t, "joined")
	platform.Eventually(t, "its tools are listed", func() bool {
		_, ok := knownOf(t, platform)["draw_moon"]
		return ok
	})
}

func absolute(t *testing.T, path string) string {
	t.Helper()
	whole, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return whole
}
