//go:build attack

package attack

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/salaatflow/platform/e2e/edges"
	registryv1 "github.com/salaatflow/platform/proto/salaatflow/registry/v1"
)

var soak = flag.Duration("soak", 0, "how long the soak lasts, such as 10m; 0 leaves it out")

// soaked is a long mixed load: users with usual requests, beside readers that read nothing, a caller who floods, and a
// service that comes and goes.
type soaked struct {
	*target
	ctx      context.Context
	calls    atomic.Int64 // of well-behaved users
	floods   atomic.Int64 // answers of the flooding caller
	shed     atomic.Int64 // those of them that were refused
	flaps    atomic.Int64
	failures atomic.Int64
	first    sync.Once
	said     string // the first failure
	running  sync.WaitGroup
}

// TestSoak checks that the memory at the end is that of the beginning, and that no well-behaved user's call fails.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Log("left out: run `make soak`")
		return
	}
	s := &soaked{target: startTarget(t)}
	warm := max(*soak/10, 15*time.Second)
	s.run(t, warm)
	before, _ := s.settled(t, 0)
	mostAfter := before * 13 / 10
	s.run(t, *soak-warm)
	after, most := s.settled(t, mostAfter)
	t.Logf("%v: %d calls of users, %d failed; %d calls of the flooding caller, %d refused; %d flaps; "+
		"memory %d MiB, then %d MiB, at most %d MiB",
		*soak, s.calls.Load(), s.failures.Load(), s.floods.Load(), s.shed.Load(), s.flaps.Load(), before, after, most)
	if s.failures.Load() > 0 {
		t.Errorf("%d calls of users failed, the first with %s", s.failures.Load(), s.said)
	}
	if after > mostAfter {
		t.Errorf("memory grew from %d to %d MiB; what holds it: go tool pprof -sample_index=inuse_space %s",
			before, after, s.heapProfile(t))
	}
}

// heapProfile writes what holds the platform's memory to a file, and returns its name.
func (s *soaked) heapProfile(t testing.TB) string {
	t.Helper()
	response, err := s.http.Get(s.ops + "/debug/pprof/heap?gc=1")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	file, err := os.Create(filepath.Join(os.TempDir(), "soak-heap.pb.gz")) // which outlives the test
	if err != nil {
		t.Fatal(err)
	}
	_, err = io.Copy(file, response.Body)
	if err := errors.Join(err, file.Close()); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}

// settled waits until the load's connections are gone and the program has given back what it can, which it does when it has collected
// nothing for ten seconds, and returns its memory in MiB, now and at its peak. It waits a minute for memory of at most this much;
// 0 for any.
func (s *soaked) settled(t testing.TB, wanted int) (now, most int) {
	t.Helper()
	const quiet, longest = 15, 60 // seconds
	s.http.CloseIdleConnections()
	eventually(t, 45*time.Second, "the load's connections are gone", func() bool { return s.connections(t) < 20 })
	pause(t.Context(), quiet*time.Second)
	now, most = s.memory(t)
	for second := quiet; second < longest && wanted > 0 && now > wanted; second++ {
		pause(t.Context(), time.Second)
		now, most = s.memory(t)
	}
	return now, most
}

func (s *soaked) run(t *testing.T, length time.Duration) {
	ctx, cancel := context.WithTimeout(t.Context(), length)
	defer cancel()
	s.ctx = ctx
	for user := 1; user <= 4; user++ {
		s.each(func() { s.behave(fmt.Sprint(user)) })
	}
	s.each(s.speakMCP)
	for range 32 {
		s.each(s.floodAsOneCaller)
	}
	for range 20 {
		s.each(s.readNothing)
	}
	registry := s.registryClient(t)
	stranger := startStranger(t)
	s.each(func() { s.flap(registry, stranger.address) })
	s.running.Wait()
}

// each does something again and again until the time is over.
func (s *soaked) each(what func()) {
	s.running.Go(func() {
		for s.ctx.Err() == nil {
			what()
		}
	})
}

func (s *soaked) fail(format string, arguments ...any) {
	if s.ctx.Err() != nil {
		return // cut off by the end
	}
	s.failures.Add(1)
	s.first.Do(func() { s.said = fmt.Sprintf(format, arguments...) })
}

// as sends a request as a well-behaved user.
func (s *soaked) as(user, method, path, body string, want int) answer {
	got, err := s.try(s.ctx, user, method, path, body)
	if err != nil {
		s.fail("%s %s: %v", method, path, err)
	}
	s.calls.Add(1)
	if err == nil && got.status != want {
		s.fail("%s %s: %d %.300s", method, path, got.status, got.body)
	}
	return got
}

// behave is the round of a user who creates a task, chats, looks around, and deletes the task.
func (s *soaked) behave(user string) {
	made := s.as(user, "POST", "/api/v1/tasks", `{"title":"Read Quran after Fajr","linked_prayer":"Fajr"}`, 201)
	s.as(user, "POST", "/api/v1/chat", `{"message":"Fajr kab hai?"}`, 200)
	s.as(user, "GET", "/api/v1/tasks", "", 200)
	s.as(user, "GET", prayerTimes, "", 200)
	s.as(user, "GET", "/api/v1/hadith?q=prayer", "", 200)
	s.as(user, "POST", "/api/v1/tools/list_masjids", `{"limit":3}`, 200)
	s.as(user, "GET", "/openapi.json", "", 200)
	if id := made.field("id"); id != nil {
		s.as(user, "DELETE", fmt.Sprintf("/api/v1/tasks/%v", id), "", 204)
	}
}

func (s *soaked) speakMCP() {
	for _, version := range []string{edges.Stateless, edges.Sessions} {
		edge := edges.MCP{URL: s.URL + "/mcp", Client: s.http, Version: version}
		result, err := edge.Call(s.ctx, 5, "list_tasks", json.RawMessage(`{}`))
		if err != nil || !result.Success {
			s.fail("list_tasks over MCP %s: %+v, %v", version, result, err)
		}
		s.calls.Add(1)
	}
}

func (s *soaked) floodAsOneCaller() {
	got, err := s.try(s.ctx, "99", "GET", "/api/v1/tasks?limit=200", "")
	if err != nil {
		return // the end
	}
	s.floods.Add(1)
	switch got.status {
	case http.StatusOK:
	case http.StatusTooManyRequests:
		s.shed.Add(1)
	default:
		s.fail("the flooding caller: %d %.200s", got.status, got.body)
	}
}

// readNothing requests much and never reads it, until the platform ends the connection or the time is over.
func (s *soaked) readNothing() {
	conn, err := (&net.Dialer{}).DialContext(s.ctx, "tcp", s.host)
	if err != nil {
		s.fail("connect: %v", err)
		return
	}
	defer conn.Close()
	_ = askForMuch(conn, s.host) // the platform may have ended it
	pause(s.ctx, 5*time.Second)
}

// flap registers a service, and deregisters it.
func (s *soaked) flap(registry registryv1.RegistryServiceClient, address string) {
	lease, err := registry.Register(s.ctx, goals("flapping-svc", "one", address))
	if err != nil {
		s.fail("register the flapping service: %v", err)
		return
	}
	pause(s.ctx, 300*time.Millisecond)
	if _, err := registry.Deregister(s.ctx, &registryv1.DeregisterRequest{LeaseId: lease.GetLeaseId()}); err != nil {
		s.fail("deregister the flapping service: %v", err)
	}
	s.flaps.Add(1)
}
