// Package mcpclients tries a running platform with the official clients of MCP, and with the inspector.
package mcpclients

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// Each of the official clients, of each era and on each transport, lists and calls every tool with its example, and finds that what is
// answered keeps the schemas that are listed. `make mcp-clients` installs the clients; without them, the test is skipped.
func TestOfficialClients(t *testing.T) {
	node := installed(t)
	program := harness.Build(t, "../../salaatflow", true)
	up := harness.Run(t, program, "up", "--http", "127.0.0.1:0", "--ops-address", "127.0.0.1:0", "--data", t.TempDir())
	url := regexp.MustCompile(`http://[0-9.]+:[0-9]+`).FindString(up.Line(t, "is ready at"))
	command := exec.CommandContext(t.Context(), node, filepath.FromSlash("suite/clients.mjs"), url, program)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	t.Log(said.String())
}

// installed returns the Node that is installed with the clients.
func installed(t *testing.T) string {
	t.Helper()
	nodes, err := filepath.Glob("suite/node_modules/node-linux-*/bin/node")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.FromSlash("suite/node_modules/@modelcontextprotocol/client")); err == nil && len(nodes) > 0 {
		return nodes[0]
	}
	if os.Getenv("MCP_CLIENTS") != "" {
		t.Fatal("the clients are not installed: npm ci in e2e/mcpclients/suite")
	}
	t.Skip("the clients are not installed: make mcp-clients")
	return ""
}
