// Package storetest tests the contract of trail.Store. It runs against each engine.
package storetest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/salaatflow/platform/audit-svc/internal/trail"
	"github.com/salaatflow/platform/proto/toolnames"
	"github.com/salaatflow/platform/services/audit"
	"github.com/salaatflow/platform/services/audit/chain"
)

// Run runs the suite. fresh returns a new, empty store for each test.
func Run(t *testing.T, fresh func(t *testing.T) trail.Store) {
	for name, test := range map[string]func(*testing.T, trail.Store){
		"what is shipped twice is kept once":            twice,
		"concurrent writers make one chain":             concurrent,
		"lines that are missing in an outbox show":      gap,
		"entries are listed by what is selected":        listed,
		"retention removes what is older, and says so":  retention,
		"retention never removes the last line":         retentionOfAll,
		"a chain that was cut in steps still verifies":  steps,
		"an outbox that begins anew is another outbox":  sources,
		"a page goes on where the one before it ended":  pages,
		"an empty trail has neither lines nor entries":  empty,
		"lines are exported exactly as they were added": exported,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, fresh(t))
		})
	}
}

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// box makes the lines of an outbox.
type box struct {
	source string
	end    chain.Line
}

func (b *box) lines(t *testing.T, records ...audit.Record) (lines []trail.Recorded) {
	t.Helper()
	for _, record := range records {
		record.ID = b.source + "/" + strconv.FormatInt(b.end.Seq+1, 10)
		if record.Time.IsZero() {
			record.Time = noon
		}
		text, err := json.Marshal(record)
		if err != nil {
			t.Fatal(err)
		}
		head, err := trail.ParseHead(text)
		if err != nil {
			t.Fatal(err)
		}
		b.end = b.end.Next(text)
		lines = append(lines, trail.Recorded{Line: b.end, Head: head})
	}
	return lines
}

func add(t *testing.T, store trail.Store, source string, lines []trail.Recorded) trail.Appended {
	t.Helper()
	appended, err := store.Append(t.Context(), source, lines)
	if err != nil {
		t.Fatal(err)
	}
	return appended
}

// verified returns the lines that are kept, which must be a chain.
func verified(t *testing.T, store trail.Store) (lines []chain.Line) {
	t.Helper()
	v := &chain.Verifier{}
	for {
		page, count, err := store.Export(t.Context(), v.Last.Seq, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(page) == 0 {
			if count != len(lines) {
				t.Errorf("it counts %d lines, and has %d", count, len(lines))
			}
			break
		}
		for _, line := range page {
			if err := v.Add(line); err != nil {
				t.Fatal(err)
			}
		}
		lines = append(lines, page...)
	}
	if err := v.Anchored(); err != nil {
		t.Fatal(err)
	}
	if head, err := store.Head(t.Context()); err != nil || head.Seq != v.Last.Seq || head.Hash != v.Last.Hash {
		t.Errorf("the head is %d:%s, %v; the last line %d:%s", head.Seq, head.Hash, err, v.Last.Seq, v.Last.Hash)
	}
	return lines
}

func one(tool string) audit.Record {
	return audit.Record{Tool: tool, Decision: audit.Allowed, UserID: 1}
}

func twice(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	lines := b.lines(t, one("a"), one("b"), one("c"))
	if got := add(t, store, b.source, lines[:2]); got != (trail.Appended{Through: 2, Added: 2}) {
		t.Errorf("got %+v", got)
	}
	for range 2 {
		if got := add(t, store, b.source, lines); got.Through != 3 || got.Broken {
			t.Errorf("got %+v", got)
		}
	}
	if got := verified(t, store); len(got) != 3 {
		t.Errorf("%d lines are kept", len(got))
	}
}

func concurrent(t *testing.T, store trail.Store) {
	const writers, each = 6, 8
	var group sync.WaitGroup
	for w := range writers {
		b := &box{source: fmt.Sprint("outbox-", w)}
		var batches [][]trail.Recorded
		for range each {
			batches = append(batches, b.lines(t, one("a"), one("b")))
		}
		for range 2 { // each outbox is shipped by two at once, as after a network that was cut
			group.Go(func() {
				for _, batch := range batches {
					if _, err := store.Append(t.Context(), b.source, batch); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	group.Wait()
	if got := verified(t, store); len(got) != writers*each*2 {
		t.Errorf("%d lines are kept, want %d", len(got), writers*each*2)
	}
}

func gap(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	lines := b.lines(t, one("a"), one("b"), one("c"))
	add(t, store, b.source, lines[:1])
	if got := add(t, store, b.source, lines[2:]); !got.Broken || got.Through != 3 {
		t.Errorf("got %+v", got)
	}
	verified(t, store)
}

func sources(t *testing.T, store trail.Store) {
	for _, source := range []string{"outbox-1", "outbox-2"} {
		b := &box{source: source}
		if got := add(t, store, source, b.lines(t, one("a"))); got != (trail.Appended{Through: 1, Added: 1}) {
			t.Errorf("got %+v", got)
		}
	}
	if got := verified(t, store); len(got) != 2 {
		t.Errorf("%d lines", len(got))
	}
}

func listed(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	add(t, store, b.source, b.lines(t,
		audit.Record{Tool: toolnames.CreateTask, UserID: 1, Decision: audit.Allowed, Time: noon},
		audit.Record{Tool: toolnames.CreateTask, UserID: 2, Decision: audit.Refused, Time: noon.Add(time.Second)},
		audit.Record{Tool: toolnames.DeleteTask, UserID: 1, Decision: audit.Refused, Time: noon.Add(2 * time.Second)},
		audit.Record{Tool: toolnames.DeleteTask, Decision: audit.Refused, Time: noon.Add(3 * time.Second)},
	))
	for name, c := range map[string]struct {
		selection trail.Selection
		want      []int64
	}{
		"all":      {trail.Selection{}, []int64{4, 3, 2, 1}},
		"user":     {trail.Selection{UserID: 1}, []int64{3, 1}},
		"tool":     {trail.Selection{Tool: toolnames.CreateTask}, []int64{2, 1}},
		"decision": {trail.Selection{Decision: "refused", UserID: 1}, []int64{3}},
		"since":    {trail.Selection{Since: noon.Add(2 * time.Second)}, []int64{4, 3}},
		"until":    {trail.Selection{Until: noon.Add(2 * time.Second)}, []int64{2, 1}},
		"nothing":  {trail.Selection{Tool: "' OR 1=1 --"}, nil},
	} {
		c.selection.Limit = 10
		found, count, err := store.List(t.Context(), c.selection)
		if err != nil {
			t.Fatal(err)
		}
		var got []int64
		for _, entry := range found {
			got = append(got, entry.Seq)
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) || count != len(c.want) {
			t.Errorf("%s: got %v of %d, want %v", name, got, count, c.want)
		}
	}
}

func pages(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	add(t, store, b.source, b.lines(t, one("a"), one("b"), one("c"), one("d"), one("e")))
	selection := trail.Selection{UserID: 1, Limit: 2}
	var got []int64
	for {
		found, count, err := store.List(t.Context(), selection)
		if err != nil || count != 5 {
			t.Fatal(count, err)
		}
		if len(found) == 0 {
			break
		}
		for _, entry := range found {
			got = append(got, entry.Seq)
		}
		selection.Before = found[len(found)-1].Seq
	}
	if fmt.Sprint(got) != "[5 4 3 2 1]" {
		t.Errorf("got %v", got)
	}
}

func cut(t *testing.T, store trail.Store, before time.Time, most int) int64 {
	t.Helper()
	removed, err := store.Cut(t.Context(), before, noon.Add(time.Hour), most)
	if err != nil {
		t.Fatal(err)
	}
	return removed
}

func retention(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	for i := range 5 {
		add(t, store, b.source, b.lines(t, audit.Record{Tool: "a", Time: noon.Add(time.Duration(i) * time.Minute)}))
	}
	if got := cut(t, store, noon.Add(-time.Hour), 100); got != 0 {
		t.Errorf("removed %d that are not old", got)
	}
	if got := cut(t, store, noon.Add(3*time.Minute), 100); got != 3 {
		t.Errorf("removed %d, want 3", got)
	}
	lines := verified(t, store)
	if len(lines) != 3 || lines[0].Seq != 4 || lines[2].Seq != 6 {
		t.Errorf("kept %v", lines)
	}
	if got := add(t, store, b.source, b.lines(t, one("after"))); got.Through != 6 || got.Broken {
		t.Errorf("got %+v", got)
	}
	verified(t, store)
}

func retentionOfAll(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	add(t, store, b.source, b.lines(t, one("a"), one("b"), one("c")))
	if got := cut(t, store, noon.Add(time.Minute), 100); got != 2 {
		t.Errorf("removed %d, want 2", got)
	}
	if lines := verified(t, store); len(lines) != 2 || lines[0].Seq != 3 {
		t.Errorf("kept %v", lines)
	}
}

func steps(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	for i := range 7 {
		add(t, store, b.source, b.lines(t, audit.Record{Tool: "a", Time: noon.Add(time.Duration(i) * time.Minute)}))
	}
	for range 3 {
		if got := cut(t, store, noon.Add(6*time.Minute), 2); got != 2 {
			t.Errorf("removed %d, want 2", got)
		}
		verified(t, store)
	}
}

func empty(t *testing.T, store trail.Store) {
	if got := cut(t, store, noon, 100); got != 0 || len(verified(t, store)) != 0 {
		t.Errorf("removed %d of nothing", got)
	}
	if found, count, err := store.List(t.Context(), trail.Selection{Limit: 5}); len(found) != 0 || count != 0 || err != nil {
		t.Error(found, count, err)
	}
}

func exported(t *testing.T, store trail.Store) {
	b := &box{source: "outbox-1"}
	lines := b.lines(t, audit.Record{Tool: "a", Detail: "عائشہ 'A' \"B\" $1"})
	add(t, store, b.source, lines)
	if got := verified(t, store); string(got[0].Entry) != string(lines[0].Line.Entry) {
		t.Errorf("got %s, want %s", got[0].Entry, lines[0].Line.Entry)
	}
}
