package mcpclients

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

// The client of most hosts tells of all progress that a tool tells, on each transport.
func TestTheClientOfMostHostsIsToldOfProgress(t *testing.T) {
	node := installed(t)
	program := harness.Build(t, "../../salaatflow", true)
	up := harness.Run(t, program, "up", "--http", "127.0.0.1:0", "--ops-address", "127.0.0.1:0", "--registry-listen", "127.0.0.1:0",
		"--data", t.TempDir())
	url := regexp.MustCompile(`http://[0-9.]+:[0-9]+`).FindString(up.Line(t, "is ready at"))
	registry := strings.Fields(up.Line(t, "is the registry"))[1]
	service := harness.Run(t, harness.Build(t, "../conformance", true), "-registry", registry)
	service.Line(t, "serving at")
	command := exec.CommandContext(t.Context(), node, filepath.FromSlash("suite/progress.mjs"), url, program)
	var said bytes.Buffer
	command.Stdout, command.Stderr = &said, &said
	if err := command.Run(); err != nil {
		t.Errorf("%v\n%s", err, said.String())
	}
	t.Log(said.String())
}
