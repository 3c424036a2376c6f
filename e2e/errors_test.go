package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/e2e/harness"
	"github.com/salaatflow/platform/gateway"
)

// TestErrorTable checks the contract's table of errors, row by row: which status of a service becomes which code of a
// ToolResult and which HTTP status, and that nothing internal leaks.
func TestErrorTable(t *testing.T) {
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) { c.CallTimeout = 300 * time.Millisecond }})
	platform.StartFaulty(t)
	platform.Eventually(t, "the faulty tool is listed", func() bool { return listed(t, platform, harness.FaultyTool) })
	for _, row := range []errorRow{
		{codes.InvalidArgument, "VALIDATION_ERROR", 400, false},
		{codes.FailedPrecondition, "INVALID_REQUEST", 400, false},
		{codes.OutOfRange, "INVALID_REQUEST", 400, false},
		{codes.Aborted, "INVALID_REQUEST", 409, false},
		{codes.AlreadyExists, "INVALID_REQUEST", 409, false},
		{codes.Unauthenticated, "AUTH_REQUIRED", 401, false},
		{codes.PermissionDenied, "FORBIDDEN", 403, false},
		{codes.NotFound, "NOT_FOUND", 404, false},
		{codes.ResourceExhausted, "RATE_LIMITED", 429, false},
		{codes.Unavailable, "NETWORK_ERROR", 503, true},
		{codes.DeadlineExceeded, "TIMEOUT", 504, true},
		{codes.Code(harness.Hang), "TIMEOUT", 504, true},
		{codes.Internal, "SERVER_ERROR", 500, true},
		{codes.Unknown, "SERVER_ERROR", 500, true},
		{codes.DataLoss, "SERVER_ERROR", 500, true},
		{codes.Unimplemented, "HTTP_ERROR", 501, false},
		{codes.Canceled, "HTTP_ERROR", 499, true},
	} {
		t.Run(row.status.String(), func(t *testing.T) { row.check(t, platform) })
	}
	t.Run("no such tool", func(t *testing.T) {
		got := send(t, platform, "POST", "/api/v1/tools/no_such_tool", `{}`)
		if got.status != http.StatusNotFound || got.field(t, "error") != "TOOL_NOT_FOUND" ||
			got.field(t, "available_tools.0") != harness.FaultyTool {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
	t.Run("a body too large", func(t *testing.T) {
		got := send(t, platform, "POST", "/api/v1/tools/"+harness.FaultyTool, strings.Repeat(" ", 1<<20+1))
		if got.status != http.StatusRequestEntityTooLarge || got.field(t, "error") != "HTTP_ERROR" {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
	t.Run("a value that breaks a rule which the service does not check", func(t *testing.T) {
		got := send(t, platform, "POST", "/api/v1/tools/"+harness.FaultyTool, `{"code":101}`)
		if got.status != http.StatusBadRequest || got.field(t, "error") != "VALIDATION_ERROR" || got.field(t, "violations.0.field") != "code" {
			t.Errorf("got %d %s", got.status, got.body)
		}
	})
	t.Run("the order of checks is name, identity, arguments", func(t *testing.T) {
		for _, c := range readJSON[[]struct{ Tool, Body, Error string }](t, "testdata/check-order.json") {
			if got := send(t, platform, "POST", "/api/v1/tools/"+c.Tool, c.Body); got.field(t, "error") != c.Error {
				t.Errorf("%s %s: want %s, got %s", c.Tool, c.Body, c.Error, got.body)
			}
		}
	})
}

// errorRow is a row of the contract's table of errors.
type errorRow struct {
	status   codes.Code
	code     string
	http     int
	isInside bool // the service's message is not for callers
}

// check has the faulty tool answer with the row's status, and checks the answers of REST and MCP.
func (row errorRow) check(t *testing.T, platform *harness.Platform) {
	arguments := fmt.Sprintf(`{"code":%d}`, row.status)
	got := send(t, platform, "POST", "/api/v1/tools/"+harness.FaultyTool, arguments)
	if got.status != row.http || got.field(t, "error") != row.code || got.field(t, "success") != any(false) || got.field(t, "data") != nil {
		t.Fatalf("want %d %s, got %d %s", row.http, row.code, got.status, got.body)
	}
	if message, _ := got.field(t, "error_message").(string); message == "" {
		t.Errorf("no message: %s", got.body)
	}
	if row.isInside && strings.Contains(got.body, harness.Secret) {
		t.Errorf("the inside got out: %s", got.body)
	}
	passes := row.http == http.StatusTooManyRequests || row.http == http.StatusServiceUnavailable
	if retry := got.header.Get("Retry-After"); passes != (retry != "") {
		t.Errorf("Retry-After is %q", retry)
	}
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		edge := edges.MCP{URL: platform.URL + "/mcp", Client: platform.HTTP, Version: version}
		result, err := edge.Call(t.Context(), 0, harness.FaultyTool, json.RawMessage(arguments))
		if err != nil || result.Error != row.code {
			t.Errorf("MCP %s: %+v, %v", version, result, err)
		}
	}
}

func TestTooManyCallsAreRefused(t *testing.T) {
	platform := harness.Start(t, harness.Options{Gateway: func(c *gateway.Config) { c.MaxInFlight = 1 }})
	faulty := platform.StartFaulty(t)
	platform.Eventually(t, "the faulty tool is listed", func() bool { return listed(t, platform, harness.FaultyTool) })
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	first := make(chan error, 1)
	go func() {
		result, err := edges.ToolCall{URL: platform.URL, Client: platform.HTTP}.Call(ctx, 0, harness.FaultyTool,
			json.RawMessage(fmt.Sprintf(`{"code":%d}`, harness.Hang)))
		if err == nil && !result.Success {
			err = fmt.Errorf("%s: %s", result.Error, result.ErrorMessage)
		}
		first <- err
	}()
	harness.WaitFor(t, "the first call to hang", faulty.Hanging)
	for _, got := range []answer{
		send(t, platform, "POST", "/api/v1/tools/"+harness.FaultyTool, `{}`),
		send(t, platform, "GET", "/api/v1/tasks", "", as(1)),
	} {
		if got.status != http.StatusTooManyRequests || got.field(t, "error") != "RATE_LIMITED" || got.header.Get("Retry-After") == "" {
			t.Errorf("the second call: %+v", got)
		}
	}
	faulty.Release()
	if err := <-first; err != nil {
		t.Errorf("the first call: %v", err)
	}
	if got := send(t, platform, "POST", "/api/v1/tools/"+harness.FaultyTool, `{}`); got.status != http.StatusOK {
		t.Errorf("after it: %+v", got)
	}
}
