package client_test

import (
	"context"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/gateway/client"
)

const timeout = 20 * time.Second

// follow runs a remote until the test ends.
func follow(t *testing.T, remote *client.Remote) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		remote.Run(ctx)
	}()
	t.Cleanup(func() {
		cancel()
		<-done
	})
}

func TestARemoteFollowsTheGateway(t *testing.T) {
	g := startGateway(t, tool("echo"))
	// The clock stands still: what is seen was told, not asked for.
	remote := must(client.NewRemote(t.Context(), g.client(t), client.RemoteOptions{Clock: clockwork.NewFakeClock()}))(t)
	changed, unsubscribe := remote.Subscribe()
	defer unsubscribe()
	follow(t, remote)
	awaitTools(t, remote, changed, 2, func(try int) { g.offer(tool("echo"), tool("sing", alias(try))) })
	awaitTools(t, remote, changed, 1, func(try int) { g.offer(tool("echo", alias(try))) })
}

func TestARemoteOutlivesTheGateway(t *testing.T) {
	g := startGateway(t, tool("echo"))
	clock := clockwork.NewFakeClock()
	remote := must(client.NewRemote(t.Context(), g.client(t), client.RemoteOptions{Clock: clock}))(t)
	changed, unsubscribe := remote.Subscribe()
	defer unsubscribe()
	follow(t, remote)
	g.stop()
	result := remote.Call(t.Context(), "echo", []byte(`{}`))
	if result.Error != "NETWORK_ERROR" || len(remote.Tools()) != 1 {
		t.Errorf("while the gateway is away: %s, %d tools", result.AppendJSON(nil), len(remote.Tools()))
	}
	g.offer(tool("echo"), tool("sing"))
	g.start(t)
	awaitTools(t, remote, changed, 2, func(int) { clock.Advance(time.Minute) })
	if result := remote.Call(t.Context(), "echo", []byte(`{}`)); !result.Success {
		t.Errorf("after its return: %s", result.AppendJSON(nil))
	}
}

func TestARemoteCallsAsItsUser(t *testing.T) {
	g := startGateway(t, tool("echo", "say"))
	remote := must(client.NewRemote(t.Context(), g.client(t), client.RemoteOptions{User: 5}))(t)
	if result := remote.Call(t.Context(), "say", []byte(`{"a":1}`)); string(result.Data) != `{"a":1}` {
		t.Errorf("got %s", result.AppendJSON(nil))
	}
	if result := remote.Call(t.Context(), "shout", nil); !result.IsToolNotFound() {
		t.Errorf("got %s", result.AppendJSON(nil))
	}
	if len(g.users) != 2 || g.users[0] != "5" {
		t.Errorf("called as %q", g.users)
	}
}

func alias(try int) string { return "alias_" + string(rune('a'+try)) }

// awaitTools does something again and again until the remote knows so many tools.
func awaitTools(t *testing.T, remote *client.Remote, changed <-chan struct{}, want int, do func(try int)) {
	t.Helper()
	deadline := time.After(timeout)
	for try := 0; len(remote.Tools()) != want; try++ {
		do(try)
		select {
		case <-changed:
		case <-time.After(timeout / 40):
		case <-deadline:
			t.Fatalf("it knows %d tools, want %d", len(remote.Tools()), want)
		}
	}
}
