package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"strings"

	"modernc.org/sqlite"
)

// backuper is what the driver's connections can do beyond database/sql.
type backuper interface {
	NewBackup(destination string) (*sqlite.Backup, error)
}

// Backup writes a consistent copy of the SQLite file at path to target, with SQLite's own backup: what was committed when
// it began, and nothing later. Programs may use the file meanwhile, and writers do not wait. The target must not be there;
// it belongs to its owner alone. An error leaves no target behind.
func Backup(ctx context.Context, path, target string) (err error) {
	const ownersAlone = 0o600
	file, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, ownersAlone)
	if err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(target))
		}
	}()
	if err := ctx.Err(); err != nil {
		return err
	}
	conn, err := (&sqlite.Driver{}).Open(fileURL(path) + "?mode=ro&_pragma=busy_timeout(10000)")
	if err != nil {
		return fmt.Errorf("open %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := copyPages(conn, target); err != nil {
		return fmt.Errorf("back up %s: %w", path, err)
	}
	return syncFile(target)
}

// copyPages copies all pages in one step, under one read transaction: a writer between two steps would make it start anew.
func copyPages(conn driver.Conn, target string) error {
	source, ok := conn.(backuper)
	if !ok {
		return errors.New("the SQLite driver offers no backup")
	}
	backup, err := source.NewBackup(fileURL(target))
	if err != nil {
		return err
	}
	const all = -1
	more, err := backup.Step(all)
	if err == nil && more {
		err = errors.New("SQLite copied a part of it")
	}
	return errors.Join(err, backup.Finish())
}

func syncFile(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

// Contents is what Inspect finds in a SQLite file.
type Contents struct {
	// Versions are the newest migrations that were run, by the name of their schema.
	Versions map[string]int64
}

var versionTable = regexp.MustCompile(`^([a-z][a-z0-9_]{0,31})_schema_version$`)

// Inspect checks a SQLite file that nobody is using, page by page, and returns what is in it. It returns an error that says
// what is damaged. It changes nothing, and leaves no file beside it.
func Inspect(ctx context.Context, path string) (contents Contents, err error) {
	pool := Pool(path, 1, "mode=ro&immutable=1", func(error) {})
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := checkIntegrity(ctx, pool); err != nil {
		return Contents{}, fmt.Errorf("%s: %w", path, err)
	}
	contents.Versions = map[string]int64{}
	tables, err := texts(ctx, pool, "SELECT name FROM sqlite_master WHERE type = 'table'")
	if err != nil {
		return Contents{}, fmt.Errorf("read the tables of %s: %w", path, err)
	}
	for _, table := range tables {
		schema := versionTable.FindStringSubmatch(table)
		if schema == nil {
			continue
		}
		var version sql.NullInt64
		if err := pool.QueryRowContext(ctx, "SELECT MAX(version_id) FROM "+schema[0]).Scan(&version); err != nil {
			return Contents{}, fmt.Errorf("read the schema version of %s: %w", path, err)
		}
		contents.Versions[schema[1]] = version.Int64
	}
	return contents, nil
}

func checkIntegrity(ctx context.Context, pool *sql.DB) error {
	for _, check := range []string{"PRAGMA integrity_check(5)", "PRAGMA foreign_key_check"} {
		found, err := texts(ctx, pool, check)
		if err != nil {
			return fmt.Errorf("check the file: %w", err)
		}
		if len(found) > 0 && found[0] != "ok" {
			return fmt.Errorf("the file is damaged: %s", strings.Join(found, "; "))
		}
	}
	return nil
}

// texts returns the first column of what a query finds.
func texts(ctx context.Context, pool *sql.DB, query string) (found []string, err error) {
	rows, err := pool.QueryContext(ctx, query)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	values := make([]sql.NullString, len(columns))
	into := make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return nil, err
		}
		found = append(found, values[0].String)
	}
	return found, rows.Err()
}

func fileURL(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }
