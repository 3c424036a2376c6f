package sqlstore

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sync"

	"github.com/salaatflow/platform/services/tracing"
)

// system is the name of the database in spans.
const system = "sqlite"

// mostTogether is how many transactions share a commit at the most.
const mostTogether = 128

// line is where transactions wait for a SQLite file's one writer. One that finds nobody there runs alone. Those that come
// meanwhile run together, one after the other in a single transaction, each in a savepoint that is undone when it fails: they
// share one wait for the disk, and none is told its outcome before that. A transaction always runs in the goroutine of its
// caller, so that a panic is the caller's.
type line struct {
	pool *sql.DB
	// begin starts a transaction for several callers, which none of them can cancel.
	begin func() (*sql.Tx, error)
	// damage returns an error when nothing is to be committed any more.
	damage func() error

	mu      sync.Mutex
	busy    bool
	waiting []*writer
}

func newLine(ctx context.Context, pool *sql.DB, damage func() error) *line {
	ctx = context.WithoutCancel(ctx) // of whom it is begun for, each may go away
	return &line{pool: pool, damage: damage, begin: func() (*sql.Tx, error) { return pool.BeginTx(ctx, nil) }}
}

// update runs do in a transaction. It returns when what do wrote is on the disk, or undone.
func (l *line) update(ctx context.Context, do func(context.Context, *sql.Tx) error) error {
	w := l.join(ctx, do)
	if w == nil {
		defer l.handOver()
		return inTransaction(ctx, l.pool, nil, do, l.damage)
	}
	next, err := l.wait(w)
	if err != nil {
		return err
	}
	return w.follow(next)
}

// wait waits for a writer's turn, which is a span of a call that is traced, as the beginning of a transaction is.
func (l *line) wait(w *writer) (next turn, err error) {
	_, span := tracing.StartQuery(w.ctx, system, "BEGIN")
	defer func() { tracing.EndQuery(span, err) }()
	select {
	case next = <-w.turns:
		return next, nil
	case <-w.ctx.Done():
	}
	if l.leave(w) {
		return turn{}, fmt.Errorf("begin a transaction: %w", w.ctx.Err())
	}
	return <-w.turns, nil
}

// join returns nil when nobody is writing, so that the caller may; else its place in the line.
func (l *line) join(ctx context.Context, do func(context.Context, *sql.Tx) error) *writer {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.busy {
		l.busy = true
		return nil
	}
	w := &writer{ctx: ctx, do: do, turns: make(chan turn, 1), ran: make(chan struct{}, 1)}
	l.waiting = append(l.waiting, w)
	return w
}

// leave takes a writer out of the line, and reports whether it was still waiting there.
func (l *line) leave(w *writer) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.Index(l.waiting, w)
	if i < 0 {
		return false
	}
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return true
}

// handOver lets those run who came while somebody wrote.
func (l *line) handOver() {
	if l.goesOn() {
		go l.serve()
	}
}

// goesOn reports whether somebody waits; if nobody does, the next to come need not.
func (l *line) goesOn() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.busy = len(l.waiting) > 0
	return l.busy
}

func (l *line) serve() {
	for l.goesOn() {
		tx, err := l.begin()
		together := l.take() // not before: until then they may leave
		if err != nil {
			tell(together, fmt.Errorf("begin a transaction: %w", err))
			continue
		}
		l.returned(l.runTogether(tx, together))
	}
}

// returned puts those who have not run back to the front of the line.
func (l *line) returned(left []*writer) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting = append(left, l.waiting...)
}

// take returns those whose turn it is, the first to come first.
func (l *line) take() []*writer {
	l.mu.Lock()
	defer l.mu.Unlock()
	number := min(len(l.waiting), mostTogether)
	taken := l.waiting[:number:number]
	l.waiting = l.waiting[number:]
	return taken
}

// runTogether runs writers in one transaction, and tells each its outcome when all is on the disk. When one of them ends the
// transaction, as SQLite does when the disk is full, those that have run fail with it, and the others are returned.
func (l *line) runTogether(tx *sql.Tx, writers []*writer) (left []*writer) {
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing
	written := false
	for i, w := range writers {
		w.turns <- turn{tx: tx}
		<-w.ran
		if w.lost != nil {
			_ = tx.Rollback() // SQLite has rolled it back already
			tell(writers[:i+1], fmt.Errorf("%w: %w", errCommit, w.lost))
			return writers[i+1:]
		}
		written = written || w.err == nil
	}
	if !written { // no writer waits for the disk
		tell(writers, nil)
		return nil
	}
	err := l.damage()
	if err == nil {
		if err = tx.Commit(); err != nil {
			err = fmt.Errorf("%w: %w", errCommit, err)
		}
	}
	tell(writers, err)
	return nil
}

// tell tells each writer its outcome: err, or else its own.
func tell(writers []*writer, err error) {
	for _, w := range writers {
		w.turns <- turn{err: err}
	}
}
