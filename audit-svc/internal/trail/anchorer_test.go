package trail_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"
	"github.com/prometheus/client_golang/prometheus"
	"go.uber.org/goleak"

	"github.com/salaatflow/platform/audit-svc/internal/store"
	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/services/audit/chain"
	"github.com/salaatflow/platform/services/sqlstore"
	"github.com/salaatflow/platform/services/sqlstore/sqltest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// anchoring is a trail and what anchors it.
type anchoring struct {
	*trail.Anchorer
	t     *testing.T
	db    *sqlstore.DB
	log   *bytes.Buffer // not to be read while Run runs
	clock *clockwork.FakeClock
	box   chain.Line
	// metrics are those of the process that runs now.
	metrics *prometheus.Registry
}

func newAnchoring(t *testing.T) *anchoring {
	t.Helper()
	a := &anchoring{
		t: t, db: sqltest.SQLite().Open(t, store.Schema()), log: &bytes.Buffer{},
		clock: clockwork.NewFakeClockAt(time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)),
	}
	a.restart(filepath.Join(t.TempDir(), "anchors.jsonl"))
	return a
}

// restart goes on with another process's memory.
func (a *anchoring) restart(file string) {
	a.metrics = prometheus.NewRegistry()
	a.Anchorer = &trail.Anchorer{
		Store: store.New(a.db), File: file, Every: time.Hour, Clock: a.clock,
		Logger: slog.New(slog.NewJSONHandler(a.log, nil)), Metrics: trail.NewAnchorMetrics(a.metrics, time.Hour),
	}
}

// metric returns the value of a metric.
func (a *anchoring) metric(name string) float64 {
	a.t.Helper()
	families, err := a.metrics.Gather()
	if err != nil {
		a.t.Fatal(err)
	}
	for _, family := range families {
		if family.GetName() == name {
			return family.GetMetric()[0].GetGauge().GetValue() + family.GetMetric()[0].GetCounter().GetValue()
		}
	}
	a.t.Fatalf("there is no metric %s", name)
	return 0
}

// add adds entries to the trail.
func (a *anchoring) add(tools ...string) {
	a.t.Helper()
	var lines []trail.Recorded
	for _, tool := range tools {
		entry := fmt.Sprintf(`{"id":"%d","time":"2026-11-22T12:00:00Z","tool":%q}`, a.box.Seq+1, tool)
		a.box = a.box.Next([]byte(entry))
		head, err := trail.ParseHead([]byte(entry))
		if err != nil {
			a.t.Fatal(err)
		}
		lines = append(lines, trail.Recorded{Line: a.box, Head: head})
	}
	if _, err := a.Store.Append(a.t.Context(), "outbox", lines); err != nil {
		a.t.Fatal(err)
	}
}

func (a *anchoring) round() {
	a.t.Helper()
	if err := a.Round(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
}

// tamper changes the database as somebody does who may write it.
func (a *anchoring) tamper(statements ...string) {
	a.t.Helper()
	err := a.db.Update(a.t.Context(), func(ctx context.Context, tx *sql.Tx) error {
		for _, statement := range statements {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		a.t.Fatal(err)
	}
}

// verify verifies the trail as it is kept now, with the anchors of the file.
func (a *anchoring) verify() error {
	a.t.Helper()
	file, err := os.Open(a.File)
	if err != nil {
		a.t.Fatal(err)
	}
	defer file.Close()
	anchors, err := chain.ReadAnchors(file)
	if err != nil {
		a.t.Fatal(err)
	}
	lines, _, err := a.Store.Export(a.t.Context(), 0, 1000)
	if err != nil {
		return err
	}
	verifier, anchorage := &chain.Verifier{}, chain.NewAnchorage(anchors)
	for _, line := range lines {
		if err := verifier.Add(line); err != nil {
			return err
		}
		if err := anchorage.Add(line); err != nil {
			return err
		}
	}
	if err := verifier.Anchored(); err != nil {
		return err
	}
	return anchorage.End()
}

const (
	cutTail = `DELETE FROM audit_lines WHERE seq > 2`
	cutHead = `UPDATE audit_head SET seq = 2, hash = (SELECT hash FROM audit_lines WHERE seq = 2) WHERE id = 1`
	nothing = `UPDATE audit_head SET seq = 0, hash = '0000000000000000000000000000000000000000000000000000000000000000' WHERE id = 1`
)

func TestWhatAWriterOfTheDatabaseDoesShowsByTheAnchors(t *testing.T) {
	for name, c := range map[string]struct {
		tamper func(a *anchoring)
		want   string // part of the error
	}{
		"nothing":         {func(*anchoring) {}, ""},
		"going on":        {func(a *anchoring) { a.add("d", "e") }, ""},
		"a cut tail":      {func(a *anchoring) { a.tamper(cutTail, cutHead) }, "the end of the trail was cut off"},
		"a replaced tail": {func(a *anchoring) { a.tamper(cutTail, cutHead); a.add("x", "y") }, "written anew"},
		"an edited line": {func(a *anchoring) {
			a.tamper(`UPDATE audit_lines SET entry = replace(entry, '"b"', '"B"') WHERE seq = 2`)
		}, "was changed"},
		"a chain written anew": {func(a *anchoring) {
			a.tamper(`DELETE FROM audit_lines`, `DELETE FROM audit_sources`, nothing)
			a.box = chain.Line{}
			a.add("x", "b", "c", "d")
		}, "written anew"},
		"everything removed": {func(a *anchoring) { a.tamper(`DELETE FROM audit_lines`, nothing) }, "is missing"},
	} {
		t.Run(name, func(t *testing.T) {
			a := newAnchoring(t)
			a.add("a", "b")
			a.round()
			a.add("c")
			a.round()
			c.tamper(a)
			err := a.verify()
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestAnAnchorIsWrittenForEachEndOfTheTrailOnce(t *testing.T) {
	a := newAnchoring(t)
	a.round() // nothing to anchor
	a.add("a")
	a.round()
	a.round()
	a.clock.Advance(time.Hour)
	a.add("b", "c")
	a.round()
	text, err := os.ReadFile(a.File)
	if err != nil {
		t.Fatal(err)
	}
	anchors, err := chain.ReadAnchors(bytes.NewReader(text))
	if err != nil || len(anchors) != 2 || anchors[0].Seq != 1 || anchors[1].Seq != 3 || !anchors[1].Time.Equal(a.clock.Now()) {
		t.Errorf("got %s, %v", text, err)
	}
	logged, err := chain.ReadAnchors(a.log)
	if err != nil || len(logged) != 2 || logged[1].Hash != anchors[1].Hash {
		t.Errorf("logged %v, %v", logged, err)
	}
}

// What happens to the trail while nobody anchors it, such as between two releases, is noticed at the next start.
func TestACutIsLoggedByTheNextRoundAlsoAfterARestart(t *testing.T) {
	const loss = "the audit trail was cut or written anew"
	for name, between := range map[string]func(a *anchoring){
		"while it runs":         func(*anchoring) {},
		"while it is not there": func(a *anchoring) { a.restart(a.File) },
	} {
		t.Run(name, func(t *testing.T) {
			a := newAnchoring(t)
			a.add("a", "b", "c")
			a.run()
			between(a)
			if strings.Contains(a.log.String(), loss) {
				t.Fatalf("logged before anything happened: %s", a.log)
			}
			a.tamper(cutTail, cutHead)
			a.run()
			if strings.Count(a.log.String(), loss) != 1 {
				t.Errorf("logged %s", a.log)
			}
			if gone := a.metric("salaatflow_audit_anchors_gone_total"); gone != 1 {
				t.Errorf("%v anchors are gone by the metric, want 1", gone)
			}
		})
	}
}

// run runs from a start to a stop.
func (a *anchoring) run() {
	ctx, cancel := context.WithCancel(a.t.Context())
	cancel()
	a.Run(ctx)
}

func TestTheEndIsAnchoredEachHourAndAtTheStop(t *testing.T) {
	a := newAnchoring(t)
	heard := make(lines, 10)
	a.Logger = slog.New(slog.NewJSONHandler(heard, nil))
	ctx, cancel := context.WithCancel(t.Context())
	a.add("a")
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.Run(ctx)
	}()
	for seq, tool := range []string{"b", "c", "d"} {
		if line := <-heard; !strings.Contains(line, fmt.Sprintf(`"seq":%d,`, seq+1)) {
			t.Errorf("logged %s, want the end %d", line, seq+1)
		}
		a.add(tool)
		if tool == "d" {
			break
		}
		if err := a.clock.BlockUntilContext(ctx, 1); err != nil {
			t.Fatal(err)
		}
		a.clock.Advance(time.Hour)
	}
	cancel()
	<-done
	if err := a.verify(); err != nil || !strings.Contains(<-heard, `"seq":4,`) {
		t.Errorf("the end is not anchored at the stop, or not as it is: %v", err)
	}
}

// An alert tells of a trail that is no longer anchored: the time stands still as soon as a round fails, and not because nobody calls.
func TestTheMetricsTellWhenTheEndWasLastAnchored(t *testing.T) {
	a := newAnchoring(t)
	if at := a.metric("salaatflow_audit_anchored_seconds"); at != 0 {
		t.Errorf("before the first round it was anchored at %v", at)
	}
	expect := func(when string, at time.Time, anchors float64) {
		t.Helper()
		if got := a.metric("salaatflow_audit_anchored_seconds"); got != float64(at.Unix()) {
			t.Errorf("%s it was anchored at %v, want %v", when, got, at.Unix())
		}
		if got := a.metric("salaatflow_audit_anchors_total"); got != anchors {
			t.Errorf("%s there are %v anchors, want %v", when, got, anchors)
		}
	}
	a.round()
	expect("while it is empty", a.clock.Now(), 0)
	a.add("a")
	a.round()
	expect("after an entry", a.clock.Now(), 1)
	a.clock.Advance(time.Hour)
	a.round()
	expect("without a new entry", a.clock.Now(), 1)
	anchored := a.clock.Now()
	a.add("b")
	a.clock.Advance(time.Hour)
	a.File = filepath.Join(t.TempDir(), "away", "anchors.jsonl")
	if err := a.Round(t.Context()); err == nil {
		t.Error("a file that cannot be written is no error")
	}
	expect("while the file's volume is away", anchored, 1)
	if every := a.metric("salaatflow_audit_anchor_interval_seconds"); every != 3600 {
		t.Errorf("the interval is %v s", every)
	}
}

// lines is a log that is heard line by line.
type lines chan string

func (l lines) Write(line []byte) (int, error) {
	l <- string(line)
	return len(line), nil
}

func TestAnAnchorThatAPowerCutToreDoesNotTearTheNext(t *testing.T) {
	a := newAnchoring(t)
	if err := os.WriteFile(a.File, []byte(`{"time":"2026-`), 0o600); err != nil {
		t.Fatal(err)
	}
	a.add("a")
	a.run()
	text, err := os.ReadFile(a.File)
	if err != nil {
		t.Fatal(err)
	}
	_, last, _ := strings.Cut(string(text), "\n")
	if anchors, err := chain.ReadAnchors(strings.NewReader(last)); err != nil || len(anchors) != 1 {
		t.Errorf("got %q: %v", text, err)
	}
	if !strings.Contains(a.log.String(), "failed to read the last anchor") {
		t.Errorf("the torn line is not logged: %s", a.log)
	}
}
