package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"go.yaml.in/yaml/v3"

	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/toolspec"
)

// ran is how a command ended.
type ran struct {
	code     int
	out, err string
}

func runCLI(t *testing.T, arguments ...string) ran {
	t.Helper()
	command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), arguments...)
	var out, stderr bytes.Buffer
	command.Stdout, command.Stderr = &out, &stderr
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return ran{command.ProcessState.ExitCode(), out.String(), stderr.String()}
}

func TestCommandLine(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := fmt.Sprint(nextUser.Add(1))
	alias := readJSON[struct{ Alias string }](t, "testdata/names.json").Alias
	for _, c := range []struct {
		name      string
		arguments []string
		code      int
		out, err  string // what each contains
	}{
		{"the catalogue", []string{"tools"}, 0, toolnames.CreateTask + " ", ""},
		{"the catalogue as JSON", []string{"tools", "--json"}, 0, `"input_schema"`, ""},
		{"a call by alias", []string{"call", alias, "title=قرآن پڑھنا", "priority=high", "--user", user}, 0, `"priority": "high"`, ""},
		{"JSON as it stands", []string{"call", toolnames.ListTasks, "limit:=1", "--user", user}, 0, `"count": 1`, ""},
		{"a skill in any case", []string{"call", toolnames.Skill, "command=PLAN-MY-DAY"}, 0, `"name": "plan-my-day"`, ""},
		{"the version", []string{"version"}, 0, "salaatflow ", ""},
		{"help names flags with their variables", []string{"up", "--help"}, 0, "SALAATFLOW_UP_HTTP", ""},
		{"the version as a flag", []string{"--version"}, 0, "salaatflow ", ""},
		{"a result as a table", []string{"call", toolnames.ListTasks, "--priority", "high", "-o", "table", "--user", user},
			0, "\u2068قرآن پڑھنا\u2069  high", ""},
		{"a result as YAML", []string{"call", toolnames.ListTasks, "--priority", "high", "-o", "yaml", "--user", user},
			0, "title: قرآن پڑھنا\n", ""},
		{"nothing in standard input", []string{"call", alias, "-"}, 2, "", "not a JSON object"},
		{"the state", []string{"status", "--user", user}, 0, "State:    ready", ""},
		{"the state of nothing", []string{"status", "--gateway", "http://127.0.0.1:1"}, 1, "does not answer", "is it running"},
		{"the page", []string{"open", "--print", "docs"}, 0, platform.URL + "/docs\n", ""},
		{"a message", []string{"chat", "Fajr ka task bana do", "--user", user}, 0, "Fajr", ""},
		{"a message of nobody", []string{"chat", "mere tasks dikhao"}, 1, "--user", ""},
		{"a message that is none", []string{"chat", strings.Repeat("x", 2001)}, 1, "", "at most 2000 characters"},
		{"a chat without a gateway", []string{"chat", "hi", "--gateway", "http://127.0.0.1:1"}, 1, "", "is it running"},
		{"a gateway that is not there", []string{"tools", "--gateway", "http://127.0.0.1:1"}, 1, "", "is it running"},
		{"a clock that is none", []string{"up", "--now", "tomorrow"}, 2, "", "--now"},
		{"development identity for all the world", []string{"up", "--http", "0.0.0.0:0"}, 2, "", "loopback"},
	} {
		t.Run(c.name, func(t *testing.T) {
			arguments := c.arguments
			to := []string{"tools", "describe", "call", "chat", "status", "open", "help"}
			if slices.Contains(to, arguments[0]) && !strings.Contains(strings.Join(arguments, " "), "--gateway") {
				arguments = append(arguments, "--gateway", platform.URL)
			}
			got := runCLI(t, arguments...)
			if got.code != c.code || !strings.Contains(got.out, c.out) || !strings.Contains(got.err, c.err) {
				t.Errorf("%v: want %d, %q and %q, got %+v", c.arguments, c.code, c.out, c.err, got)
			}
		})
	}
}

// A file, or what another program prints, can be the arguments of a call.
func TestArgumentsInStandardInput(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := fmt.Sprint(nextUser.Add(1))
	for _, c := range []struct {
		name, input, words string
		code               int
		want               string
	}{
		{"as asked for", `{"title": "a", "priority": "low"}`, "-", 0, "low a\n"},
		{"under words", `{"title": "a", "priority": "low"}`, "- --priority high", 0, "high a\n"},
		{"as it stands there", `{"title": "b"}`, "", 0, "medium b\n"},
		{"beside words that are enough", `nonsense`, "title=c", 0, "medium c\n"},
		{"nothing", "", "", 1, ""},
		{"no object", `["a"]`, "", 2, ""},
	} {
		arguments := []string{"call", toolnames.CreateTask, "--gateway", platform.URL, "--user", user, "-o", "yaml"}
		arguments = append(arguments, strings.Fields(c.words)...)
		command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), arguments...)
		command.Stdin = strings.NewReader(c.input) // through a pipe
		out, _ := command.Output()
		var answer struct {
			Data struct {
				Task struct{ Priority, Title string }
			}
		}
		if err := yaml.Unmarshal(out, &answer); err != nil {
			t.Fatal(err)
		}
		got := answer.Data.Task.Priority + " " + answer.Data.Task.Title + "\n"
		if code := command.ProcessState.ExitCode(); code != c.code || c.want != "" && got != c.want {
			t.Errorf("%s: %d %s", c.name, code, out)
		}
	}
}

func TestAConversationOnTheCommandLine(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "chat", "--gateway", platform.URL, "--user",
		fmt.Sprint(nextUser.Add(1)))
	command.Stdin = strings.NewReader("Create a task\n\nRead Surah Mulk\n" + strings.Repeat("x", 2001) + "\ndelete it\n")
	text, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	for i, want := range []string{
		"> Create a task", "?", "> Read Surah Mulk", "“Read Surah Mulk”", "> xxx", "at most 2000 characters", "> delete it", "Deleted task 1",
	} {
		if len(lines) <= i || !strings.Contains(lines[i], want) {
			t.Fatalf("line %d should say %q:\n%s", i+1, want, text)
		}
	}
}

func TestMCPOnStandardInputAndOutput(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	user := nextUser.Add(1)
	command := exec.CommandContext(t.Context(), harness.Build(t, "../salaatflow", true), "mcp", "--gateway", platform.URL,
		"--user", fmt.Sprint(user))
	changed := make(chan struct{}, 16)
	client := sdk.NewClient(&sdk.Implementation{Name: "e2e", Version: "1"}, &sdk.ClientOptions{
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { changed <- struct{}{} },
	})
	session, err := client.Connect(t.Context(), &sdk.CommandTransport{Command: command}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }() // ends the program
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != len(toolnames.All()) {
		t.Fatalf("tools: %+v, %v", tools, err)
	}
	alias := readJSON[struct{ Alias string }](t, "testdata/names.json").Alias
	answer, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: alias, Arguments: map[string]any{"title": "by stdio"}})
	if err != nil || answer.IsError {
		t.Fatalf("call: %+v, %v", answer, err)
	}
	if listed := send(t, platform, "GET", "/api/v1/tasks", "", as(user)); listed.field(t, "0.title") != "by stdio" {
		t.Errorf("the task: %+v", listed)
	}
	startGoals(t, platform)
	harness.WaitFor(t, "list_changed on stdio", changed)
}

func TestMCPList(t *testing.T) {
	platform := harness.Start(t, harness.Options{})
	const request = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"e2e","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`
	headers := []string{
		"Content-Type: application/json", "Accept: application/json, text/event-stream",
		"MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/list",
	}
	got := send(t, platform, "POST", "/mcp", request, headers...)
	var answer struct {
		Result struct {
			Tools []struct {
				Name, Title, Description  string
				Aliases                   []string
				InputSchema, OutputSchema json.RawMessage
				Annotations               struct{ ReadOnlyHint, DestructiveHint, IdempotentHint *bool }
			}
		}
	}
	if err := json.Unmarshal([]byte(got.body), &answer); err != nil || got.status != 200 {
		t.Fatalf("%d %s", got.status, got.body)
	}
	names := readJSON[struct {
		Catalogue      []string
		Alias, Aliased string
	}](t, "testdata/names.json")
	if len(answer.Result.Tools) != len(names.Catalogue) {
		t.Fatalf("%d tools: %s", len(answer.Result.Tools), got.body)
	}
	declared, err := toolspec.Tools(platform.Services...)
	if err != nil || len(declared) != len(names.Catalogue) {
		t.Fatalf("%d tools are declared: %v", len(declared), err)
	}
	for i, tool := range answer.Result.Tools {
		if tool.Name != names.Catalogue[i] || tool.Title == "" || tool.Description == "" || len(tool.InputSchema) == 0 ||
			len(tool.OutputSchema) == 0 {
			t.Errorf("tool %d: %+v", i, tool)
		}
		aliases := declared[i].Aliases
		if !slices.Equal(tool.Aliases, aliases) || strings.Contains(tool.Description, "\n\nEarlier name: ") != (len(aliases) == 1) {
			t.Errorf("the aliases of %s are %v, described as %q", tool.Name, tool.Aliases, tool.Description)
		}
		readOnly := tool.Annotations.ReadOnlyHint != nil && *tool.Annotations.ReadOnlyHint
		if want := declared[i].ReadOnly; readOnly != want {
			t.Errorf("%s is read-only: %t", tool.Name, readOnly)
		}
	}
	if again := send(t, platform, "POST", "/mcp", request, headers...); again.body != got.body {
		t.Error("the list is not the same twice")
	}
	if other := send(t, platform, "POST", "/mcp", request, append(headers, "Host: evil.example")...); other.status != 403 {
		t.Errorf("another host: %+v", other)
	}
	if other := send(t, platform, "POST", "/mcp", request, append(headers, "Origin: https://evil.example")...); other.status != 403 {
		t.Errorf("a page of another site: %+v", other)
	}
}
