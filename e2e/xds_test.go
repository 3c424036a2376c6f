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
	"github.com/salaatflow/platform/services/kit/kittest"
)

// Clients that are not ours, of gRPC's own xDS, call the instances of a service by its name. When an instance is killed, no
// call that begins a second later fails; a new instance gets its share of the calls.
func TestRollingXDSClientsFollowTheInstances(t *testing.T) {
	credential := credentialFile(t)
	registry := &replica{name: "registry-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
	registry.arguments = []string{"--listen-address", registry.address, "--lease-ttl", "3s", "--credential-file", credential}
	registry.start(t)
	database := "sqlite:" + filepath.Join(t.TempDir(), "tasks.db")
	instance := func() *replica {
		r := &replica{name: "tasks-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
		r.arguments = []string{
			"--listen-address", r.address, "--registry", registry.address, "--database-url", database, "--credential-file", credential,
		}
		r.start(t)
		eventually(t, "the instance is ready", r.isReady)
		return r
	}
	first, second := instance(), instance()
	bootstrap := xdsBootstrap(t, registry.address, credential)
	clients := []*xdsClient{startXDSClient(t, "grpc-go", goClient(t), bootstrap)}
	if node := nodeClient(t); node != nil {
		clients = append(clients, startXDSClient(t, "grpc-node", node, bootstrap))
	}
	for _, c := range clients {
		c.awaitShares(t, first.address, second.address)
		if early := c.failures(); len(early) > 0 {
			t.Errorf("%s: %d calls failed while nothing happened: %s", c.name, len(early), early[0].Error)
		}
	}

	killed := time.Now()
	second.kill(t)
	for _, c := range clients {
		c.awaitShares(t, first.address)
		eventually(t, "calls are made for longer than a lease", func() bool { return c.last().after(killed) > 4*time.Second })
		for _, call := range c.failures() {
			if late := call.after(killed); late > time.Second {
				t.Errorf("%s: a call that began %v after the kill failed: %s", c.name, late, call.Error)
			}
		}
		t.Logf("%s: %d of %d calls failed after the kill", c.name, len(c.failures()), len(c.since(killed)))
	}

	failed, started := map[string]int{}, time.Now()
	for _, c := range clients {
		failed[c.name] = len(c.failures())
	}
	second = instance()
	for _, c := range clients {
		c.awaitShares(t, first.address, second.address)
		t.Logf("%s: the new instance had its share %v after its start", c.name, c.last().after(started))
		if more := c.failures()[failed[c.name]:]; len(more) > 0 {
			t.Errorf("%s: %d calls failed when an instance was added: %s", c.name, len(more), more[0].Error)
		}
	}
}

func goClient(t *testing.T) *exec.Cmd {
	t.Helper()
	return exec.CommandContext(context.WithoutCancel(t.Context()), harness.Build(t, "xdsclient", true))
}

// nodeClient installs the client of grpc-node, or returns nil on a machine without Node.
func nodeClient(t *testing.T) *exec.Cmd {
	t.Helper()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Log("NOT TESTED with grpc-node: there is no npm here; apt-get install nodejs npm")
		return nil
	}
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS("testdata/xds-node")); err != nil {
		t.Fatal(err)
	}
	install := exec.CommandContext(t.Context(), "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	install.Dir = folder
	if output, err := install.CombinedOutput(); err != nil {
		t.Fatalf("npm ci: %s%v", output, err)
	}
	return exec.CommandContext(context.WithoutCancel(t.Context()), "node", filepath.Join(folder, "client.js"))
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
	name string

	mu    sync.Mutex
	calls []xdsCall
}

func startXDSClient(t *testing.T, name string, command *exec.Cmd, bootstrap string) *xdsClient {
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
	c := &xdsClient{name: name}
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
			t.Errorf("%s fails: %v", name, err)
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
