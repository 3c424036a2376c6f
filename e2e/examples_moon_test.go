package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"image/png"
	"net/http"
	"strings"
	"sync"
	"syscall"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
)

// The service of examples/moon-node answers a picture, says how far it is, and asks, to MCP clients of both eras and by tool call.
func TestTheExampleThatDrawsAndAsks(t *testing.T) {
	t.Parallel()
	platform := harness.Start(t, harness.Options{})
	service := startNode(t, "moon-node", platform.Registry().String())
	service.Line(t, "joined")
	platform.Eventually(t, "its tools are listed", func() bool { return listed(t, platform, "draw_moon") })
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		t.Run("MCP "+version, func(t *testing.T) { asksAClient(t, platform, version) })
	}
	t.Run("tool call", func(t *testing.T) { asksACaller(t, platform) })
	t.Run("a day that is none", func(t *testing.T) {
		got := send(t, platform, http.MethodPost, "/api/v1/tools/draw_moons", `{"date":"2026-02-30","days":3}`)
		if got.status != http.StatusBadRequest || got.field(t, "error_message") != "date: 2026-02-30 is no day" {
			t.Errorf("%+v", got)
		}
	})
	service.End(t, syscall.SIGTERM)
	if err := service.Exited(t); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func asksAClient(t *testing.T, platform *harness.Platform, version string) {
	var mu sync.Mutex
	var said []*sdk.ProgressNotificationParams
	var asked []string
	session, err := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}.Connect(
		t.Context(), nextUser.Add(1), &sdk.ClientOptions{
			ProgressNotificationHandler: func(_ context.Context, request *sdk.ProgressNotificationClientRequest) {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, request.Params)
			},
			ElicitationHandler: func(_ context.Context, request *sdk.ElicitRequest) (*sdk.ElicitResult, error) {
				mu.Lock()
				defer mu.Unlock()
				asked = append(asked, request.Params.Message)
				return &sdk.ElicitResult{Action: "accept", Content: map[string]any{"seen": true, "place": "Lahore"}}, nil
			},
		})
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()

	drawn, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "draw_moon", Arguments: map[string]any{"date": "2026-02-24"}})
	if err != nil || drawn.IsError {
		t.Fatalf("%+v, %v", drawn, err)
	}
	isPicture(t, drawn, 64, 64)
	if data := dataOf(t, drawn); !strings.Contains(data, `"lit_percent":50`) || !strings.Contains(data, `"date":"2026-02-24"`) {
		t.Errorf("the moon a week after it was new: %s", data)
	}

	params := &sdk.CallToolParams{Name: "draw_moons", Arguments: map[string]any{"date": "2026-02-18", "days": 30}}
	params.SetProgressToken("moons")
	drawn, err = session.CallTool(t.Context(), params)
	if err != nil || drawn.IsError {
		t.Fatalf("%+v, %v", drawn, err)
	}
	isPicture(t, drawn, 6*64, 5*64)
	eventually(t, "the last day's progress", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(said) > 0 && said[len(said)-1].Progress == 30
	})
	mu.Lock()
	if last := said[len(said)-1]; last.Total != 30 || last.ProgressToken != "moons" || last.Message != "drew the moon of 2026-03-19" {
		t.Errorf("it said that it drew the last one: %+v", last)
	}
	mu.Unlock()

	reported, err := session.CallTool(t.Context(), &sdk.CallToolParams{
		Name: "report_sighting", Arguments: map[string]any{"date": "2026-02-18"},
	})
	if err != nil || reported.IsError {
		t.Fatalf("%+v, %v", reported, err)
	}
	if data := dataOf(t, reported); data != `{"sightings":[{"date":"2026-02-18","place":"Lahore","seen":true}]}` {
		t.Errorf("reported: %s", data)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 1 || asked[0] != "Did you see the new moon?" {
		t.Errorf("it asked %q", asked)
	}
}

// asksACaller answers by tool call what is asked, and once does not wish to.
func asksACaller(t *testing.T, platform *harness.Platform) {
	user, round := as(nextUser.Add(1)), "Content-Type: application/vnd.salaatflow.round+json"
	for _, c := range []struct{ response, want string }{
		{`{"action":"decline"}`, `[]`},
		{`{"action":"accept","content":{"seen":false}}`, `[{"date":"2026-02-18","seen":false,"place":""}]`},
	} {
		first := send(t, platform, http.MethodPost, "/api/v1/tools/report_sighting", `{"arguments":{"date":"2026-02-18"}}`, user, round)
		if first.status != http.StatusConflict || first.field(t, "error") != "INPUT_REQUIRED" {
			t.Fatalf("%+v", first)
		}
		state, _ := first.field(t, "input_required.state").(string)
		second := send(t, platform, http.MethodPost, "/api/v1/tools/report_sighting",
			`{"arguments":{"date":"2026-02-18"},"responses":{"sighting":`+c.response+`},"state":"`+state+`"}`, user, round)
		if second.status != http.StatusOK || !strings.Contains(second.body, `"data":{"sightings":`+c.want+`}`) {
			t.Errorf("%s: %+v", c.response, second)
		}
	}
	events := send(t, platform, http.MethodPost, "/api/v1/tools/draw_moons", `{"date":"2026-02-18","days":3}`, "Accept: text/event-stream")
	if !strings.Contains(events.body, "event: progress\n") || !strings.Contains(events.body, "event: result\n") {
		t.Errorf("%+v", events)
	}
}

// isPicture fails unless the result shows one PNG of that size.
func isPicture(t *testing.T, result *sdk.CallToolResult, width, height int) {
	t.Helper()
	var pictures []*sdk.ImageContent
	for _, content := range result.Content {
		if picture, ok := content.(*sdk.ImageContent); ok {
			pictures = append(pictures, picture)
		}
	}
	if len(pictures) != 1 || pictures[0].MIMEType != "image/png" {
		t.Fatalf("pictures: %+v", result.Content)
	}
	drawn, err := png.Decode(bytes.NewReader(pictures[0].Data))
	if err != nil || drawn.Bounds().Dx() != width || drawn.Bounds().Dy() != height {
		t.Errorf("the picture: %v, %v", drawn, err)
	}
}

// dataOf returns the data of a ToolResult, the names in order.
func dataOf(t *testing.T, result *sdk.CallToolResult) string {
	t.Helper()
	text, err := json.Marshal(result.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	var whole struct{ Data any }
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(whole.Data)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
