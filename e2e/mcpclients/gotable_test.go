package mcpclients

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
)

const goSDK = "github.com/modelcontextprotocol/go-sdk"

// goClient is the official client in Go, in a version of the protocol, which is tried as suite/table/abilities.mjs tries the others.
type goClient struct {
	version string
	service *heard
	session *sdk.ClientSession
	told    chan float64  // the last that was told of how far a tool is
	changed chan struct{} // whether a list has changed
}

// tryInGo tries the official client in Go in every version of the protocol.
func tryInGo(t *testing.T, killed *gateway, service *heard) table {
	t.Helper()
	clients := make([]*goClient, 0, 5)
	found := make(table, 0, 5)
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", edges.Sessions, edges.Stateless} {
		client := &goClient{version: version, service: service, told: make(chan float64, 1), changed: make(chan struct{}, 1)}
		client.open(t, killed)
		clients = append(clients, client)
		found = append(found, row{Client: "Go SDK", Version: version, Package: goSDK, Can: map[string]string{}})
	}
	for _, ability := range abilities {
		prepare(ability, killed, clients)
		var trying sync.WaitGroup
		for i, client := range clients {
			trying.Go(func() { found[i].Can[ability] = client.outcome(t, ability) })
		}
		if ability == "changes" {
			change(t, killed)
		}
		trying.Wait()
	}
	return found
}

// prepare does what an ability is tried after.
func prepare(ability string, killed *gateway, clients []*goClient) {
	switch ability {
	case "changes":
		for _, client := range clients {
			select {
			case <-client.changed: // before
			default:
			}
		}
	case "restart":
		killed.restart()
	}
}

// change has the list of tools change.
func change(t *testing.T, killed *gateway) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, killed.url()+"/api/v1/tools/test_trigger_tool_change",
		strings.NewReader(`{}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := killed.platform.HTTP.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close() // only the status matters
	if answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status)
	}
}

// open connects to the gateway, as a client that hears of changes, is told how far a tool is, and can be asked.
func (c *goClient) open(t *testing.T, killed *gateway) {
	t.Helper()
	endpoint := edges.MCP{URL: killed.url() + "/mcp", Client: killed.platform.HTTP, Version: c.version}
	session, err := endpoint.Connect(t.Context(), 7, &sdk.ClientOptions{
		ElicitationHandler: func(context.Context, *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
			return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"username": "amina", "email": "amina@example.org"}}, nil
		},
		ProgressNotificationHandler: func(_ context.Context, told *sdk.ProgressNotificationClientRequest) {
			keep(c.told, told.Params.Progress)
		},
		ToolListChangedHandler: func(context.Context, *sdk.ToolListChangedRequest) { keep(c.changed, struct{}{}) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() }) // its gateway was killed
	c.session = session
}

// keep puts a value into a channel that has room for one.
func keep[T any](in chan T, value T) {
	select {
	case in <- value:
	default:
	}
}

// outcome tries an ability, and returns what the table says of it.
func (c *goClient) outcome(t *testing.T, ability string) string {
	t.Helper()
	trying := map[string]func(context.Context) error{
		"list": c.lists, "call": c.calls, "read": c.reads, "prompt": c.prompts, "complete": c.completes, "elicit": c.isAsked,
		"progress": c.isTold, "cancel": c.cancels, "changes": c.hears, "restart": c.calls,
	}
	ctx, cancel := context.WithTimeout(t.Context(), 3*soon)
	defer cancel()
	const lost = "session not found"
	switch err := trying[ability](ctx); {
	case err == nil:
		return yes
	case strings.Contains(err.Error(), lost):
		return lost
	default:
		return err.Error()
	}
}

func (c *goClient) lists(ctx context.Context) error {
	listed, err := c.session.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(listed.Tools, func(tool *sdk.Tool) bool { return tool.Name == "test_simple_text" }) {
		return fmt.Errorf("only %d tools are listed", len(listed.Tools))
	}
	return nil
}

// answers calls a tool, and fails unless its answer holds a text.
func (c *goClient) answers(ctx context.Context, tool string, arguments map[string]any, want string) error {
	answer, err := c.session.CallTool(ctx, &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return err
	}
	return holds(want, answer.Content...)
}

func holds(want string, content ...sdk.Content) error {
	var said strings.Builder
	for _, block := range content {
		if text, ok := block.(*sdk.TextContent); ok {
			said.WriteString(text.Text)
		}
	}
	if !strings.Contains(said.String(), want) {
		return fmt.Errorf("it says %q", said.String())
	}
	return nil
}

func (c *goClient) calls(ctx context.Context) error {
	return c.answers(ctx, "test_simple_text", map[string]any{}, "This is a simple text response for testing.")
}

func (c *goClient) reads(ctx context.Context) error {
	answer, err := c.session.ReadResource(ctx, &sdk.ReadResourceParams{URI: "test://static-text"})
	if err != nil {
		return err
	}
	return holds("This is the content of the static text resource.", &sdk.TextContent{Text: answer.Contents[0].Text})
}

func (c *goClient) prompts(ctx context.Context) error {
	answer, err := c.session.GetPrompt(ctx, &sdk.GetPromptParams{
		Name: "test_prompt_with_arguments", Arguments: map[string]string{"arg1": "one", "arg2": "two"},
	})
	if err != nil {
		return err
	}
	return holds("arg1='one', arg2='two'", answer.Messages[0].Content)
}

func (c *goClient) completes(ctx context.Context) error {
	answer, err := c.session.Complete(ctx, &sdk.CompleteParams{
		Ref:      &sdk.CompleteReference{Type: "ref/prompt", Name: "test_prompt_with_arguments"},
		Argument: sdk.CompleteParamsArgument{Name: "arg1", Value: "par"},
	})
	if err != nil {
		return err
	}
	return holds("paris park party", &sdk.TextContent{Text: strings.Join(answer.Completion.Values, " ")})
}

func (c *goClient) isAsked(ctx context.Context) error {
	return c.answers(ctx, "test_elicitation", map[string]any{"message": "Who is it?"}, "amina")
}

func (c *goClient) isTold(ctx context.Context) error {
	call := &sdk.CallToolParams{Name: "slow_compute", Arguments: map[string]any{"label": "told Go " + c.version, "seconds": 2}}
	call.SetProgressToken("told")
	if _, err := c.session.CallTool(ctx, call); err != nil {
		return err
	}
	if len(c.told) == 0 {
		return errors.New("nothing is told")
	}
	return nil
}

func (c *goClient) cancels(ctx context.Context) error {
	label := "Go " + c.version
	calling, cancel := context.WithCancel(ctx)
	var call sync.WaitGroup
	defer call.Wait()
	defer cancel()
	call.Go(func() {
		_ = c.answers(calling, "slow_compute", map[string]any{"label": label, "seconds": 240}, "") // it is cancelled
	})
	if !c.service.says(ctx, "computing: "+label) {
		return errors.New("the call does not reach the service")
	}
	cancel()
	if !c.service.says(ctx, "cancelled: "+label) {
		return errors.New("the service is not told, and works on")
	}
	return nil
}

func (c *goClient) hears(ctx context.Context) error {
	select {
	case <-c.changed:
		return nil
	case <-ctx.Done():
		return errors.New("nothing comes")
	}
}
