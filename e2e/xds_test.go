//go:build rolling

package e2e

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/harness"
)

// Clients that are not ours, of gRPC's own xDS, call the instances of a service by its name. When an instance is killed, no
// call that begins a second later fails; a new instance gets its share of the calls.
func TestRollingXDSClientsFollowTheInstances(t *testing.T) {
	credential := credentialFile(t)
	registry := &replica{name: "registry-svc", address: freeAddress(t), ops: freeAddress(t)}
	registry.arguments = []string{"--listen-address", registry.address, "--lease-ttl", "3s", "--credential-file", credential}
	registry.start(t)
	database := "sqlite:" + filepath.Join(t.TempDir(), "tasks.db")
	instance := func() *replica {
		r := &replica{name: "tasks-svc", address: freeAddress(t), ops: freeAddress(t)}
		r.arguments = []string{
			"--listen-address", r.address, "--registry", registry.address, "--database-url", database, "--credential-file", credential,
		}
		r.start(t)
		eventually(t, "the instance is ready", r.isReady)
		return r
	}
	first, second := instance(), instance()
	for name, command := range map[string]func(*testing.T) *exec.Cmd{"grpc-go": goClient} {
		t.Run(name, func(t *testing.T) {
			c := startXDSClient(t, command(t), xdsBootstrap(t, registry.address, credential))
			c.awaitShares(t, first.address, second.address)

			killed := time.Now()
			second.kill(t)
			c.awaitShares(t, first.address)
			eventually(t, "calls are made for longer than a lease", func() bool { return c.last().after(killed) > 4*time.Second })
			for _, call := range c.failures() {
				if late := call.after(killed); late < 0 || late > time.Second {
					t.Errorf("a call that began %v after the kill failed: %s", late, call.Error)
				}
			}
			calls, failures := len(c.since(killed)), len(c.failures())

			started := time.Now()
			second = instance()
			c.awaitShares(t, first.address, second.address)
			t.Logf("%d calls after the kill, %d failed; the new instance had its share %v after its start",
				calls, failures, c.last().after(started))
			if now := len(c.failures()); now > failures {
				t.Errorf("%d calls failed when an instance was added: %s", now-failures, c.failures()[failures].Error)
			}
		})
	}
}

func goClient(t *testing.T) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(context.WithoutCancel(t.Context()), harness.Build(t, "xdsclient", true))
}

// xdsCall is a call that a client made.
type xdsCall struct {
	Began int64  `json:"began"` // milliseconds since 1970
	Peer  string `json:"peer"`
	Error string `json:"error"`
}

// after returns how long after a time the call began.
func (c xdsCall) after(t time.Time) time.Duration { return time.UnixMilli(c.Began).Sub(t) }

// xdsClient is a program that calls tasks-svc all the time.
type xdsClient struct {
	mu    sync.Mutex
	calls []xdsCall
}

func startXDSClient(t *testing.T, command *exec.Cmd, bootstrap string) *xdsClient {
	t.Helper()
	command.Env = append(os.Environ(), "GRPC_XDS_BOOTSTRAP="+bootstrap, "AUTHORIZATION=Bearer "+platformSecret)
	command.Stderr = os.Stderr
	stop, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	c := &xdsClient{}
	read := make(chan struct{})
	go func() {
		defer close(read)
		for lines := json.NewDecoder(output); ; {
			var call xdsCall
			if lines.Decode(&call) != nil {
				return
			}
			c.note(call)
		}
	}()
	t.Cleanup(func() {
		_ = stop.Close() // which ends it
		<-read
		_, _ = io.Copy(io.Discard, output)
		if err := command.Wait(); err != nil {
			t.Error("the client fails:", err)
		}
	})
	return c
}

func (c *xdsClient) note(call xdsCall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call)
}

func (c *xdsClient) last() xdsCall {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.calls) == 0 {
		return xdsCall{}
	}
	return c.calls[len(c.calls)-1]
}

// since returns the calls that began after a time.
func (c *xdsClient) since(t time.Time) (calls []xdsCall) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, call := range c.calls {
		if call.after(t) >= 0 {
			calls = append(calls, call)
		}
	}
	return calls
}

func (c *xdsClient) failures() (failed []xdsCall) {
	for _, call := range c.since(time.Time{}) {
		if call.Error != "" {
			failed = append(failed, call)
		}
	}
	return failed
}

// awaitShares waits until of the last hundred calls each of these has answered as many as the others, more or less.
func (c *xdsClient) awaitShares(t *testing.T, addresses ...string) {
	t.Helper()
	eventually(t, "each instance has its share", func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(c.calls) < 100 {
			return false
		}
		counts := map[string]int{}
		for _, call := range c.calls[len(c.calls)-100:] {
			counts[call.Peer]++
		}
		for _, address := range addresses {
			if counts[address] < 80/len(addresses) {
				return false
			}
		}
		return true
	})
}
