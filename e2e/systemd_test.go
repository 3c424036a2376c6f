package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/salaatflow/platform/e2e/harness"
)

const units = "../deploy/systemd"

// What the units set, commented lines included, is what their programs know: an unknown variable is refused by name.
func TestSystemdSettingsAreKnown(t *testing.T) {
	all := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "up", "--help")
	all.Env = settingsOf(t, "salaatflow.env")
	if out, err := all.CombinedOutput(); err != nil {
		t.Errorf("salaatflow up with salaatflow.env: %v: %s", err, out)
	}
	page, err := os.ReadFile("../docs/settings.md") // made from the programs' own settings
	if err != nil {
		t.Fatal(err)
	}
	program := regexp.MustCompile(`^SALAATFLOW_[A-Z]+_`)
	for _, setting := range settingsOf(t, "programs.env") {
		name, _, _ := strings.Cut(setting, "=")
		ofEvery := program.ReplaceAllString(name, "SALAATFLOW_PROGRAM_")
		if !strings.Contains(string(page), "`"+name+"`") && !strings.Contains(string(page), "`"+ofEvery+"`") {
			t.Errorf("programs.env: no program has %s", name)
		}
	}
}

// settingsOf returns the settings of a file, commented ones included.
func settingsOf(t *testing.T, file string) (environment []string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(units, file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if setting := strings.TrimSpace(strings.TrimPrefix(line, "#")); strings.HasPrefix(setting, "SALAATFLOW_") {
			environment = append(environment, setting)
		}
	}
	return environment
}

// The units are what systemd understands, and confine what they run.
func TestSystemdUnitsAreValid(t *testing.T) {
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("systemd-analyze is not installed")
	}
	for _, unit := range []string{"salaatflow.service", "salaatflow@.service"} {
		text, err := os.ReadFile(filepath.Join(units, unit))
		if err != nil {
			t.Fatal(err)
		}
		program, err := exec.LookPath("true") // in place of what is not installed here
		if err != nil {
			t.Fatal(err)
		}
		installed := strings.NewReplacer("/usr/local/bin/salaatflow ", program+" ", "/usr/local/bin/%i ", program+" ").Replace(string(text))
		copied := filepath.Join(t.TempDir(), strings.Replace(unit, "@.", "@tasks-svc.", 1))
		if err := os.WriteFile(copied, []byte(installed), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.CommandContext(t.Context(), analyze, "verify", copied).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%s: %v: %s", unit, err, out)
		}
		const most = "20" // of 100: well confined
		security := exec.CommandContext(t.Context(), analyze, "security", "--offline=true", "--threshold="+most, copied)
		if out, err := security.CombinedOutput(); err != nil {
			t.Errorf("%s is confined too little: %v: %s", unit, err, out)
		}
	}
}
