package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/salaatflow/platform/services/setting"
)

// sqliteReaders is how many connections read a SQLite file at once.
const sqliteReaders = 4

func openSQLite(ctx context.Context, path string, schema Schema) (*DB, error) {
	if schema.SQLite == nil {
		return nil, setting.Wrong(
			fmt.Errorf("the %s database is kept in PostgreSQL alone: its URL must be postgres://USER@HOST/DATABASE", schema.Name))
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("find the folder of the %s database: %w", schema.Name, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), folderMode); err != nil {
		return nil, setting.Wrong(fmt.Errorf("make the folder of the %s database: %w", schema.Name, err))
	}
	if err := readyFile(ctx, path, schema); err != nil {
		return nil, setting.Wrong(fmt.Errorf("open the %s database: %w", schema.Name, err))
	}
	condition := newCondition(SQLite)
	db := &DB{
		engine:   SQLite,
		file:     path,
		location: "sqlite:" + path,
		schema:   schema,
		// What is deleted is overwritten with zeros. FAST would leave it in pages that become free as a whole.
		writer: schema.SQLite(path, 1, "_txlock=immediate&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=secure_delete(ON)",
			condition.note),
		reader:    schema.SQLite(path, sqliteReaders, "_pragma=query_only(1)", condition.noteRead),
		condition: condition,
	}
	db.line = newLine(ctx, db.writer, condition.damage)
	// A disk that is full or fails may be well again later, when Prepare reaches for the file again.
	if err := db.reach(ctx); err != nil && faultOf(err) == "" {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// readyFile refuses a damaged file, makes one that is not there, and keeps it to its owner.
func readyFile(ctx context.Context, path string, schema Schema) error {
	if err := examine(path, schema); err != nil {
		return err
	}
	if err := create(ctx, path, schema); err != nil {
		return err
	}
	return keepToOwner(path)
}
