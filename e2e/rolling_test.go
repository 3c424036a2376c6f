//go:build rolling

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/edges"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// rolledServices run in two replicas each, on one PostgreSQL.
var rolledServices = []string{"users-svc", "tasks-svc", "masjid-svc", "hadith-svc", "skills-svc", "chat-svc"}

// rolledCalls go on all the time: reads of every service, and a change that nothing repeats.
var rolledCalls = []rolledCall{
	{toolnames.ListTasks, `{}`},
	{toolnames.CreateTask, `{"title":"rolled"}`},
	{toolnames.GetUserInfo, `{}`},
	{toolnames.ListMasjids, `{}`},
	{toolnames.GetDailyHadith, `{}`},
	{toolnames.Skill, `{"command":"plan-my-day"}`},
	{"", `{"message":"show my tasks"}`}, // no tool by itself: a turn of the chat, which calls one
}

// balancer passes connections, in turn, to the gateways that are ready, as a Kubernetes Service does. It knows nothing
// of HTTP, and a connection stays where it is.
type balancer struct {
	listener net.Listener
	backends []*replica
	ready    [2]atomic.Bool
	next     atomic.Uint32
}

func startBalancer(t *testing.T, backends []*replica) *balancer {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := &balancer{listener: listener, backends: backends}
	ctx, cancel := context.WithCancel(t.Context())
	var probing, passing sync.WaitGroup
	for i := range backends {
		b.ready[i].Store(backends[i].isReady())
		probing.Go(func() { b.probe(ctx, i) })
	}
	passing.Go(func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return // the test is over
			}
			passing.Go(func() { b.pass(client) })
		}
	})
	t.Cleanup(func() {
		cancel()
		probing.Wait()
		_ = listener.Close() // nobody waits for it
	})
	return b
}

func (b *balancer) probe(ctx context.Context, i int) {
	every := time.NewTicker(200 * time.Millisecond)
	defer every.Stop()
	for {
		select {
		case <-every.C:
			b.ready[i].Store(b.backends[i].isReady())
		case <-ctx.Done():
			return
		}
	}
}

func (b *balancer) pass(client net.Conn) {
	defer client.Close()
	first := int(b.next.Add(1))
	for turn := range b.backends {
		i := (first + turn) % len(b.backends)
		if !b.ready[i].Load() {
			continue
		}
		server, err := net.Dial("tcp", b.backends[i].address)
		if err != nil {
			return // the client sees a failed call
		}
		go func() {
			_, _ = io.Copy(server, client) // either end may hang up
			_ = server.(*net.TCPConn).CloseWrite()
		}()
		_, _ = io.Copy(client, server) // either end may hang up
		_ = server.Close()
		return
	}
}

func TestRollingRestartOfEveryProgramFailsNoCall(t *testing.T) {
	database := sqltest.StartServer(t).URL()
	registry := &replica{
		name: "registry-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t),
	}
	registry.arguments = []string{"--listen-address", registry.address, "--lease-ttl", "3s"}
	registry.start(t)
	c := &cluster{registry: registry.address}
	services := map[string][]*replica{}
	var all []*replica
	for _, name := range rolledServices {
		c.migrate(t, name, database)
		for range 2 {
			r := &replica{name: name, ops: kittest.FreeAddress(t), arguments: []string{"--registry", registry.address, "--database-url", database}}
			r.start(t)
			services[name], all = append(services[name], r), append(all, r)
		}
	}
	var gateways []*replica
	for range 2 {
		r := &replica{name: "gateway", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
		r.arguments = []string{"--registry", registry.address, "--http", r.address, "--auth", "dev"}
		r.start(t)
		gateways, all = append(gateways, r), append(all, r)
	}
	allReady := func() bool {
		for _, r := range all {
			if !r.isReady() {
				return false
			}
		}
		return true
	}
	eventually(t, "everybody is ready", allReady)
	balanced := startBalancer(t, gateways)
	address := "http://" + balanced.listener.Addr().String()

	calls := startCalling(t, address, rolledCalls)
	eventually(t, "calls are made", func() bool { return calls.made.Load() > 50 })
	for i := range 2 { // one replica of each service at a time
		var rolling sync.WaitGroup
		for _, replicas := range services {
			rolling.Go(func() { replicas[i].roll(t) })
		}
		rolling.Wait()
	}
	calls.report(t, "the services")
	registry.roll(t)
	eventually(t, "everybody is registered again", allReady)
	calls.report(t, "the registry")
	for i, gateway := range gateways {
		gateway.roll(t)
		// As a roll-out does, which stops no pod before the successor of the last one is in the Service.
		eventually(t, "the new gateway gets connections", balanced.ready[i].Load)
	}
	calls.report(t, "the gateways")
	calls.stop()
	t.Logf("%d calls were made, %d failed", calls.made.Load(), calls.failed.Load())
}

// calling is calls that go on until stop.
type calling struct {
	made, failed atomic.Int64
	reported     int64
	failures     sync.Map // what failed -> struct{}
	stop         func()
}

func startCalling(t *testing.T, address string, repeated []rolledCall) *calling {
	t.Helper()
	c := &calling{}
	ctx, cancel := context.WithCancel(t.Context())
	var callers sync.WaitGroup
	c.stop = sync.OnceFunc(func() { cancel(); callers.Wait() })
	t.Cleanup(c.stop)
	for caller := range 4 {
		transport := &http.Transport{MaxIdleConnsPerHost: 1}
		t.Cleanup(transport.CloseIdleConnections)
		edge := edges.ToolCall{URL: address, Client: &http.Client{Transport: transport, Timeout: 30 * time.Second}}
		callers.Go(func() {
			for i := caller; ctx.Err() == nil; i++ {
				call := repeated[i%len(repeated)]
				failure := call.make(ctx, edge, int32(caller+1))
				if ctx.Err() != nil {
					return
				}
				c.made.Add(1)
				if failure != "" {
					c.failed.Add(1)
					c.failures.Store(time.Now().Format(time.TimeOnly)+" "+call.tool+": "+failure, struct{}{})
				}
			}
		})
	}
	return c
}

// rolledCall is a call of a tool, or a turn of the chat where no tool is named.
type rolledCall struct{ tool, arguments string }

// make makes the call as a user, and returns what failed; empty is a success.
func (c rolledCall) make(ctx context.Context, edge edges.ToolCall, user int32) string {
	if c.tool == "" {
		return rolledTurn(ctx, edge, user, c.arguments)
	}
	result, err := edge.Call(ctx, user, c.tool, json.RawMessage(c.arguments))
	if err != nil || !result.Success {
		return fmt.Sprintf("%+v, %v", result, err)
	}
	return ""
}

func rolledTurn(ctx context.Context, edge edges.ToolCall, user int32, body string) string {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, edge.URL+"/api/v1/chat", strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header.Set("X-User-ID", strconv.Itoa(int(user)))
	answer, err := edge.Client.Do(request)
	if err != nil {
		return err.Error()
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Sprintf("%d %s, %v", answer.StatusCode, text, err)
	}
	return ""
}

// report fails the test with the calls that failed since the last report.
func (c *calling) report(t *testing.T, during string) {
	t.Helper()
	if failed := c.failed.Load(); failed > c.reported {
		t.Errorf("%d calls failed while %s were replaced", failed-c.reported, during)
		c.reported = failed
	}
	c.failures.Range(func(failure, _ any) bool {
		t.Log(failure)
		c.failures.Delete(failure)
		return true
	})
}
