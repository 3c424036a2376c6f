//go:build attack

package attack

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// largestAnswer is how much of an answer is read, in bytes.
const largestAnswer = 64 << 20

// target is the platform under attack, run by `salaatflow up`.
type target struct {
	*harness.Process
	URL, ops, registry string
	credential         string // the file with that of the platform
	host               string // of URL, without the scheme
	http               *http.Client
}

// startTarget starts the platform on new data and stops it at the end of the test.
func startTarget(t testing.TB, arguments ...string) *target {
	t.Helper()
	program := harness.Build(t, filepath.Join("..", "..", "salaatflow"), true)
	// Idle connections are given up before the platform closes them: a POST may not be sent again where the two cross.
	transport, data := &http.Transport{MaxIdleConnsPerHost: 64, IdleConnTimeout: 10 * time.Second}, t.TempDir()
	t.Cleanup(transport.CloseIdleConnections)
	p := &target{
		Process: harness.Run(t, program, append([]string{
			"up", "--http", "127.0.0.1:0", "--registry-listen", "127.0.0.1:0", "--data", data,
		}, arguments...)...),
		http:       &http.Client{Transport: transport, Timeout: 30 * time.Second},
		credential: filepath.Join(data, "credential"),
	}
	ready := strings.Fields(p.Line(t, "is ready at"))
	p.URL = ready[4]
	p.host = strings.TrimPrefix(p.URL, "http://")
	p.ops, _, _ = strings.Cut(strings.Fields(p.Line(t, "/readyz"))[1], "/readyz")
	p.registry = strings.Fields(p.Line(t, "is the registry"))[1]
	t.Cleanup(func() {
		p.End(t, syscall.SIGTERM)
		if err := p.Exited(t); err != nil {
			t.Errorf("the platform ended with %v", err)
		}
	})
	return p
}

// initialize returns the request that opens an MCP session in a version of the protocol.
func initialize(version string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":`+
		`{"protocolVersion":%q,"capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`, version)
}

// answer is the answer to a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// field returns a top-level value of a JSON object, or nil.
func (a answer) field(name string) any {
	var object map[string]any
	if json.Unmarshal(a.body, &object) != nil {
		return nil
	}
	return object[name]
}

// send sends a request as user 1, with further headers in pairs.
func (p *target) send(t testing.TB, method, path, body string, headers ...string) answer {
	t.Helper()
	got, err := p.try(t.Context(), "1", method, path, body, headers...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// try sends a request as a user, with further headers in pairs.
func (p *target) try(ctx context.Context, user, method, path, body string, headers ...string) (answer, error) {
	request, err := http.NewRequestWithContext(ctx, method, p.URL+path, strings.NewReader(body))
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("X-User-ID", user)
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Add(headers[i], headers[i+1])
	}
	response, err := p.http.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, largestAnswer))
	return answer{response.StatusCode, response.Header, content}, err
}

// memory returns the process's resident memory now and at its peak, in MiB.
func (p *target) memory(t testing.TB) (now, most int) {
	t.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.Process.Process.Pid))
	if err != nil {
		t.Fatal(err)
	}
	return kibibytes(t, status, "VmRSS:") >> 10, kibibytes(t, status, "VmHWM:") >> 10
}

func kibibytes(t testing.TB, status []byte, key string) int {
	t.Helper()
	_, rest, _ := bytes.Cut(status, []byte(key))
	n, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// eventually asks every 20 ms until the answer is yes, and fails the test if the time is over.
func eventually(t testing.TB, within time.Duration, what string, yes func() bool) {
	t.Helper()
	deadline := time.NewTimer(within)
	defer deadline.Stop()
	again := time.NewTicker(20 * time.Millisecond)
	defer again.Stop()
	for !yes() {
		select {
		case <-again.C:
		case <-deadline.C:
			t.Fatalf("waited %v in vain until %s", within, what)
		}
	}
}

// pause waits, for loads that are bounded by time.
func pause(ctx context.Context, length time.Duration) {
	timer := time.NewTimer(length)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}
