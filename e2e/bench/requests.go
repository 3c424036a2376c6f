package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"github.com/salaatflow/platform/proto/toolnames"

	"github.com/salaatflow/platform/e2e/bench/clients"
	"github.com/salaatflow/platform/services/identity"
)

const toolPath = "/api/v1/tools/" + toolnames.ListTasks

// An era is a version of MCP; before the last there were sessions.
type era struct {
	version  string
	sessions bool
}

var (
	modern = era{version: "2026-07-28"}
	legacy = era{version: "2025-11-25", sessions: true}
)

// mcpCall is a request of MCP: a method and its parameters as members of an object.
type mcpCall struct{ method, tool, arguments string }

var listTools = mcpCall{method: "tools/list"}

func callTool(tool, arguments string) mcpCall { return mcpCall{"tools/call", tool, arguments} }

// params returns the parameters, without the braces.
func (c mcpCall) params() string {
	if c.tool == "" {
		return ""
	}
	return `"name":"` + c.tool + `","arguments":` + c.arguments
}

// httpRequest returns a request by a user.
func httpRequest(to endpoint, method, path, body string, by identity.Caller) clients.Request {
	r := clients.Request{
		Address: to.address, Method: method, Path: path, Body: body,
		Header: [][2]string{{"X-User-Id", strconv.Itoa(int(by.UserID))}},
	}
	if body != "" {
		r.Header = append(r.Header, [2]string{"Content-Type", "application/json"})
	}
	return r
}

// mcpRequest returns a request of MCP by a user; one with sessions needs the session's header besides.
func mcpRequest(to endpoint, path string, e era, c mcpCall, by identity.Caller) clients.Request {
	params := c.params()
	extra := [][2]string{{"Accept", "application/json, text/event-stream"}, {"Mcp-Protocol-Version", e.version}}
	if !e.sessions {
		extra = append(extra, [2]string{"Mcp-Method", c.method})
		if c.tool != "" {
			extra = append(extra, [2]string{"Mcp-Name", c.tool})
			params += ","
		}
		params += `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + e.version + `",` +
			`"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/clientInfo":{"name":"bench","version":"1"}}`
	}
	body := `{"jsonrpc":"2.0","id":` + clients.Number + `,"method":"` + c.method + `","params":{` + params + `}}`
	r := httpRequest(to, http.MethodPost, path, body, by)
	r.Header = append(r.Header, extra...)
	return r
}

// mcp returns a lane of a request of MCP, in a session if the era has them.
func (t *testbed) mcp(ctx context.Context, name string, to endpoint, path string, e era, c mcpCall, listed int) (lane, error) {
	r := mcpRequest(to, path, e, c, caller)
	if e.sessions {
		session, err := t.openSession(ctx, r)
		if err != nil {
			return lane{}, fmt.Errorf("%s: %w", name, err)
		}
		r.Header = append(r.Header, [2]string{"Mcp-Session-Id", session})
	}
	r.Holds, r.Lacks = `"structuredContent":{`, `"isError":true`
	if c.tool == "" {
		r.Holds = `"tools":[`
	}
	return t.lane(ctx, name, to, r, listed)
}

// openSession opens a session with the server of a request, which has its programs end it.
func (t *testbed) openSession(ctx context.Context, r clients.Request) (string, error) {
	r.Body = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + legacy.version + `",` +
		`"capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}`
	header, answer, err := t.exchange(ctx, r)
	if err != nil {
		return "", err
	}
	session := header.Get("Mcp-Session-Id")
	if session == "" {
		return "", fmt.Errorf("no session is opened: %.300s", answer)
	}
	r.Body = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	r.Header = append(r.Header, [2]string{"Mcp-Session-Id", session})
	_, _, err = t.exchange(ctx, r)
	return session, err
}

// lane makes the request once, checks that so many tasks are listed, and expects answers of that length from now on.
func (t *testbed) lane(ctx context.Context, name string, to endpoint, r clients.Request, listed int) (lane, error) {
	answer, err := t.answer(ctx, r)
	if err != nil {
		return lane{}, fmt.Errorf("%s: %w", name, err)
	}
	if got := tasksIn(answer); got != listed {
		return lane{}, fmt.Errorf("%s: %d tasks are listed, not %d: %.500s", name, got, listed, answer)
	}
	r.Length = len(answer)
	return lane{name: name, program: to.child, request: r}, nil
}

// tasksIn returns how many tasks an answer lists: of a REST path, a tool call, or MCP with a result like either of them.
func tasksIn(answer []byte) int {
	var bare []json.RawMessage
	if json.Unmarshal(answer, &bare) == nil {
		return len(bare)
	}
	type result struct {
		Tasks []json.RawMessage
		Data  struct{ Tasks []json.RawMessage }
	}
	var found struct {
		result
		Result struct{ StructuredContent result }
	}
	if json.NewDecoder(bytes.NewReader(answer)).Decode(&found) != nil {
		return -1
	}
	in := found.Result.StructuredContent
	return len(found.Tasks) + len(found.Data.Tasks) + len(in.Tasks) + len(in.Data.Tasks)
}

// toolTasks returns the tasks that a tool call lists.
func toolTasks(answer []byte) []json.RawMessage {
	var result struct {
		Data struct{ Tasks []json.RawMessage }
	}
	if json.Unmarshal(answer, &result) != nil {
		return nil
	}
	return result.Data.Tasks
}
