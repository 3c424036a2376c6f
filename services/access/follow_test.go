package access_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	tasksv1 "github.com/salaatflow/platform/proto/salaatflow/tasks/v1"
	"github.com/salaatflow/platform/services/access"
	"github.com/salaatflow/platform/services/identity"
)

// heard is a log whose messages a test waits for.
type heard chan string

func (heard) Enabled(context.Context, slog.Level) bool { return true }
func (h heard) Handle(_ context.Context, r slog.Record) error {
	h <- r.Message
	return nil
}
func (h heard) WithAttrs([]slog.Attr) slog.Handler { return h }
func (h heard) WithGroup(string) slog.Handler      { return h }

// followed is a policy file that is followed.
type followed struct {
	*access.Decider
	t     *testing.T
	path  string
	clock *clockwork.FakeClock
	log   heard
	wrote time.Time
}

func follow(t *testing.T, text string) *followed {
	t.Helper()
	f := &followed{
		t: t, path: filepath.Join(t.TempDir(), "policy.yaml"), clock: clockwork.NewFakeClock(), log: make(heard, 10),
		wrote: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC),
	}
	f.write(text)
	var err error
	if f.Decider, err = (access.Config{File: f.path}).Open(access.Options{Clock: f.clock, Logger: slog.New(f.log)}); err != nil {
		t.Fatal(err)
	}
	return f
}

// write replaces the file, a minute after the last time.
func (f *followed) write(text string) {
	f.t.Helper()
	if err := os.WriteFile(f.path, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	f.wrote = f.wrote.Add(time.Minute)
	if err := os.Chtimes(f.path, f.wrote, f.wrote); err != nil {
		f.t.Fatal(err)
	}
}

func (f *followed) allows() bool {
	f.t.Helper()
	create := method(f.t, tasksv1.TaskService_CreateTask_FullMethodName)
	return f.Decide(f.t.Context(), identity.Caller{UserID: 1}, create, nil).Allowed
}

// tick lets the time pass after which the file is looked at.
func (f *followed) tick() {
	f.t.Helper()
	if err := f.clock.BlockUntilContext(f.t.Context(), 1); err != nil {
		f.t.Fatal(err)
	}
	f.clock.Advance(time.Second)
}

// Who keeps lists of what callers may see is told when a changed file is in force, though nobody asks for a decision, and not of a
// broken one.
func TestASubscriberIsToldOfRulesThatChanged(t *testing.T) {
	f := follow(t, rule("false"))
	changed, cancel := f.Subscribe()
	defer cancel()

	f.write(rule("true"))
	f.tick()
	<-changed
	if said := <-f.log; said != "reloaded the policy" || !f.allows() {
		t.Errorf("the log says %q, and calls are allowed: %t", said, f.allows())
	}

	f.write("rules: [")
	f.tick()
	if said := <-f.log; said != "failed to read the changed policy; keeping the previous rules" || !f.allows() {
		t.Errorf("of a broken file the log says %q, and calls are allowed: %t", said, f.allows())
	}
	select {
	case <-changed:
		t.Error("told of a broken file")
	default:
	}

	f.write(rule("false"))
	f.tick()
	<-changed
	if f.allows() {
		t.Error("the mended file is not in force")
	}
}

func TestADecisionSeesAChangedFileWithinASecond(t *testing.T) {
	f := follow(t, rule("true"))
	f.write(rule("false"))
	if f.clock.Advance(999 * time.Millisecond); !f.allows() {
		t.Error("the file is looked at more often than each second")
	}
	if f.clock.Advance(time.Millisecond); f.allows() {
		t.Error("the changed rules are not in force")
	}
	if err := os.Remove(f.path); err != nil {
		t.Fatal(err)
	}
	if f.clock.Advance(time.Second); f.allows() {
		t.Error("without its file the policy is gone")
	}
	f.clock.Advance(-time.Hour) // a clock that is set back
	f.write(rule("true"))
	if f.clock.Advance(time.Second); !f.allows() {
		t.Error("after the clock was set back, the file is not looked at")
	}
}

func TestASubscriptionEnds(t *testing.T) {
	f := follow(t, rule("true"))
	changed, cancel := f.Subscribe()
	cancel()
	cancel()
	f.write(rule("false"))
	f.clock.Advance(time.Minute)
	if f.allows() {
		t.Error("decisions no longer follow the file")
	}
	select {
	case <-changed:
		t.Error("told after the end")
	default:
	}
	never, cancel := (*access.Decider)(nil).Subscribe() // without a policy
	defer cancel()
	if never != nil {
		t.Error("without a policy something changes")
	}
}
