//go:build attack

package attack

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// batch returns a JSON-RPC batch of n identical calls.
func batch(n int, call string) string {
	var text strings.Builder
	for i := range n {
		fmt.Fprintf(&text, `,{"jsonrpc":"2.0","id":%d,%s}`, i+1, call)
	}
	return "[" + text.String()[1:] + "]"
}

func TestAnMCPBatchIsBounded(t *testing.T) {
	p := startTarget(t)
	for _, version := range []string{"", "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"} {
		t.Run("version "+version, func(t *testing.T) {
			headers := []string{"Accept", "application/json, text/event-stream"}
			session := ""
			if version != "2026-07-28" && version != "" {
				opened := p.send(t, "POST", "/mcp", initialize(version), headers...)
				session = opened.header.Get("Mcp-Session-Id")
				p.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, append(headers, "Mcp-Session-Id", session)...)
			}
			if version != "" {
				headers = append(headers, "Mcp-Protocol-Version", version)
			}
			if session != "" {
				headers = append(headers, "Mcp-Session-Id", session)
			}
			_, before := p.memory(t)
			got := p.send(t, "POST", "/mcp", batch(10_000, `"method":"tools/list"`), headers...)
			_, after := p.memory(t)
			if len(got.body) > 1<<20 {
				t.Errorf("a batch of 10,000 is answered with %d MiB", len(got.body)>>20)
			}
			if after > before+200 {
				t.Errorf("a batch of 10,000 took %d MiB of memory", after-before)
			}
			if got.status < 400 && !strings.Contains(string(got.body), `"error"`) {
				t.Errorf("a batch of 10,000 is accepted: %d %.200s", got.status, got.body)
			}
		})
	}
}

// latencies requests a path n times, one after the other, and returns how long each took, sorted.
func (p *target) latencies(t testing.TB, n int, path string) []time.Duration {
	t.Helper()
	took := make([]time.Duration, n)
	for i := range took {
		began := time.Now()
		if got := p.send(t, "GET", path, ""); got.status != http.StatusOK {
			t.Fatalf("%s: %d %s", path, got.status, got.body)
		}
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	return took
}

// flood requests a path with many clients at once until stopped. stop returns the number of answers.
func (p *target) flood(t testing.TB, clients int, path string) (stop func() int64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	var answers atomic.Int64
	var running sync.WaitGroup
	for range clients {
		running.Go(func() {
			for ctx.Err() == nil {
				if _, err := p.try(ctx, "99", "GET", path, ""); err == nil {
					answers.Add(1)
				}
			}
		})
	}
	return func() int64 {
		cancel()
		running.Wait()
		return answers.Load()
	}
}

func TestAFloodOfOneDocumentLeavesTheOthersAlone(t *testing.T) {
	p := startTarget(t)
	const path = prayerTimes
	alone := p.latencies(t, 200, path)
	stop := p.flood(t, 20, "/openapi.json")
	flooded := p.latencies(t, 200, path)
	eventually(t, 25*time.Second, "15 seconds of flood are over", func() func() bool {
		began := time.Now()
		return func() bool { return time.Since(began) > 15*time.Second } // longer than a lease lives
	}())
	answers := stop()
	t.Logf("p50 %v alone, %v beside %d answers of /openapi.json", alone[100], flooded[100], answers)
	if flooded[100] > 50*time.Millisecond && flooded[100] > 20*alone[100] {
		t.Errorf("20 clients of /openapi.json raise the median of others from %v to %v", alone[100], flooded[100])
	}
	if got := p.send(t, "GET", "/api/v1/tasks", ""); got.status != http.StatusOK {
		t.Errorf("after the flood the leases are gone: %d %s", got.status, got.body)
	}
	etag := p.send(t, "GET", "/openapi.json", "").header.Get("ETag")
	if got := p.send(t, "GET", "/openapi.json", "", "If-None-Match", etag); etag == "" || got.status != http.StatusNotModified {
		t.Errorf("the document has the ETag %q and is answered again with %d", etag, got.status)
	}
}

func TestSlowReadersAreGoneAfterThirtySeconds(t *testing.T) {
	p := startTarget(t)
	p.send(t, "GET", "/api/v1/tools", "")
	before, _ := p.memory(t)
	const readers = 1000
	closed := make(chan struct{}, readers)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Second)
	defer cancel()
	for range readers {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", p.host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() }) // the platform closed it before
		_ = conn.(*net.TCPConn).SetReadBuffer(4096)
		if err := askForMuch(conn, p.host); err != nil {
			t.Fatal(err)
		}
		go func() {
			defer func() { closed <- struct{}{} }()
			<-ctx.Done() // the reader reads nothing at all
		}()
	}
	eventually(t, 45*time.Second, "the connections of slow readers are closed", func() bool { return p.connections(t) < 50 })
	var after int
	eventually(t, time.Minute, "memory has fallen back", func() bool {
		p.latencies(t, 50, "/api/v1/tools") // garbage of an idle process is not collected for two minutes
		after, _ = p.memory(t)
		return after < before*13/10+40
	})
	_, most := p.memory(t)
	t.Logf("memory: %d MiB before, %d at most, %d after", before, most, after)
	cancel()
	for range readers {
		<-closed
	}
	p.latencies(t, 10, "/api/v1/tasks")
}

// askForMuch sends pipelined requests for a large document and reads none of the answers.
func askForMuch(conn net.Conn, host string) error {
	w := bufio.NewWriter(conn)
	for range 40 {
		if _, err := fmt.Fprintf(w, "GET /api/v1/tools HTTP/1.1\r\nHost: %s\r\n\r\n", host); err != nil {
			return err
		}
	}
	return w.Flush()
}

func TestMCPSessionsOfOneCallerDoNotEndAnothers(t *testing.T) {
	p := startTarget(t)
	open := func(user string) string {
		opened, err := p.try(t.Context(), user, "POST", "/mcp", initialize("2025-06-18"), "Accept", "application/json, text/event-stream")
		if err != nil {
			t.Fatal(err)
		}
		return opened.header.Get("Mcp-Session-Id")
	}
	victim := open("1")
	before, _ := p.memory(t)
	for range 3000 {
		open("2")
	}
	after, _ := p.memory(t)
	if after > before+150 {
		t.Errorf("3,000 sessions of one caller took %d MiB", after-before)
	}
	got := p.send(t, "POST", "/mcp", `{"jsonrpc":"2.0","id":2,"method":"tools/list"}`, "Mcp-Session-Id", victim,
		"Mcp-Protocol-Version", "2025-06-18", "Accept", "application/json, text/event-stream")
	if got.status != http.StatusOK {
		t.Errorf("sessions of user 2 ended the one of user 1: %d %.200s", got.status, got.body)
	}
}
