package classification_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jonboulle/clockwork"

	"github.com/salaatflow/platform/services/catalog/catalogtest"
	"github.com/salaatflow/platform/skills-svc/internal/classification"
)

// late is a store in which a reading takes its time.
type late struct {
	classification.Store
	asks    chan chan struct{} // each Revision, which waits until the channel is closed
	noted   atomic.Bool
	kept    chan struct{} // has a value when what was noted has been read
	holds   atomic.Bool   // the next Records
	read    chan struct{} // closed when they were read
	release chan struct{} // and they arrive when this is
}

func (l *late) Note(ctx context.Context, opinions []classification.Opinion) error {
	err := l.Store.Note(ctx, opinions)
	l.noted.Store(true)
	return err
}

func (l *late) Records(ctx context.Context, refs []classification.Ref) ([]classification.Record, error) {
	records, err := l.Store.Records(ctx, refs)
	switch {
	case l.holds.CompareAndSwap(true, false):
		close(l.read)
		<-l.release
	case l.noted.CompareAndSwap(true, false):
		l.kept <- struct{}{}
	}
	return records, err
}

func (l *late) Revision(ctx context.Context) (int64, error) {
	goOn := make(chan struct{})
	l.asks <- goOn
	<-goOn
	return l.Store.Revision(ctx)
}

// refreshes has the instance look for what others changed, and waits until it does.
func (l *late) refreshes(t *testing.T, fake *clockwork.FakeClock) chan struct{} {
	t.Helper()
	timeout := time.After(eventTimeout)
	for {
		fake.Advance(20 * time.Millisecond)
		select {
		case goOn := <-l.asks:
			return goOn
		case <-time.After(time.Millisecond): // the last one is not over yet
		case <-timeout:
			t.Fatal("it looks for nothing")
		}
	}
}

// What was read before an administrator changed something may arrive after it. The change stands.
func TestAnOldReadingDoesNotTakeBackWhatAnAdministratorSet(t *testing.T) {
	l := &late{
		asks: make(chan chan struct{}), kept: make(chan struct{}, 8), read: make(chan struct{}), release: make(chan struct{}),
	}
	fake := clockwork.NewFakeClock()
	i := start(t, setup{
		database: sqliteFile(t), registry: offering(t, catalogtest.Tools("sow")...), clock: fake,
		store: func(kept classification.Store) classification.Store { l.Store = kept; return l },
	})
	i.says(t, "sow", "map garden_write")
	<-l.kept
	l.holds.Store(true)
	close(l.refreshes(t, fake))
	<-l.read
	if _, err := i.Set(t.Context(), "sow", []string{"weather_read"}, 7); err != nil {
		t.Fatal(err)
	}
	close(l.release)
	again := l.refreshes(t, fake) // so the old reading has arrived
	if got := i.of("sow"); got != "admin weather_read" {
		t.Errorf("what counts is %s", got)
	}
	close(again)
	close(l.refreshes(t, fake))
	if got := i.of("sow"); got != "admin weather_read" {
		t.Errorf("after it was read again, what counts is %s", got)
	}
}
