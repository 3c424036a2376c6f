package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Failures returns how many statements have failed by a fault since the database was opened.
func (db *DB) Failures(fault Fault) int { return db.condition.count(fault) }

// Probe returns an error while the database cannot be read and changed as it should: its server is away, or a statement told of a
// Fault that has not ended. Whether one has ended it tries out; while there is none, it costs SQLite nothing. It asks a server
// beside what is being read and written: a pool that is busy does not hold it up. It fails at the latest when ctx ends.
func (db *DB) Probe(ctx context.Context) error {
	if db.probe != nil {
		if err := db.probe.PingContext(ctx); err != nil {
			return fmt.Errorf("reach the %s database: %w", db.schema.Name, err)
		}
	}
	fault, told, err := db.condition.standing()
	if fault == "" {
		return nil
	}
	if db.condition.damage() == nil && db.tryOut(ctx, fault, told) == nil {
		db.condition.over(told)
		return nil
	}
	return fmt.Errorf("the %s database: %s: %w", db.schema.Name, fault, err)
}

// tryOut reports whether a fault has ended.
func (db *DB) tryOut(ctx context.Context, fault Fault, told time.Time) error {
	switch {
	case db.engine == SQLite:
		return db.Update(ctx, makeRoom)
	case fault == ReadOnly:
		return db.takesChanges(ctx)
	default:
		return db.quiet(told)
	}
}

// makeRoom takes the room of sixteen pages, and gives it back to the file: less would be there on a disk that is as good as full.
func makeRoom(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, `CREATE TABLE room_on_disk (filler BLOB);
		INSERT INTO room_on_disk VALUES (zeroblob(65536));
		DROP TABLE room_on_disk`)
	return err
}

// takesChanges asks a server.
func (db *DB) takesChanges(ctx context.Context) error {
	var readOnly string
	if err := db.probe.QueryRowContext(ctx, "SHOW transaction_read_only").Scan(&readOnly); err != nil {
		return err
	}
	if readOnly == "on" {
		return errors.New("the server takes no changes")
	}
	return nil
}

// calm is how long no statement may have failed before a server's disk counts as well: what a role may try out there takes no room.
const calm = 10 * time.Second

func (db *DB) quiet(told time.Time) error {
	if since := db.condition.clock.Since(told); since < calm {
		return fmt.Errorf("a statement failed %v ago", since)
	}
	return nil
}
