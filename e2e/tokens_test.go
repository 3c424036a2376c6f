package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/apitoken"
)

// What the commands for API tokens print is what testdata/tokens.golden has, written anew with -update. The token itself
// differs each time.
func TestTokensOnTheCommandLine(t *testing.T) {
	platform := harness.Start(t, harness.Options{Clock: clockwork.NewFakeClockAt(dialogueTime)})
	file := filepath.Join(t.TempDir(), "token")
	t.Setenv("SALAATFLOW_TOKEN_FILE", "")
	t.Setenv("SALAATFLOW_GATEWAY", platform.URL)
	var transcript strings.Builder
	token := regexp.MustCompile(apitoken.Pattern)
	run := func(line string, arguments ...string) string {
		t.Helper()
		got := runCLI(t, append(strings.Fields(line), arguments...)...)
		fmt.Fprintf(&transcript, "$ salaatflow %s\n%s%s", line, got.err, token.ReplaceAllString(got.out, "sft_…"))
		if got.code != 0 {
			fmt.Fprintf(&transcript, "exit code %d\n", got.code)
		}
		return strings.TrimSpace(got.out)
	}
	const user = " --user 7"
	made := run("token create agent --scope tasks:read --scope users:read --scope users:write --expires-in-days 7" + user)
	run("token create another --scope chat" + user)
	run("token list" + user)
	run("token create nothing --scope everything" + user)
	run("token create nothing" + user)
	run("token list --of 7 --user 8")
	run("token revoke 9" + user)
	refused := send(t, platform, http.MethodPost, "/api/v1/tasks", `{"title":"x"}`, "Authorization: Bearer "+made)
	if asks := refused.header.Get("WWW-Authenticate"); refused.status != http.StatusForbidden ||
		!strings.Contains(asks, `error="insufficient_scope"`) || !strings.Contains(asks, `scope="tasks:write"`) {
		t.Errorf("what the token may not is answered %d, %s", refused.status, asks)
	}
	if err := os.WriteFile(file, []byte(made+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SALAATFLOW_TOKEN_FILE", file)
	run("call " + toolnames.ListTasks)
	run("token create more --scope chat")
	run("token list")
	t.Setenv("SALAATFLOW_TOKEN_FILE", "")
	t.Setenv("SALAATFLOW_TOKEN", "sft_mistyped")
	run("call " + toolnames.ListTasks)
	t.Setenv("SALAATFLOW_TOKEN", "two words")
	run("call " + toolnames.ListTasks)
	t.Setenv("SALAATFLOW_TOKEN", "")
	run("token revoke 2" + user)
	run("token list" + user)

	golden := filepath.Join("testdata", "tokens.golden")
	if *update {
		if err := os.WriteFile(golden, []byte(transcript.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(golden)
	if err != nil || string(want) != transcript.String() {
		t.Errorf("%v; the commands print\n%s\nand not what %s has", err, transcript.String(), golden)
	}
}

// A token is sent to another machine only where nobody can read it on the way.
func TestATokenIsNotSentInClear(t *testing.T) {
	t.Setenv("SALAATFLOW_TOKEN", apitoken.New())
	got := runCLI(t, "tools", "--gateway", "http://salaatflow.example.org")
	if got.code != 2 || !strings.Contains(got.err, "https") || strings.Contains(got.err, "sft_") {
		t.Errorf("got %+v", got)
	}
}
