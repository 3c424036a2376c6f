//go:build auth

package auth

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/services/apitoken"
)

// A person signs in on the command line by the device flow, and what runs there calls as that person, until the session ends.
func TestAPersonSignsInOnTheCommandLine(t *testing.T) {
	g := start(t)
	t.Cleanup(harness.RemoveBuilt)
	cli := commandLine{binary: harness.Build(t, "../../salaatflow", true), sessions: filepath.Join(t.TempDir(), "sessions.json"), gate: g}
	if out, err := cli.run(t, "call", "list_tasks"); err == nil || !strings.Contains(out, "AUTH_REQUIRED") {
		t.Fatalf("before: %s, %v", out, err)
	}
	cli.login(t, "aisha")
	if info, err := os.Stat(cli.sessions); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the session is in a file of mode %v, %v", info.Mode(), err)
	}
	if out, err := cli.run(t, "call", "create_task", "title=Read Quran"); err != nil {
		t.Fatalf("a call: %s, %v", out, err)
	}
	t.Run("an API token", func(t *testing.T) { apiToken(t, cli) })
	t.Run("the MCP server", func(t *testing.T) { mcpServer(t, cli) })
	t.Run("an expired session is refreshed", func(t *testing.T) { refreshed(t, cli) })
	if out, err := cli.run(t, "logout"); err != nil {
		t.Fatalf("logout: %s, %v", out, err)
	}
	if out, err := cli.run(t, "call", "list_tasks"); err == nil || !strings.Contains(out, "AUTH_REQUIRED") {
		t.Errorf("after: %s, %v", out, err)
	}
}

// commandLine runs commands with a file of sessions of its own.
type commandLine struct {
	gate
	binary, sessions string
}

func (c commandLine) command(ctx context.Context, arguments ...string) *exec.Cmd {
	return exec.CommandContext(ctx, c.binary, append(arguments, "--gateway", c.URL, "--sessions-file", c.sessions, "--no-keyring")...)
}

func (c commandLine) run(t *testing.T, arguments ...string) (string, error) {
	t.Helper()
	out, err := c.command(t.Context(), arguments...).CombinedOutput()
	return string(out), err
}

// login runs salaatflow login, and does what it asks a person to do.
func (c commandLine) login(t *testing.T, name string) {
	t.Helper()
	arguments := []string{"login"}
	for _, scope := range []string{"tasks:read", "tasks:write", "users:read", "users:write", "chat"} {
		arguments = append(arguments, "--scope", scope)
	}
	command := c.command(t.Context(), arguments...)
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewReader(said)
	asked, err := lines.ReadString('\n')
	match := regexp.MustCompile(`^Open (\S+) in a browser and enter the code (\S+)\.\n$`).FindStringSubmatch(asked)
	if match == nil {
		t.Fatalf("login says %q, %v", asked, err)
	}
	if err := approve(t.Context(), match[1], match[2], name); err != nil {
		t.Fatal(err)
	}
	var rest strings.Builder
	_, _ = lines.WriteTo(&rest) // it ends with the program
	if err := command.Wait(); err != nil || !strings.Contains(rest.String(), "Signed in") {
		t.Fatalf("login says %s, %v", rest.String(), err)
	}
}

var (
	formAction  = regexp.MustCompile(`<form[^>]*action="([^"]*)"`)
	inputTag    = regexp.MustCompile(`<input[^>]*>`)
	nameOfInput = regexp.MustCompile(`name="([^"]*)"`)
	itsValue    = regexp.MustCompile(`value="([^"]*)"`)
)

// approve does what a person does on another device: it enters the code, signs in under a name, and agrees.
func approve(ctx context.Context, address, code, name string) error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	browser := &http.Client{Jar: jar}
	var form url.Values
	const mostPages = 20
	for range mostPages {
		page, body, err := open(ctx, browser, address, form)
		if err != nil {
			return err
		}
		action := formAction.FindStringSubmatch(body)
		switch {
		case page.StatusCode != http.StatusOK:
			return fmt.Errorf("%s answers %s: %s", address, page.Status, body)
		case action == nil:
			return nil // there is nothing more to do
		}
		next, err := page.Request.URL.Parse(html.UnescapeString(action[1]))
		if err != nil {
			return err
		}
		address, form = next.String(), url.Values{}
		for _, tag := range inputTag.FindAllString(body, -1) {
			if field := nameOfInput.FindStringSubmatch(tag); field != nil {
				if value := itsValue.FindStringSubmatch(tag); value != nil {
					form.Set(field[1], html.UnescapeString(value[1]))
				}
			}
		}
		switch {
		case strings.Contains(body, `name="login"`):
			form.Set("login", name)
			form.Set("password", "any")
		case !form.Has("confirm") && strings.Contains(body, `name="user_code"`):
			form.Set("user_code", code)
		}
	}
	return errors.New("signing in does not end")
}

// apiToken makes a token of few scopes, which works without the session until it is revoked, and can do no more than it may.
func apiToken(t *testing.T, cli commandLine) {
	said, err := cli.run(t, "token", "create", "agent", "--scope", "tasks:read")
	token := regexp.MustCompile(apitoken.Pattern).FindString(said)
	if token == "" || err != nil {
		t.Fatalf("made %s, %v", said, err)
	}
	got := cli.call(t, http.MethodGet, "/api/v1/tasks", token, "")
	if got.status != http.StatusOK || !strings.Contains(string(got.body), "Read Quran") {
		t.Errorf("what it may: %d, %s", got.status, got.body)
	}
	got = cli.call(t, http.MethodPost, "/api/v1/tasks", token, `{"title":"x"}`)
	if got.status != http.StatusForbidden || !strings.Contains(got.challenge(), `error="insufficient_scope"`) {
		t.Errorf("what it may not: %d, %s, %s", got.status, got.challenge(), got.body)
	}
	got = cli.call(t, http.MethodPost, "/api/v1/users/me/tokens", token, `{"name":"x","scopes":["tasks:read"]}`)
	if got.status != http.StatusForbidden {
		t.Errorf("it makes another token: %d, %s", got.status, got.body)
	}
}

// mcpServer serves MCP on standard input and output with the session.
func mcpServer(t *testing.T, cli commandLine) {
	client := sdk.NewClient(&sdk.Implementation{Name: "e2e", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: cli.command(t.Context(), "mcp")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_tasks", Arguments: map[string]any{}})
	if err != nil || got.IsError {
		t.Fatalf("a call: %+v, %v", got, err)
	}
	if text, err := json.Marshal(got.StructuredContent); err != nil || !strings.Contains(string(text), "Read Quran") {
		t.Errorf("the tasks are %s, %v", text, err)
	}
}

// refreshed makes the kept access token one that has expired; the next command gets another, and keeps that.
func refreshed(t *testing.T, cli commandLine) {
	text, err := os.ReadFile(cli.sessions)
	if err != nil {
		t.Fatal(err)
	}
	expired := regexp.MustCompile(`"expiry": "[^"]*"`).ReplaceAllString(string(text), `"expiry": "2020-01-01T00:00:00Z"`)
	expired = regexp.MustCompile(`"access_token": "[^"]*"`).ReplaceAllString(expired, `"access_token": "expired"`)
	if err := os.WriteFile(cli.sessions, []byte(expired), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if out, err := cli.run(t, "call", "list_tasks"); err != nil || !strings.Contains(out, "Read Quran") {
			t.Fatalf("after the session has expired: %s, %v", out, err)
		}
	}
	if kept, err := os.ReadFile(cli.sessions); err != nil || strings.Contains(string(kept), `"access_token": "expired"`) {
		t.Errorf("the session that was refreshed is not kept: %v", err)
	}
}
