package sqlstore

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strconv"
)

// truncateTimeout is how many milliseconds TruncateLog waits for readers, while writers wait for it.
const truncateTimeout = 100

// TruncateLog moves what was committed from the log of a SQLite file into the file and empties the log, so that what was
// deleted stands in neither. It reports false where a transaction that began earlier still reads the log: what was deleted
// then stays there until the next call. On PostgreSQL it does nothing, and VACUUM makes room of what was deleted.
func (db *DB) TruncateLog(ctx context.Context) (truncated bool, err error) {
	if db.engine != SQLite {
		return true, nil
	}
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return false, fmt.Errorf("truncate the log of the %s database: %w", db.schema.Name, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	var timeout int
	if err := conn.QueryRowContext(ctx, "PRAGMA busy_timeout").Scan(&timeout); err != nil {
		return false, fmt.Errorf("read the timeout of the %s database: %w", db.schema.Name, err)
	}
	defer func() { err = errors.Join(err, restoreTimeout(context.WithoutCancel(ctx), conn, timeout)) }()
	if err := setTimeout(ctx, conn, truncateTimeout); err != nil {
		return false, err
	}
	var busy, frames, moved int
	if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved); err != nil {
		return false, fmt.Errorf("truncate the log of the %s database: %w", db.schema.Name, err)
	}
	return busy == 0, nil
}

func setTimeout(ctx context.Context, conn *sql.Conn, milliseconds int) error {
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = "+strconv.Itoa(milliseconds)); err != nil {
		return fmt.Errorf("set the timeout of a SQLite connection: %w", err)
	}
	return nil
}

// restoreTimeout has the pool close a connection whose timeout cannot be set.
func restoreTimeout(ctx context.Context, conn *sql.Conn, milliseconds int) error {
	err := setTimeout(ctx, conn, milliseconds)
	if err != nil {
		_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	}
	return err
}
