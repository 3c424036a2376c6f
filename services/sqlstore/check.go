package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// smallFile is the most bytes of a file that is checked whole before anybody uses it: it takes a few tenths of a second.
const smallFile = 16 << 20

// checkFile returns a *DamageError for a SQLite file without a table that its schema version has, and for a small one in which
// anything is damaged.
func (db *DB) checkFile(ctx context.Context) error {
	if db.engine != SQLite {
		return nil
	}
	missing, err := db.missingTables(ctx)
	if err != nil {
		return db.orDamaged(err)
	}
	if len(missing) > 0 {
		return &DamageError{Database: db.schema.Name, Path: db.file, What: "it has no table " + strings.Join(missing, ", ")}
	}
	length, err := size(db.file)
	if err != nil || length > smallFile {
		return err
	}
	return db.orDamaged(db.quickCheck(ctx))
}

// orDamaged returns what tells of damage as what ends a start.
func (db *DB) orDamaged(err error) error {
	if db.engine != SQLite || faultOf(err) != Corrupt {
		return err
	}
	return &DamageError{Database: db.schema.Name, Path: db.file, What: err.Error()}
}

// missingTables returns the tables that there are after the migrations which the file says were run, and that it has not.
func (db *DB) missingTables(ctx context.Context) (missing []string, err error) {
	version, err := db.version(ctx)
	if err != nil || version == 0 {
		return nil, err
	}
	if newest, err := db.schema.Newest(); err != nil || version > newest { // of a newer program, which may have dropped some
		return nil, err
	}
	pristine := &DB{engine: SQLite, schema: db.schema, writer: db.schema.SQLite(":memory:", 1, "", func(error) {})}
	defer func() { err = errors.Join(err, pristine.writer.Close()) }()
	provider, err := pristine.provider()
	if err != nil {
		return nil, err
	}
	if _, err := provider.UpTo(ctx, version); err != nil {
		return nil, fmt.Errorf("migrate a %s database in memory: %w", db.schema.Name, err)
	}
	expected, err := tables(ctx, pristine.writer)
	if err != nil {
		return nil, err
	}
	found, err := tables(ctx, db.reader)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(expected, func(table string) bool { return slices.Contains(found, table) }), nil
}

// CheckLarge checks a SQLite file page by page that was too large for that at the start, beside what uses it. Damage is then a Fault that
// stays. It returns an error when it cannot check; on PostgreSQL and for a small file it does nothing.
func (db *DB) CheckLarge(ctx context.Context) error {
	if db.engine != SQLite {
		return nil
	}
	if length, err := size(db.file); err != nil || length <= smallFile {
		return err
	}
	err := db.quickCheck(ctx)
	if faultOf(err) == Corrupt {
		db.condition.note(err)
		return nil
	}
	return err
}

// quickCheck reads every page of a SQLite file over a connection of its own.
func (db *DB) quickCheck(ctx context.Context) (err error) {
	pool := db.schema.SQLite(db.file, 1, "_pragma=query_only(1)", func(error) {})
	defer func() { err = errors.Join(err, pool.Close()) }()
	var found string
	if err := pool.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return fmt.Errorf("check the %s database: %w", db.schema.Name, err)
	}
	if found != "ok" {
		return fmt.Errorf("%w: %s", errDamaged, found)
	}
	return nil
}

// tables returns the names of all tables of a SQLite file, sorted.
func tables(ctx context.Context, pool *sql.DB) (names []string, err error) {
	rows, err := pool.QueryContext(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	return names, rows.Err()
}
