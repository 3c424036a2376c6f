package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/salaatflow/platform/services/backoff"
	"github.com/salaatflow/platform/services/clock"
)

// The SQLSTATEs with which PostgreSQL asks for a transaction to be run again.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

const (
	// attempts is how often Update runs a transaction at the most.
	attempts = 8
	// longestPause is the longest wait before the second attempt; it doubles with each.
	longestPause = 4 * time.Millisecond
)

// errCommit says that a transaction could not be committed, or that nobody knows whether it was.
var errCommit = errors.New("commit a transaction")

// Update runs do in a transaction that may write, and commits it when do returns nil; else nothing has happened and
// do's error is returned. On PostgreSQL (READ COMMITTED) do runs again, at most eight times, when the server found a
// serialization failure or a deadlock: it must have no effect outside the transaction that running twice would double.
// On SQLite writers wait in line, each until ctx ends, and do runs once. Those that have waited share a commit: each is undone
// alone when its do fails, sees what those before it wrote, and returns when all is on the disk. do then has a context that does
// not end. It must not call Update. After SQLite has found damage, Update commits nothing more until the program starts again.
func (db *DB) Update(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	if err := db.condition.damage(); err != nil {
		return err
	}
	if db.line != nil {
		return db.line.update(ctx, do)
	}
	for attempt := 0; ; attempt++ {
		err := inTransaction(ctx, db.writer, nil, do, nil)
		if err == nil || !repeatable(err) || attempt == attempts-1 {
			return err
		}
		// By the machine's clock: what is in the way is another transaction, which takes real time.
		if !backoff.Wait(ctx, clock.System(), rand.N(longestPause<<attempt)) {
			return ctx.Err()
		}
	}
}

// View runs do in a read-only transaction in which every query sees the same state.
func (db *DB) View(ctx context.Context, do func(ctx context.Context, tx *sql.Tx) error) error {
	options := &sql.TxOptions{ReadOnly: true}
	if db.engine == PostgreSQL {
		options.Isolation = sql.LevelRepeatableRead
	}
	return inTransaction(ctx, db.reader, options, do, nil)
}

// inTransaction commits what do did, unless beforeCommit, which may be nil, then returns an error.
func inTransaction(
	ctx context.Context, pool *sql.DB, options *sql.TxOptions, do func(context.Context, *sql.Tx) error, beforeCommit func() error,
) error {
	tx, err := pool.BeginTx(ctx, options)
	if err != nil {
		return fmt.Errorf("begin a transaction: %w", err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit it does nothing; else do's error is the one that matters
	if err := do(ctx, tx); err != nil {
		return err
	}
	if beforeCommit != nil {
		if err := beforeCommit(); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("%w: %w", errCommit, err)
	}
	return nil
}

func repeatable(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) &&
		(refused.Code == serializationFailure || refused.Code == deadlockDetected)
}
