//go:build rolling

package e2e

import (
	"context"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/discovery"
	"github.com/salaatflow/platform/services/grpcclient"
	"github.com/salaatflow/platform/services/kit/kittest"
	"github.com/salaatflow/platform/services/replicas"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

// Each of two registries that share a database is killed in turn. No call fails, no instance is taken out, and who
// watches goes on where he was.
func TestRollingRegistriesAreKilledAndNobodyNotices(t *testing.T) {
	database := sqltest.StartServer(t).URL()
	const lease = 3 * time.Second
	c := &cluster{}
	c.migrate(t, "registry-svc", database)
	var registries []*replica
	for range 2 {
		r := &replica{name: "registry-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
		r.arguments = []string{"--listen-address", r.address, "--lease-ttl", lease.String(), "--database-url", database}
		r.start(t)
		eventually(t, "the registry is ready", r.isReady)
		registries = append(registries, r)
	}
	addresses := registries[0].address + "," + registries[1].address
	all := registries
	for _, name := range []string{"users-svc", "tasks-svc"} {
		c.migrate(t, name, database)
		for range 2 {
			r := &replica{name: name, ops: kittest.FreeAddress(t), arguments: []string{"--registry", addresses, "--database-url", database}}
			r.start(t)
			all = append(all, r)
		}
	}
	gateway := &replica{name: "gateway", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
	gateway.arguments = []string{
		"--registry", addresses, "--http", gateway.address, "--auth", "dev",
		"--required-tools", strings.Join([]string{toolnames.ListTasks, toolnames.GetUserInfo}, ","),
	}
	gateway.start(t)
	all = append(all, gateway)
	allReady := func() bool {
		for _, r := range all {
			if !r.isReady() {
				return false
			}
		}
		return true
	}
	eventually(t, "everybody is ready", allReady)
	seen := watchInstances(t, addresses, 4)

	calls := startCalling(t, "http://"+gateway.address, []rolledCall{
		{toolnames.ListTasks, `{}`}, {toolnames.CreateTask, `{"title":"kept"}`}, {toolnames.GetUserInfo, `{}`},
	})
	for _, registry := range registries {
		began, killed := calls.made.Load(), time.Now()
		registry.kill(t)
		eventually(t, "calls are made without it for longer than leases live", func() bool {
			return calls.made.Load() > began+100 && time.Since(killed) > 2*lease
		})
		registry.start(t)
		eventually(t, "everybody is ready", allReady)
	}
	calls.report(t, "the registries")
	calls.stop()
	seen.check(t)
	t.Logf("%d calls were made, %d failed; the catalogue went from revision %d to %d in %d messages",
		calls.made.Load(), calls.failed.Load(), seen.first, seen.last, seen.changes)
}

// A registry that hangs holds its connections open and answers nobody. Whoever waits for it goes on with the other one: no
// lease ends, no call fails, and what happens meanwhile is known. When it goes on, it takes nothing back.
func TestRollingRegistryThatHangsIsLeft(t *testing.T) {
	database := sqltest.StartServer(t).URL()
	const lease = 3 * time.Second
	c := &cluster{}
	c.migrate(t, "registry-svc", database)
	var registries []*replica
	for range 2 {
		r := &replica{name: "registry-svc", address: kittest.FreeAddress(t), ops: kittest.FreeAddress(t)}
		r.arguments = []string{"--listen-address", r.address, "--lease-ttl", lease.String(), "--database-url", database}
		r.start(t)
		eventually(t, "the registry is ready", r.isReady)
		registries = append(registries, r)
	}
	services := []*replica{}
	for _, address := range []string{ // one begins with each registry
		registries[0].address + "," + registries[1].address, registries[1].address + "," + registries[0].address,
	} {
		r := &replica{name: "users-svc", ops: kittest.FreeAddress(t), arguments: []string{
			"--registry", address, "--database-url", "sqlite:" + filepath.Join(t.TempDir(), "users.db"),
		}}
		r.start(t)
		eventually(t, "the service is ready", r.isReady)
		services = append(services, r)
	}
	for _, hung := range registries {
		other := registries[0]
		if other == hung {
			other = registries[1]
		}
		seen := watchInstances(t, other.address, len(services))
		hung.process.End(t, syscall.SIGSTOP)
		stopped := time.Now()
		eventually(t, "it hangs for longer than leases live", func() bool {
			for _, r := range services {
				if !r.isReady() {
					t.Errorf("a service is not ready %v after its registry hung", time.Since(stopped))
				}
			}
			return t.Failed() || time.Since(stopped) > 3*lease
		})
		hung.process.End(t, syscall.SIGCONT)
		resumed := time.Now()
		eventually(t, "it has gone on for a while", func() bool { return hung.isReady() && time.Since(resumed) > lease })
		seen.check(t)
		t.Logf("the catalogue went from revision %d to %d", seen.first, seen.last)
	}
}

// seen is what a watcher of the registries has seen.
type seen struct {
	mu          sync.Mutex
	first, last int64 // revisions
	fewest      int   // instances at once
	back        bool  // the revision went back
	changes     int

	want int
	stop func()
}

// watchInstances follows the catalogue, which has a number of instances, until the end of the test.
func watchInstances(t *testing.T, addresses string, instances int) *seen {
	t.Helper()
	conn, err := replicas.Dial(addresses, grpcclient.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() }) // it was only read
	watcher := discovery.New(discovery.Options{Registry: conn, Grace: -1})
	if err := watcher.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, "every instance is known", func() bool { return len(watcher.Current().Instances()) == instances })
	s := &seen{first: watcher.Current().Revision(), last: watcher.Current().Revision(), fewest: instances, want: instances}
	changed, cancel := watcher.Subscribe()
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-changed:
				s.note(watcher.Current().Revision(), len(watcher.Current().Instances()))
			case <-ended:
				return
			}
		}
	}()
	s.stop = sync.OnceFunc(func() {
		cancel()
		close(ended)
		<-done
		if err := watcher.Stop(context.WithoutCancel(t.Context())); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(s.stop)
	return s
}

func (s *seen) note(revision int64, instances int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.back = s.back || revision < s.last
	s.last, s.fewest = revision, min(s.fewest, instances)
	s.changes++
}

func (s *seen) check(t *testing.T) {
	t.Helper()
	s.stop()
	if s.back {
		t.Error("the revision of the catalogue went back")
	}
	if s.fewest < s.want {
		t.Errorf("the catalogue had only %d of %d instances for a time", s.fewest, s.want)
	}
}
