package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"

	"github.com/salaatflow/platform/proto/toolnames"
)

// edgeKinds are the calls that come in at the gateway, as an anonymous caller makes them.
func edgeKinds(gateway string) []kind {
	ingress := newIngress()
	kept := &http.Client{Transport: &http.Transport{DialContext: ingress.connect, MaxIdleConnsPerHost: 16}}
	fresh := &http.Client{Transport: &http.Transport{DialContext: ingress.connect, DisableKeepAlives: true}}
	// As an HTTP client does with reads: a connection that was kept is tried again on another one for as long as the kept ones
	// turn out to be dead, and one that was new is tried once more.
	read := func(client *http.Client, method, path, body string) func(context.Context) error {
		once := func(ctx context.Context) error { return exchange(ctx, client, true, method, gateway+path, body) }
		return func(ctx context.Context) error {
			err := once(ctx)
			if errors.Is(err, errConnection) && ctx.Err() == nil {
				err = once(ctx)
			}
			return err
		}
	}
	get := func(client *http.Client, path string) func(context.Context) error {
		return read(client, http.MethodGet, path, "")
	}
	post := func(path, body string) func(context.Context) error { return read(kept, http.MethodPost, path, body) }
	chat := func(ctx context.Context) error {
		return exchange(ctx, kept, false, http.MethodPost, gateway+"/api/v1/chat", `{"message":"what are the prayer times in Lahore?"}`)
	}
	const prayerTimes = "/api/v1/prayer-times?latitude=24.86&longitude=67.01"
	return []kind{
		{name: "REST, masjids", read: true, needsDatabase: true, call: get(kept, "/api/v1/masjids?limit=2")},
		{name: "REST, hadith, a connection for each call", read: true, needsDatabase: true, call: get(fresh, "/api/v1/hadith/daily")},
		{name: "REST, prayer times of a place", read: true, needsDatabase: false, call: get(kept, prayerTimes)},
		{name: "tool call, skill", read: true, needsDatabase: true, call: post("/api/v1/tools/"+toolnames.Skill, `{"command":"plan-my-day"}`)},
		{name: "MCP, hadith", read: true, needsDatabase: true, call: post("/mcp", mcpCall(toolnames.GetDailyHadith))},
		{name: "chat", read: false, needsDatabase: true, call: chat},
	}
}

// mcpCall is a tool call in the era of MCP that has no sessions.
func mcpCall(tool string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":%q,"arguments":{},"_meta":{`+
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientInfo":{"name":"load","version":"1"},`+
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`, tool)
}

// errConnection is that of a call to which no answer came.
var errConnection = errors.New("the connection was lost")

// exchange makes one call. A client may repeat a read that is a POST only if it is told that it may.
func exchange(ctx context.Context, client *http.Client, read bool, method, url, body string) error {
	request, err := http.NewRequestWithContext(ctx, method, url, strings.NewReader(body))
	if err != nil {
		return err
	}
	if read {
		request.Header["Idempotency-Key"] = nil // net/http: it may be repeated, and the header is not sent
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept", "application/json, text/event-stream")
	if strings.HasSuffix(url, "/mcp") {
		request.Header.Set("MCP-Protocol-Version", "2026-07-28")
		request.Header.Set("Mcp-Method", "tools/call")
		request.Header.Set("Mcp-Name", toolnames.GetDailyHadith)
	}
	response, err := client.Do(request)
	if err != nil {
		return fmt.Errorf("%w: %s", errConnection, withoutAddresses(err.Error()))
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("%w: %s", errConnection, withoutAddresses(err.Error()))
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("HTTP %d: %.400s", response.StatusCode, answer)
	}
	if bytes.Contains(answer, []byte(`"success":false`)) || bytes.Contains(answer, []byte(`"isError":true`)) {
		return fmt.Errorf("%.200s", answer)
	}
	return nil
}

var port = regexp.MustCompile(`:\d{4,5}\b`)

// withoutAddresses makes errors of different connections alike, so that they are counted together.
func withoutAddresses(text string) string { return port.ReplaceAllString(text, "") }
