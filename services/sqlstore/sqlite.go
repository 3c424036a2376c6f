package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
)

// sqliteReaders is how many connections read a SQLite file at once.
const sqliteReaders = 4

func openSQLite(ctx context.Context, path string, schema Schema) (*DB, error) {
	if path == "" || path == ":memory:" {
		return nil, errors.New("the database URL must name a file: sqlite:PATH")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the folder of the %s database: %w", schema.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the %s database: %w", schema.Name, err)
	}
	if err := keepToOwner(path); err != nil {
		return nil, fmt.Errorf("open the %s database: %w", schema.Name, err)
	}
	db := &DB{
		engine:   SQLite,
		folder:   filepath.Dir(path),
		location: "sqlite:" + path,
		schema:   schema,
		writer:   sqlitePool(path, 1, "_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"),
		reader:   sqlitePool(path, sqliteReaders, "_pragma=query_only(1)"),
	}
	if err := db.reach(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// sqlitePool keeps its connections open: opening one costs more than a query. Each has 16 MiB of pages of its own, and
// maps the first 256 MiB of the file: rows that lie far apart in a large file then cost little more than in a small one.
func sqlitePool(path string, connections int, options string) *sql.DB {
	const all = "_pragma=busy_timeout(10000)&_pragma=foreign_keys(1)" +
		"&_pragma=cache_size(-16384)&_pragma=mmap_size(268435456)"
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + all + "&" + options
	pool := sql.OpenDB(connector{driver: &sqlite.Driver{}, dsn: dsn})
	pool.SetMaxOpenConns(connections)
	pool.SetMaxIdleConns(connections)
	return pool
}
