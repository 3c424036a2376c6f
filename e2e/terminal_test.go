package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/kit/kittest"
)

// The size of the terminals of tests.
const columns, rows = 100, 30

// terminal is a program in a pseudo-terminal, and what a person would see of it.
type terminal struct {
	keys    *os.File
	screen  vt10x.Terminal
	changed chan struct{} // receives after something was written; closed when the program has ended
	command *exec.Cmd
}

// atTerminal starts a program in a terminal, in a home folder of its own.
func atTerminal(t *testing.T, command *exec.Cmd, variables ...string) *terminal {
	t.Helper()
	home := t.TempDir()
	command.Env = append(os.Environ(), append([]string{
		"TERM=xterm", "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_STATE_HOME=" + home, "SALAATFLOW_KEYRING=false",
	}, variables...)...)
	keys, err := pty.StartWithSize(command, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		t.Fatal(err)
	}
	term := &terminal{
		keys: keys, screen: vt10x.New(vt10x.WithSize(columns, rows)), changed: make(chan struct{}, 1), command: command,
	}
	go func() {
		defer close(term.changed)
		for part := make([]byte, 4096); ; {
			n, err := keys.Read(part)
			if err != nil {
				return
			}
			_, _ = term.screen.Write(part[:n]) // never fails
			select {
			case term.changed <- struct{}{}:
			default:
			}
		}
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill() // it may have ended
		for range term.changed {   // until its output ends
		}
		_ = command.Wait()
		_ = keys.Close()
	})
	return term
}

// press types keys.
func (term *terminal) press(t *testing.T, keys string) {
	t.Helper()
	if _, err := term.keys.WriteString(keys); err != nil {
		t.Fatal(err)
	}
}

// text returns the screen without empty lines at its end.
func (term *terminal) text() string {
	lines := strings.Split(term.screen.String(), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// shows waits until the screen is as it should be.
func (term *terminal) shows(t *testing.T, what string, yes func(screen string) bool) {
	t.Helper()
	late := time.After(2 * time.Minute)
	for !yes(term.text()) {
		select {
		case _, running := <-term.changed:
			if !running && !yes(term.text()) {
				t.Fatalf("the program ended before %s:\n%s", what, term.text())
			}
		case <-late:
			t.Fatalf("no %s:\n%s", what, term.text())
		}
	}
}

// ends waits until the screen ends with a text.
func (term *terminal) ends(t *testing.T, text string) {
	t.Helper()
	term.shows(t, "end "+text, func(screen string) bool { return strings.HasSuffix(screen, text) })
}

// In a real bash, Tab completes commands, tools, their parameters and values, as the running gateway knows them.
func TestCompletionInBash(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	folder := t.TempDir()
	if err := os.Symlink(harness.Build(t, "../salaatflow", true), filepath.Join(folder, "salaatflow")); err != nil {
		t.Fatal(err)
	}
	term := atTerminal(t, exec.CommandContext(t.Context(), "bash", "--norc", "--noprofile", "-i"),
		"PATH="+folder+":"+os.Getenv("PATH"), "SALAATFLOW_GATEWAY="+platform.URL, "PS1=$ ")
	term.ends(t, "$")
	term.press(t, "source <(salaatflow completion bash); clear\r")
	term.shows(t, "empty screen", func(screen string) bool { return screen == "$" })
	for _, step := range []struct{ keys, want string }{
		{"salaatflow desc\t", "$ salaatflow describe"},
		{"crea\t", "$ salaatflow describe create_task"},
		{"\x15salaatflow call upd\t", "$ salaatflow call update_task"}, // the first key clears the line
		{"pri\t", "$ salaatflow call update_task priority="},
		{"hi\t", "$ salaatflow call update_task priority=high"},
		{"--linked\t", "$ salaatflow call update_task priority=high --linked-prayer"},
		{"Magh\t", "$ salaatflow call update_task priority=high --linked-prayer Maghrib"},
		{"-o y\t", "$ salaatflow call update_task priority=high --linked-prayer Maghrib -o yaml"},
	} {
		term.press(t, step.keys)
		term.shows(t, step.want, func(screen string) bool { return screen == step.want })
	}
	term.press(t, "\x15salaatflow call list_tasks --gateway http://127.0.0.1:1 sta\t")
	term.press(t, "!") // what stands behind, nothing was completed
	term.ends(t, "http://127.0.0.1:1 sta!")
}

// A watch replaces what it has shown before.
func TestWatchAtATerminal(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	program := harness.Build(t, "../salaatflow", true)
	term := atTerminal(t, exec.CommandContext(t.Context(), program, "tools", "--watch=100ms", "--gateway", platform.URL))
	whole := func(screen string) bool {
		return strings.HasPrefix(screen, "NAME ") && strings.Count(screen, "NAME ") == 1 && strings.HasSuffix(screen, "Change a task")
	}
	for range 3 {
		term.shows(t, "list of tools", whole)
		<-term.changed
	}
	term.press(t, "\x03")
	for range term.changed {
	}
	if err := term.command.Wait(); err != nil {
		t.Errorf("Ctrl-C is no failure: %v", err)
	}
}

// The chat at a terminal is a prompt: lines are edited and remembered, Ctrl-C is for the line and not for the conversation, and
// words that begin with a slash are for the prompt.
func TestChatAtATerminal(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	home := t.TempDir()
	start := func() *terminal {
		return atTerminal(t, exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "chat"),
			"SALAATFLOW_GATEWAY="+platform.URL, "SALAATFLOW_USER="+fmt.Sprint(nextUser.Add(1)), "XDG_STATE_HOME="+home)
	}
	term := start()
	term.ends(t, "/help says what else there is.\n>")
	for _, step := range []struct{ keys, what, want string }{
		{"Create a task\r", "question", "?\n>"},
		{"Read Surah Mull\x7fk\x1b[H\x1b[F\r", "task of an edited line", "“Read Surah Mulk”.\n>"},
		// What is shown as it is typed is being edited; a Ctrl-C between the prompt and that would be the terminal's own.
		{"nobody wants to say this", "line as it is typed", "\n> nobody wants to say this"},
		{"\x03", "line that Ctrl-C clears", "^C\n>"},
		{"/he\t\r", "help", "searches it.\n>"},
		{"\x1b[A\x1b[A\x1b[A", "line from before", "\n> Create a task"},
		{"\x15/lang ur\r", "language", "The language of your profile is ur.\n>"},
		{"/lang xx\r", "refusal of a language", "\n>"},
		{"/dance\r", "refusal of a command", "There is no /dance: /help names what there is.\n>"},
		{"/new\r", "new conversation", "This is a new conversation.\n>"},
		{"نماز کے بعد قرآن پڑھنے کا ٹاسک بنا دو\r", "answer in Urdu", "۔\n>"},
	} {
		term.press(t, step.keys)
		term.shows(t, step.what, func(screen string) bool { return strings.HasSuffix(screen, step.want) })
	}
	term.press(t, "/exit\r")
	for range term.changed { // until it ends
	}
	if err := term.command.Wait(); err != nil {
		t.Errorf("the end: %v", err)
	}
	kept := filepath.Join(home, "salaatflow", "chat_history")
	if info, err := os.Stat(kept); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the history: %v, %v", info, err)
	}
	again := start()
	again.ends(t, "\n>")
	again.press(t, "\x12Mulk") // searches
	again.shows(t, "line of the conversation before", func(screen string) bool { return strings.Contains(screen, "Read Surah Mulk") })
}

// A conversation goes on when the gateway has been away: it says so once, and a message that was not heard is sent again.
func TestAChatSurvivesARestartOfTheGateway(t *testing.T) {
	t.Parallel()
	binary, data, address := harness.Build(t, "../salaatflow", true), t.TempDir(), kittest.FreeAddress(t)
	up := func() *harness.Process {
		process := harness.Run(t, binary, "up", "--http", address, "--ops-address=", "--data", data)
		process.Line(t, "salaatflow is ready")
		return process
	}
	running := up()
	term := atTerminal(t, exec.CommandContext(t.Context(), binary, "chat", "--gateway", "http://"+address, "--user", "1"))
	term.ends(t, "\n>")
	term.press(t, "Create a task\r")
	term.ends(t, "?\n>")
	running.End(t, os.Interrupt)
	if err := running.Exited(t); err != nil {
		t.Fatal(err)
	}
	term.press(t, "Read Surah Mulk\r")
	term.shows(t, "word of a gateway that is away", func(screen string) bool { return strings.HasSuffix(screen, "Ctrl-C stops that.") })
	term.press(t, "\x03")
	term.ends(t, "may have been carried out.\n>")
	term.press(t, "Read Surah Mulk\r")
	term.shows(t, "word of it again", func(screen string) bool { return strings.HasSuffix(screen, "Ctrl-C stops that.") })
	up()
	term.ends(t, "“Read Surah Mulk”.\n>") // the conversation knows what it asked for
	if said := strings.Count(term.text(), "does not answer"); said != 2 {
		t.Errorf("it is said %d times that the gateway is away:\n%s", said, term.text())
	}
}
