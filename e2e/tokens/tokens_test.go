// Package tokens holds what a running platform says to models to a length.
package tokens

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// What may be said, in bytes: a token has about four.
const (
	maxList       = 33 << 10
	maxTool       = 4 << 10
	maxFifty      = 8 << 10
	maxListTokens = 9000
)

// A host shows a model every tool that is listed, so the list is short. `make tokens` counts its tokens, too; without the tokenizers
// they are not counted.
func TestTheListOfToolsIsShort(t *testing.T) {
	session := connect(t, "")
	tools := encode(t, toolsOf(t, session))
	if len(tools) > maxList {
		t.Errorf("tools/list has %d bytes, more than %d", len(tools), maxList)
	}
	for _, tool := range toolsOf(t, session) {
		if length := len(encode(t, tool)); length > maxTool {
			t.Errorf("%s has %d bytes, more than %d", tool.Name, length, maxTool)
		}
	}
	t.Logf("tools/list has %d bytes", len(tools))
	texts := map[string]string{
		"tools/list": tools, "tools/list, full output schemas": encode(t, toolsOf(t, connect(t, "?output_schemas=full"))),
		"what a host shows of it": shown(t, session), "list_tasks of 50": fiftyTasks(t, session),
	}
	counted := count(t, texts)
	for _, tokenizer := range slices.Sorted(maps.Keys(counted)) {
		for _, name := range slices.Sorted(maps.Keys(texts)) {
			t.Logf("%s, %s: %d tokens of %d bytes", tokenizer, name, counted[tokenizer][name], len(texts[name]))
		}
	}
	for tokenizer, of := range counted {
		if tokens := of["tools/list"]; tokens > maxListTokens {
			t.Errorf("tools/list has %d tokens of %s, more than %d", tokens, tokenizer, maxListTokens)
		}
	}
}

// Fifty tasks, a page of them, leave a model room to think.
func TestAListOfTasksIsShort(t *testing.T) {
	if text := fiftyTasks(t, connect(t, "")); len(text) > maxFifty || strings.Contains(text, "null") || strings.Count(text, `"id":`) != 50 {
		t.Errorf("50 tasks have %d bytes: %s", len(text), text)
	}
}

// No text of a result tells a model what is not there.
func TestNoResultTellsOfNull(t *testing.T) {
	session := connect(t, "")
	for name, arguments := range map[string]string{
		"create_task": `{"title":"Read Surah Mulk"}`, "get_prayer_times": `{"city":"Lahore"}`, "list_masjids": `{}`, "get_user_info": `{}`,
		"get_random_hadith": `{}`, "search_tools": `{"q":"pray"}`, "complete_task": `{"task_id":99}`, "get_islamic_date": `{"city":"Lahore"}`,
	} {
		if text := textOf(t, session, name, arguments); regexp.MustCompile(`"[a-z_]+":null`).MatchString(text) {
			t.Errorf("%s answers %s", name, text)
		}
	}
}

// fiftyTasks returns the text of a page of tasks such as people have.
func fiftyTasks(t *testing.T, session *sdk.ClientSession) string {
	t.Helper()
	kinds := []string{
		`"title":"Read two pages of Quran","linked_prayer":"Fajr","recurrence":"daily"`,
		`"title":"Call my parents on Friday","due_datetime":"2030-01-04T18:30:00+05:00"`,
		`"title":"Give charity at the masjid","priority":"high","category":"charity"`,
		`"title":"Learn the last ten ayat of Surah Kahf","category":"learning","due_datetime":"2030-02-01T09:00:00+05:00"`,
		`"title":"Dhikr after Maghrib","linked_prayer":"Maghrib"`,
	}
	for i := range 50 {
		textOf(t, session, "create_task", "{"+kinds[i%len(kinds)]+"}")
	}
	return textOf(t, session, "list_tasks", `{"limit":50}`)
}

// shown is what hosts give a model of a list.
func shown(t *testing.T, session *sdk.ClientSession) string {
	t.Helper()
	var tools []map[string]any
	for _, tool := range toolsOf(t, session) {
		tools = append(tools, map[string]any{"name": tool.Name, "description": tool.Description, "parameters": tool.InputSchema})
	}
	return encode(t, tools)
}

func connect(t *testing.T, query string) *sdk.ClientSession {
	t.Helper()
	platform := harness.Start(t, harness.Options{})
	edge := edges.MCP{URL: platform.URL + "/mcp" + query, Client: platform.HTTP, Version: edges.Stateless}
	session, err := edge.Connect(t.Context(), 7, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	return session
}

func toolsOf(t *testing.T, session *sdk.ClientSession) []*sdk.Tool {
	t.Helper()
	listed, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return listed.Tools
}

func textOf(t *testing.T, session *sdk.ClientSession, name, arguments string) string {
	t.Helper()
	result, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatal(err)
	}
	text, ok := result.Content[0].(*sdk.TextContent)
	if !ok {
		t.Fatalf("%s answers a %T", name, result.Content[0])
	}
	return text.Text
}

// encode is JSON as the gateway writes it.
func encode(t *testing.T, value any) string {
	t.Helper()
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(text.String())
}

// count returns how many tokens texts have, by tokenizer and name; none without the tokenizers.
func count(t *testing.T, texts map[string]string) map[string]map[string]int {
	t.Helper()
	if _, err := os.Stat("suite/node_modules/gpt-tokenizer"); err != nil {
		if os.Getenv("TOKENS") != "" {
			t.Fatal("the tokenizers are not installed: npm ci in e2e/tokens/suite")
		}
		return nil
	}
	command := exec.CommandContext(t.Context(), "node", "suite/count.mjs")
	command.Stdin, command.Stderr = strings.NewReader(encode(t, texts)), t.Output()
	said, err := command.Output()
	if err != nil {
		t.Fatal(fmt.Errorf("count.mjs: %w", err))
	}
	var counted map[string]map[string]int
	if err := json.Unmarshal(said, &counted); err != nil {
		t.Fatal(err)
	}
	return counted
}
