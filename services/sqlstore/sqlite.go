package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// sqliteReaders is how many connections read a SQLite file at once.
const sqliteReaders = 4

func openSQLite(ctx context.Context, path string, schema Schema) (*DB, error) {
	if schema.SQLite == nil {
		return nil, fmt.Errorf("the %s database is kept in PostgreSQL alone: its URL must be postgres://USER@HOST/DATABASE", schema.Name)
	}
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
		// What is deleted is overwritten with zeros. FAST would leave it in pages that become free as a whole.
		writer: schema.SQLite(path, 1, "_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(ON)"),
		reader: schema.SQLite(path, sqliteReaders, "_pragma=query_only(1)"),
	}
	db.line = newLine(ctx, db.writer)
	if err := db.reach(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}
