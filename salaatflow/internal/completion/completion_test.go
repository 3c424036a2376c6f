package completion

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const breaks = " \t\n\"'><=;|&(:"

// Each shell is told in its own way what may stand next, and gets nothing that it would run.
func TestAnswers(t *testing.T) {
	answer := Answer{Candidates: []Candidate{
		{Word: "priority=", Help: "How\nimportant \x1b[2Jit is.", Open: true}, {Word: "priority=high"}, {Word: "priority=$(date)"},
		{Word: "priority=\x1b"}, {Word: "title="},
	}}
	for _, c := range []struct {
		name      string
		arguments []string
		want      string
	}{
		{"bash", []string{"bash", "salaatflow call pour_tea pri", breaks}, ":open\npriority=\npriority=high\npriority=\\$\\(date\\)\n"},
		{"bash breaks words at =", []string{"bash", "salaatflow call pour_tea priority=", breaks}, ":open\n\nhigh\n\\$\\(date\\)\n"},
		{"bash that does not", []string{"bash", "salaatflow call pour_tea priority=h", " "}, ":\npriority=high\n"},
		{"bash behind variables and quotes", []string{"bash", `A=b salaatflow call 'x y' "priority=h`, " "}, ":\npriority=high\n"},
		{"fish", []string{"fish", "call", "pour_tea", "pri"},
			":open\npriority=\tHow important \\x1b[2Jit is.\npriority=high\npriority=$(date)\n"},
		{"PowerShell", []string{"powershell", "call", "=pri"}, ":open\npriority=\tHow important \\x1b[2Jit is.\npriority=high\n"},
		{"nothing", []string{"zsh", "call", "zzz"}, ":\n"},
	} {
		question, ok := Asked(c.arguments)
		if !ok {
			t.Errorf("%s: not understood", c.name)
			continue
		}
		var out strings.Builder
		if err := question.Write(&out, answer); err != nil || out.String() != c.want {
			t.Errorf("%s: %q, %v, want %q", c.name, out.String(), err, c.want)
		}
	}
	for _, arguments := range [][]string{nil, {"bash"}, {"bash", "salaatflow", breaks}, {"bash", "", breaks}, {"bash", "salaatflow x"}} {
		if _, ok := Asked(arguments); ok {
			t.Errorf("%q is understood", arguments)
		}
	}
}

// The shells themselves can read their scripts. Those that are not installed are skipped.
func TestShellsReadTheirScripts(t *testing.T) {
	for shell, check := range map[string][]string{"bash": {"bash", "-n"}, "zsh": {"zsh", "-n"}, "fish": {"fish", "--no-execute"}} {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skipf("there is no %s here: apt-get install %s", shell, shell)
			}
			script, err := Script(shell)
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), shell)
			if err := os.WriteFile(file, script, 0o600); err != nil {
				t.Fatal(err)
			}
			reading := exec.CommandContext(t.Context(), check[0], append(check[1:], file)...)
			if output, err := reading.CombinedOutput(); err != nil {
				t.Errorf("%s: %v", output, err)
			}
		})
	}
}

// Every shell that the help names has a script.
func TestScripts(t *testing.T) {
	for _, shell := range Shells() {
		if script, err := Script(shell); err != nil || !strings.Contains(string(script), "__complete "+shell) {
			t.Errorf("%s: %v", shell, err)
		}
	}
	if _, err := Script("../bash"); err == nil {
		t.Error("a shell that is none has a script")
	}
}
