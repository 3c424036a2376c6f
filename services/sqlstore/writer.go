package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/salaatflow/platform/services/tracing"
)

// writer is a caller that waits in the line. Its goroutine and the one that serves the line touch it in turns.
type writer struct {
	ctx   context.Context //nolint:containedctx // of the caller, who waits
	do    func(context.Context, *sql.Tx) error
	turns chan turn     // holds one: a caller that has panicked takes none
	ran   chan struct{} // holds one

	err error
	// lost is why the transaction that others share has ended, if it has.
	lost error
}

// turn is when a writer may run, in a transaction; and, without one, when it is over, with what went wrong for all.
type turn struct {
	tx  *sql.Tx
	err error
}

// follow runs in its turn, and returns when that is over.
func (w *writer) follow(t turn) error {
	if t.tx != nil {
		w.run(t.tx)
		t = w.committed()
	}
	if t.err != nil {
		return t.err
	}
	return w.err
}

// committed waits for the disk with the others, which is a span of a call that is traced.
func (w *writer) committed() (over turn) {
	_, span := tracing.StartQuery(w.ctx, system, "COMMIT")
	defer func() { tracing.EndQuery(span, over.err) }()
	return <-w.turns
}

func (w *writer) run(tx *sql.Tx) {
	defer func() { w.ran <- struct{}{} }() // when do panics, too
	w.err = w.inSavepoint(tx)
}

// inSavepoint runs do in a part of a transaction that is undone when it fails. The context that do gets does not end: SQLite
// rolls the whole transaction back when it interrupts a statement, and others share it.
func (w *writer) inSavepoint(tx *sql.Tx) error {
	if err := w.ctx.Err(); err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	ctx := context.WithoutCancel(w.ctx)
	if _, err := tx.ExecContext(ctx, "SAVEPOINT own"); err != nil {
		w.lost = err
		return err
	}
	var err error
	end := "ROLLBACK TO own; RELEASE own"
	defer func() {
		if _, ended := tx.ExecContext(ctx, end); ended != nil {
			w.lost = errors.Join(err, ended)
		}
	}()
	if err = w.do(ctx, tx); err == nil {
		end = "RELEASE own"
	}
	return err
}
