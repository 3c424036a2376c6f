package overrides_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/services/sqlstore/sqltest"
	"github.com/salaatflow/platform/skills-svc/internal/overrides"
	"github.com/salaatflow/platform/skills-svc/internal/skills"
	"github.com/salaatflow/platform/skills-svc/internal/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func open(t *testing.T, kept skills.Store, clock *clockwork.FakeClock) *overrides.Register {
	t.Helper()
	r := overrides.New(overrides.Options{Store: kept, Refresh: time.Second, Clock: clock, Logger: slog.New(slog.DiscardHandler)})
	if err := r.Load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return r
}

func shown(l *overrides.List, skill string) string {
	var out []string
	for _, o := range l.Of(skill) {
		out = append(out, fmt.Sprintf("%d %s %s %s", o.ID, o.Action, o.Tool, l.State(o)))
	}
	return strings.Join(out, ", ")
}

func say(t *testing.T, r *overrides.Register, action skills.Action, tool string) {
	t.Helper()
	_, err := r.Create(t.Context(), skills.Override{Skill: "s", Tool: tool, Action: action, Reason: "because", CreatedBy: 7})
	if err != nil {
		t.Fatal(err)
	}
}

// Of two overrides that conflict, the later one wins and both are shown. When it is revoked, the earlier one applies
// again. All remain stored.
func TestTheLaterOfTwoWinsUntilItIsRevoked(t *testing.T) {
	kept := store.NewOverrides(sqltest.SQLite().Open(t, store.Schema()))
	clock := clockwork.NewFakeClock()
	r := open(t, kept, clock)
	say(t, r, skills.Allow, "a")
	say(t, r, skills.Deny, "a")
	say(t, r, skills.Deny, "b")
	if got := shown(r.Current(), "s"); got != "3 deny b effective, 2 deny a effective, 1 allow a superseded" {
		t.Error(got)
	}
	revoked, err := r.Revoke(t.Context(), "s", 2, 8, "a mistake")
	if err != nil || revoked.RevokedBy != 8 || revoked.RevocationReason != "a mistake" ||
		!revoked.RevokedAt.Equal(clock.Now().Truncate(time.Millisecond)) {
		t.Errorf("revoked %+v, %v", revoked, err)
	}
	const after = "3 deny b effective, 2 deny a revoked, 1 allow a effective"
	if got := shown(r.Current(), "s"); got != after {
		t.Error(got)
	}
	if got := shown(open(t, kept, clock).Current(), "s"); got != after {
		t.Errorf("after a restart: %s", got)
	}
	if got := shown(r.Current(), "another"); got != "" {
		t.Error(got)
	}
}

// An override created at one instance applies at the others after --refresh-interval.
func TestAnotherInstanceLearnsOfIt(t *testing.T) {
	kept := store.NewOverrides(sqltest.SQLite().Open(t, store.Schema()))
	clock := clockwork.NewFakeClock()
	one, other := open(t, kept, clock), open(t, kept, clock)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		other.Run(ctx)
	}()
	defer func() {
		cancel()
		<-done
	}()
	changed, unsubscribe := other.Subscribe()
	defer unsubscribe()
	<-changed
	say(t, one, skills.Deny, "a")
	if err := clock.BlockUntilContext(ctx, 1); err != nil {
		t.Fatal(err)
	}
	clock.Advance(time.Second)
	<-changed
	if got := shown(other.Current(), "s"); got != "1 deny a effective" {
		t.Error(got)
	}
}

// A stored override applies even while the list cannot be read again.
func TestAnOverrideThatIsNotListedYetIsTheLatest(t *testing.T) {
	known := overrides.NewList([]skills.Override{{ID: 1, Skill: "a", Tool: "t", Action: skills.Deny}})
	for o, want := range map[skills.Override]skills.OverrideState{
		{ID: 1, Skill: "a", Tool: "t", Action: skills.Deny}:                skills.OverrideEffective,
		{ID: 2, Skill: "a", Tool: "t", Action: skills.Allow}:               skills.OverrideEffective,
		{ID: 2, Skill: "a", Tool: "other"}:                                 skills.OverrideEffective,
		{ID: 2, Skill: "a", Tool: "t", Action: skills.Allow, RevokedBy: 1}: skills.OverrideRevoked,
	} {
		if got := known.State(o); got != want {
			t.Errorf("%+v is %s, want %s", o, got, want)
		}
	}
}
