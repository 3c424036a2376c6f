package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/creack/pty"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/kit"
)

// The files in testdata/commandline are what a person at a terminal types and sees: what is printed, behind bars what is printed to
// standard error, and the exit code. `go test ./e2e -run TestWhatATerminalShows -update` writes them anew.
func TestWhatATerminalShows(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	files, err := filepath.Glob(filepath.Join("testdata", "commandline", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("there are none: ", err)
	}
	user := nextUser.Add(1)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var shown strings.Builder
			for line := range strings.Lines(string(want)) {
				if words, typed := strings.CutPrefix(line, "$ salaatflow "); typed {
					shown.WriteString(line + atATerminal(t, platform.URL, user, strings.TrimSpace(words)) + "\n")
				}
			}
			if *update {
				if err := os.WriteFile(file, []byte(shown.String()), 0o600); err != nil {
					t.Fatal(err)
				}
				return
			}
			if shown.String() != string(want) {
				t.Errorf("a terminal shows\n%s\nand not what %s has; -update writes it anew", shown.String(), file)
			}
		})
	}
}

// atATerminal returns what the words of a command line show in a terminal.
func atATerminal(t *testing.T, gateway string, user int32, words string) string {
	t.Helper()
	screen, inside, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	if err := pty.Setsize(screen, &pty.Winsize{Rows: rows, Cols: columns}); err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "sh", "-c", `exec "$0" `+words, harness.Build(t, "../salaatflow", true))
	var failed bytes.Buffer
	command.Stdin, command.Stdout, command.Stderr = inside, inside, &failed
	home := t.TempDir()
	command.Env = append(os.Environ(), "TERM=xterm", "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_STATE_HOME="+home,
		"SALAATFLOW_KEYRING=false", "SALAATFLOW_GATEWAY="+gateway, "SALAATFLOW_USER="+strconv.Itoa(int(user)))
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	_ = inside.Close() // the command has it
	printed, err := io.ReadAll(screen)
	if err != nil && !errors.Is(err, syscall.EIO) { // which is how a terminal says that nobody writes to it any more
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	shown := strings.ReplaceAll(string(printed), "\r\n", "\n")
	for line := range strings.Lines(failed.String()) {
		shown += "| " + line
	}
	shown = strings.NewReplacer(gateway, "http://127.0.0.1:8080", home, "~", "-svc "+kit.Version(), "-svc v0.1.0",
		"--user "+strconv.Itoa(int(user)), "--user 1", "\x1b", `\x1b`).Replace(shown)
	return fmt.Sprintf("%s[%d]\n", shown, command.ProcessState.ExitCode())
}
